import type { CueKind } from './language.ts'

/** One entry of a cue list, as it is inserted. */
export interface TrieEntry {
  text: string
  kind: CueKind
  /** The rest of the word is open. */
  open: boolean
}

/** The entries of cue lists by their characters. Node 0 is the root. */
export interface Trie {
  /** The node that a character leads to; −1 where no entry goes on with it. */
  child: (node: number, code: number) => number
  /** True where no entry begins with two characters, nor is the first of them one: most words of a text need no more than this. */
  isNoBeginning: (first: number, second: number) => boolean
  /** By node: the kinds of the entries that end there with the word. */
  whole: (CueKind[] | undefined)[]
  /** By node: the kinds of the entries that end there and leave the rest of the word open. */
  open: (CueKind[] | undefined)[]
}

const ASCII = 128

function slotOf(node: number, code: number, mask: number): number {
  return (Math.imul(node, 0x9e3779b1) ^ Math.imul(code, 0x85ebca6b)) & mask
}

/** Builds a trie whose edges are in one table with open addressing, which is several times as fast as a map for each node. */
export function buildTrie(entries: readonly TrieEntry[]): Trie {
  const most = entries.reduce((sum, { text }) => sum + text.length, 1)
  const mask = 2 ** Math.ceil(Math.log2(most * 2)) - 1
  const parents = new Int32Array(mask + 1).fill(-1)
  const codes = new Uint16Array(mask + 1)
  const children = new Int32Array(mask + 1)
  const whole: (CueKind[] | undefined)[] = [undefined]
  const open: (CueKind[] | undefined)[] = [undefined]
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
    // A stem is also found where it is the whole word, beside entries of other kinds that are just this word.
    const lists = entry.open ? [open, whole] : [whole]
    for (const kinds of lists) {
      const known = kinds[node] ?? []
      if (!known.includes(entry.kind)) kinds[node] = [...known, entry.kind]
    }
  }
  // One element for each pair of the characters below 128; NaN and other characters may begin anything.
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
