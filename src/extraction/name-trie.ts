import { clusterEnd, foldCluster } from './fold.ts'

/** What a name leads to once all of it has been read. */
export interface NameEnd {
  /** Index into the tracked entities. */
  entity: number
  /** The name is also an ordinary word, so that an occurrence needs context. */
  ordinary: boolean
  /** More than one word: specific enough to be recognised where a page has glued words together. */
  compound: boolean
  /** The name as given. */
  name: string
}

/** A place in the folded spelling of names. Most places lead on by one unit only, which is kept apart from the map. */
export interface NameNode {
  unit: number
  only: NameNode | null
  more: Map<number, NameNode> | null
  end: NameEnd | null
}

const SEPARATOR = 32
const MAXIMUM_SPACES = 4

/** A place from which no name continues yet. */
export function emptyNode(): NameNode {
  return { unit: -1, only: null, more: null, end: null }
}

function isSpace(code: number): boolean {
  if (code < 128) return code === 32 || code === 9
  return code === 0xa0 || (code >= 0x2000 && code <= 0x200a) || code === 0x202f || code === 0x3000
}

function isHyphen(code: number): boolean {
  return code === 45 || (code >= 0x2010 && code <= 0x2013) || code === 0x2212
}

function follow(node: NameNode, unit: number): NameNode | undefined {
  if (node.unit === unit) return node.only ?? undefined
  return node.more?.get(unit)
}

function grow(node: NameNode, unit: number): NameNode {
  const known = follow(node, unit)
  if (known) return known
  const next = emptyNode()
  if (node.only === null) {
    node.unit = unit
    node.only = next
  } else {
    node.more ??= new Map()
    node.more.set(unit, next)
  }
  return next
}

/** Follows one letter, or one space or hyphen, of a text; undefined when no name continues so. */
export function step(node: NameNode, text: string, from: number, to: number): NameNode | undefined {
  const code = text.charCodeAt(from)
  if (code < 128 && to === from + 1) {
    if (code >= 97) return follow(node, code)
    if (code >= 65 && code <= 90) return follow(node, code + 32)
    if (code === 45 || code === 9) return follow(node, SEPARATOR)
    return follow(node, code === 96 ? 39 : code)
  }
  if (isSpace(code) || isHyphen(code)) return follow(node, SEPARATOR)
  const folded = foldCluster(text, from, to)
  let next: NameNode | undefined = node
  for (let index = 0; next && index < folded.length; index += 1) next = follow(next, folded.charCodeAt(index))
  return next
}

/** End of the letter, or of the run of spaces, that begins at a UTF-16 offset: what `step` reads at once. */
export function endOfStep(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (isSpace(code)) {
    let end = at + 1
    while (end < at + MAXIMUM_SPACES && isSpace(text.charCodeAt(end))) end += 1
    return end
  }
  if (code < 128 && !(text.charCodeAt(at + 1) >= 0x300)) return at + 1
  return clusterEnd(text, at)
}

/** Adds a name; a spelling that is already there keeps its first owner. */
export function insertName(root: NameNode, written: string, name: NameEnd): void {
  const text = written.trim()
  let node = root
  let at = 0
  while (at < text.length) {
    const to = endOfStep(text, at)
    const code = text.charCodeAt(at)
    const folded = isSpace(code) || isHyphen(code) ? ' ' : foldCluster(text, at, to)
    for (let index = 0; index < folded.length; index += 1) node = grow(node, folded.charCodeAt(index))
    at = to
  }
  if (node !== root) node.end ??= name
}

/** The folded first two units of every name below a root; the second is −1 where a name may end after one. */
export function firstUnits(root: NameNode): [first: number, second: number][] {
  const pairs: [number, number][] = []
  const children = (node: NameNode): [number, NameNode][] => [
    ...(node.only ? [[node.unit, node.only] as [number, NameNode]] : []),
    ...(node.more ?? []),
  ]
  for (const [first, node] of children(root)) {
    if (node.end) pairs.push([first, -1])
    for (const [second] of children(node)) pairs.push([first, second])
  }
  return pairs
}
