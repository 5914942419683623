/** A hash table from words to rows of an embedding matrix. It stores only hashes, not the words. */
export interface WordIndex {
  /** Hash of each word, in row order. */
  hashes: Int32Array
  /** Open addressing with linear probing: row + 1, or 0 for an empty slot. The length is a power of two. */
  slots: Int32Array
}

/** Builds the index for word hashes in row order. Of equal hashes, the first wins. */
export function indexWords(hashes: Int32Array): WordIndex {
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

function slotOf({ hashes, slots }: WordIndex, hash: number): number {
  const last = slots.length - 1
  let slot = Math.imul(hash, 0x9e3779b1) >>> Math.clz32(last)
  for (let row = slots[slot] ?? 0; row > 0 && hashes[row - 1] !== hash; row = slots[slot] ?? 0) {
    slot = (slot + 1) & last
  }
  return slot
}

/** Returns the row of a word hash, or −1. */
export function rowOf(index: WordIndex, hash: number): number {
  return (index.slots[slotOf(index, hash)] ?? 0) - 1
}

/**
 * Returns the 32-bit FNV-1a hash of the UTF-16 code units in part of a lower-case word
 * (http://www.isthe.com/chongo/tech/comp/fnv/).
 */
export function hashWord(word: string, from = 0, to = word.length): number {
  let hash = 0x811c9dc5
  for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193)
  return hash
}

const NOT = hashWord('not')

/**
 * Returns the row of a word or of a related word: "not" for "didn't", "owner" for "owner's", the last or the first part
 * for "cloud-based". Returns −1 if none has a row. `hash` is the hash of the whole word.
 */
export function rowOfWord(index: WordIndex, word: string, hash: number): number {
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
