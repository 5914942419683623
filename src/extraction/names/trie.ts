import { clusterEnd, foldCluster } from '../text/fold.ts'

/** A spelling of a name, stored at the trie node of its last character. */
export interface NameEnd {
  /** Index into the tracked entities. */
  entity: number
  /** True if the name is also an ordinary word, so that an occurrence needs context. */
  ordinary: boolean
  /** True for several words or camel case. Such a name is specific enough to match without surrounding spaces. */
  compound: boolean
  /** True for one longer word that is not ordinary. It matches in product cards and cells that lost a space. */
  distinct: boolean
  /** True for several words, which may contain names of other entities. */
  divisible: boolean
  /** True if the plural with -s also matches. */
  plural: boolean
  /** The spelling, which may differ from the given name. */
  name: string
  /** Minimum number of capitals and numbers in the text for a match of this spelling. */
  capitals: number
  /** The next entity with the same spelling, for texts that do not mean this one. */
  next: NameEnd | null
}

/**
 * A node of the trie of folded spellings. Most nodes have only one child, which is stored in `only` with its code unit
 * in `unit`. Further children are in `more`.
 */
export interface NameNode {
  unit: number
  only: NameNode | null
  more: Map<number, NameNode> | null
  end: NameEnd | null
}

const SEPARATOR = 32

/** Creates a trie node without children. */
export function emptyNode(): NameNode {
  return { unit: -1, only: null, more: null, end: null }
}

function isHyphen(code: number): boolean {
  if (code < 0x2010) return code === 45
  return code <= 0x2013 || code === 0x2212 || code === 0xfe63 || code === 0xff0d
}

/** HTML entities for characters that occur in names. */
const HTML_ENTITIES: readonly [written: string, unit: number][] = [
  ['&amp;', 38],
  ['&nbsp;', SEPARATOR],
  ['&#39;', 39],
]
const MARKUP = /^(?:\*{1,3}|\\(?=[!-/:-@[-`{-~]))/
const MIN_WRAPPED_LINE_LENGTH = 60
const LINE_BREAK = /^\n {0,3}(?=[\p{L}\p{N}])/u

function entityAt(text: string, at: number): readonly [written: string, unit: number] | undefined {
  return HTML_ENTITIES.find(([written]) => text.startsWith(written, at))
}

/** Returns the length of the emphasis or backslash escape at an offset inside a name, or 0 for anything else. */
function markupAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (code !== 42 && code !== 92) return 0
  return MARKUP.exec(text.slice(at, at + 4))?.[0].length ?? 0
}

/**
 * Returns the length of a line break that wraps a long line, including the following indentation, or 0 for other line
 * breaks.
 */
function wrapAt(text: string, at: number): number {
  if (at < MIN_WRAPPED_LINE_LENGTH || text.slice(at - MIN_WRAPPED_LINE_LENGTH, at).includes('\n')) return 0
  return LINE_BREAK.exec(text.slice(at, at + 8))?.[0].length ?? 0
}

function childOf(node: NameNode, unit: number): NameNode | undefined {
  if (node.unit === unit) return node.only ?? undefined
  return node.more?.get(unit)
}

function addChild(node: NameNode, unit: number): NameNode {
  const existing = childOf(node, unit)
  if (existing) return existing
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

/**
 * Returns the node after one letter, mark or space of a text, between `from` and the end computed by `endOfStep`.
 * Returns undefined if no name continues with it.
 */
export function step(node: NameNode, text: string, from: number, to: number): NameNode | undefined {
  const code = text.charCodeAt(from)
  if (code < 128 && to === from + 1) {
    if (code >= 97) return childOf(node, code)
    if (code >= 65 && code <= 90) return childOf(node, code + 32)
    if (code === 45) return childOf(node, SEPARATOR)
    if (code === 42 || code === 92)
      return childOf(node, code) ?? (markupAt(text, from) > 0 ? node : undefined)
    if (code === 10) return wrapAt(text, from) > 0 ? childOf(node, SEPARATOR) : undefined
    return childOf(node, code === 96 ? 39 : code)
  }
  if (code === 42) return node
  if (code === 38) return childOf(node, entityAt(text, from)?.[1] ?? code)
  if (isHyphen(code) || code === 10) return childOf(node, SEPARATOR)
  const folded = foldCluster(text, from, to)
  let next: NameNode | undefined = node
  for (let index = 0; next && index < folded.length; index += 1)
    next = childOf(next, folded.charCodeAt(index))
  return next
}

/** Returns the end of the letter, mark, HTML entity or markup at a UTF-16 offset, which `step` consumes at once. */
export function endOfStep(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (code === 38) return at + (entityAt(text, at)?.[0].length ?? 1)
  if (code === 42) return at + Math.max(markupAt(text, at), 1)
  if (code === 10) return at + Math.max(wrapAt(text, at), 1)
  if (code < 128 && !(text.charCodeAt(at + 1) >= 0x300)) return at + 1
  return clusterEnd(text, at)
}

/** Adds a spelling to the trie, after other entities with the same spelling. An entity is added only once. */
export function insertName(root: NameNode, name: NameEnd): void {
  const text = name.name
  let node = root
  let at = 0
  while (at < text.length) {
    const to = endOfStep(text, at)
    const code = text.charCodeAt(at)
    const folded = isHyphen(code) ? ' ' : foldCluster(text, at, to)
    for (let index = 0; index < folded.length; index += 1) node = addChild(node, folded.charCodeAt(index))
    at = to
  }
  if (node === root) return
  let last: NameEnd | null = null
  for (let end = node.end; end; end = end.next) {
    if (end.entity === name.entity && end.capitals <= name.capitals) return
    last = end
  }
  if (last) last.next = name
  else node.end = name
}

/** Returns the folded first two UTF-16 code units of every name in a trie. The second is −1 if a name has only one. */
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
