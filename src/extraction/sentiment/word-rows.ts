/** Numbers of words, found by the hash of the word: the words themselves are not kept. */
export interface WordRows {
  /** Hash of each word, in the order of its row. */
  hashes: Int32Array
  /** Row + 1 at the first free place from the hash's own; 0 where there is none. A power of two long. */
  slots: Int32Array
}

/** Makes rows findable by the hashes of their words; of two words with the same hash the first has its row. */
export function indexRows(hashes: Int32Array): WordRows {
  let size = 16
  while (size < hashes.length * 2) size *= 2
  const slots = new Int32Array(size)
  const index = { hashes, slots }
  hashes.forEach((hash, row) => {
    const slot = slotOf(index, hash)
    if (slots[slot] === 0) slots[slot] = row + 1
  })
  return index
}

function slotOf({ hashes, slots }: WordRows, hash: number): number {
  const last = slots.length - 1
  let slot = Math.imul(hash, 0x9e3779b1) >>> Math.clz32(last)
  for (let row = slots[slot] ?? 0; row > 0 && hashes[row - 1] !== hash; row = slots[slot] ?? 0) {
    slot = (slot + 1) & last
  }
  return slot
}

/** Row of the word with this hash, −1 when it has none. */
export function rowOf(index: WordRows, hash: number): number {
  return (index.slots[slotOf(index, hash)] ?? 0) - 1
}

/** Hash (FNV-1a over UTF-16 units) of a part of a word in lower case. */
export function hashWord(word: string, from = 0, to = word.length): number {
  let hash = 0x811c9dc5
  for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193)
  return hash
}

const NOT = hashWord('not')

/**
 * Row of a word, or of what stands for it: "not" for "didn't", the owner for "owner's", the last or the first part for
 * "cloud-based"; −1 when none of them has one. `hash` is that of the whole word.
 */
export function rowOfWord(index: WordRows, word: string, hash: number): number {
  const whole = rowOf(index, hash)
  if (whole >= 0) return whole
  if (word.endsWith("n't")) return rowOf(index, NOT)
  const apostrophe = word.indexOf("'")
  if (apostrophe > 0) return rowOf(index, hashWord(word, 0, apostrophe))
  const hyphen = word.lastIndexOf('-')
  if (hyphen < 0) return -1
  const last = rowOf(index, hashWord(word, hyphen + 1))
  return last >= 0 ? last : rowOf(index, hashWord(word, 0, word.indexOf('-')))
}
