import { clusterEnd, foldCluster } from '../text/fold.ts'

/** A spelling of a name, at the trie node where it ends. */
export interface NameEnd {
  /** Index into the tracked entities. */
  entity: number
  /** The name is also an ordinary word, so that an occurrence needs context. */
  ordinary: boolean
  /** It has more than one word or hump, and is specific enough to be recognised where a space around it is missing. */
  compound: boolean
  /** It is one longer word that is no ordinary one, recognised where a product card or cell shows that a space is missing. */
  distinct: boolean
  /** It has more than one word, so that names of other entities may be inside it. */
  divisible: boolean
  /** Its plural with -s is recognised too. */
  plural: boolean
  /** The spelling, which is not always the name as given. */
  name: string
  /** Capitals and figures that must be seen before this spelling is believed. */
  capitals: number
  /** Another entity with the same spelling, for texts in which this one is not meant. */
  next: NameEnd | null
}

/**
 * A node of the trie of folded spellings. Most nodes have one child only, which is stored in `only` with its code unit in `unit`; the
 * others are in `more`.
 */
export interface NameNode {
  unit: number
  only: NameNode | null
  more: Map<number, NameNode> | null
  end: NameEnd | null
}

const SEPARATOR = 32

/** A trie node without children. */
export function emptyNode(): NameNode {
  return { unit: -1, only: null, more: null, end: null }
}

function isHyphen(code: number): boolean {
  if (code < 0x2010) return code === 45
  return code <= 0x2013 || code === 0x2212 || code === 0xfe63 || code === 0xff0d
}

/** HTML entities of characters that occur in names. */
const HTML_ENTITIES: readonly [written: string, unit: number][] = [
  ['&amp;', 38],
  ['&nbsp;', SEPARATOR],
  ['&#39;', 39],
]
const MARKUP = /^(?:\*{1,3}|\\(?=[!-/:-@[-`{-~]))/
const SHORTEST_WRAPPED_LINE = 60
const LINE_BREAK = /^\n {0,3}(?=[\p{L}\p{N}])/u

function entityAt(text: string, at: number): readonly [written: string, unit: number] | undefined {
  return HTML_ENTITIES.find(([written]) => text.startsWith(written, at))
}

/** Length of the emphasis or backslash escape at an offset inside a name; 0 for anything else. */
function markupAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (code !== 42 && code !== 92) return 0
  return MARKUP.exec(text.slice(at, at + 4))?.[0].length ?? 0
}

/** Length of a line break that wraps a long line, with the indentation after it; 0 for other line breaks. */
function wrapAt(text: string, at: number): number {
  if (at < SHORTEST_WRAPPED_LINE || text.slice(at - SHORTEST_WRAPPED_LINE, at).includes('\n')) return 0
  return LINE_BREAK.exec(text.slice(at, at + 8))?.[0].length ?? 0
}

function childOf(node: NameNode, unit: number): NameNode | undefined {
  if (node.unit === unit) return node.only ?? undefined
  return node.more?.get(unit)
}

function addChild(node: NameNode, unit: number): NameNode {
  const known = childOf(node, unit)
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

/**
 * The node reached by one letter, mark or space of a text, from `from` to `to` as given by `endOfStep`; undefined when no name
 * continues with it.
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

/** End of the letter, mark, HTML entity or markup at a UTF-16 offset: what `step` reads at a time. */
export function endOfStep(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (code === 38) return at + (entityAt(text, at)?.[0].length ?? 1)
  if (code === 42) return at + Math.max(markupAt(text, at), 1)
  if (code === 10) return at + Math.max(wrapAt(text, at), 1)
  if (code < 128 && !(text.charCodeAt(at + 1) >= 0x300)) return at + 1
  return clusterEnd(text, at)
}

/** Adds a spelling to the trie, after other entities with the same spelling; once only for an entity. */
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

/** The folded first two UTF-16 code units of every name of a trie; the second is −1 where a name has only one. */
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
