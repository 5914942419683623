/** One entry of a cue list before insertion. */
export interface TrieEntry<Kind> {
  text: string
  kind: Kind
  /** True for a stem, which any letters can complete. */
  open: boolean
}

/** A trie of cue list entries. Node 0 is the root. */
export interface Trie<Kind> {
  /** Returns the child node for a character, or −1 if no entry continues with it. */
  child: (node: number, code: number) => number
  /**
   * True if no entry starts with these two characters or consists of the first one. This rules out most words of a
   * text.
   */
  isNoBeginning: (first: number, second: number) => boolean
  /** By node: kinds of the entries that end there at the end of a word. */
  whole: (Kind[] | undefined)[]
  /** By node: kinds of the stems that end there. */
  open: (Kind[] | undefined)[]
}

const ASCII = 128

function slotOf(node: number, code: number, mask: number): number {
  return (Math.imul(node, 0x9e3779b1) ^ Math.imul(code, 0x85ebca6b)) & mask
}

/** Builds a trie with all edges in one open-addressing table, which is several times faster than a map per node. */
export function buildTrie<Kind>(entries: readonly TrieEntry<Kind>[]): Trie<Kind> {
  const most = entries.reduce((sum, { text }) => sum + text.length, 1)
  const mask = 2 ** Math.ceil(Math.log2(most * 2)) - 1
  const parents = new Int32Array(mask + 1).fill(-1)
  const codes = new Uint16Array(mask + 1)
  const children = new Int32Array(mask + 1)
  const whole: (Kind[] | undefined)[] = [undefined]
  const open: (Kind[] | undefined)[] = [undefined]
  const child = (node: number, code: number) => {
    let slot = slotOf(node, code, mask)
    for (let parent = parents[slot] ?? -1; parent >= 0; parent = parents[slot] ?? -1) {
      if (parent === node && codes[slot] === code) return children[slot] ?? -1
      slot = (slot + 1) & mask
    }
    return -1
  }
  const add = (node: number, code: number) => {
    let slot = slotOf(node, code, mask)
    while ((parents[slot] ?? -1) >= 0) slot = (slot + 1) & mask
    parents[slot] = node
    codes[slot] = code
    children[slot] = whole.length
    whole.push(undefined)
    open.push(undefined)
    return whole.length - 1
  }
  for (const entry of entries) {
    let node = 0
    for (let at = 0; at < entry.text.length; at += 1) {
      const code = entry.text.charCodeAt(at)
      const next = child(node, code)
      node = next < 0 ? add(node, code) : next
    }
    // A stem also matches as a whole word. List it there too, next to entries of other kinds that are exactly this
    // word.
    const lists = entry.open ? [open, whole] : [whole]
    for (const kinds of lists) {
      const existing = kinds[node] ?? []
      if (!existing.includes(entry.kind)) kinds[node] = [...existing, entry.kind]
    }
  }
  // One element per pair of ASCII characters. NaN and all other characters can start any entry.
  const beginnings = new Uint8Array(ASCII * ASCII)
  for (let first = 0; first < ASCII; first += 1) {
    const node = child(0, first)
    if (node < 0) continue
    const isEntry = Boolean(whole[node] ?? open[node])
    for (let second = 0; second < ASCII; second += 1)
      if (isEntry || child(node, second) >= 0) beginnings[first * ASCII + second] = 1
  }
  const isNoBeginning = (first: number, second: number) =>
    first < ASCII && second < ASCII && beginnings[first * ASCII + second] === 0
  return { child, isNoBeginning, whole, open }
}
