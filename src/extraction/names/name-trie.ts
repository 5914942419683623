import { clusterEnd, foldCluster } from '../text/fold.ts'

/** What a name leads to once all of it has been read. */
export interface NameEnd {
  /** Index into the tracked entities. */
  entity: number
  /** The name is also an ordinary word, so that an occurrence needs context. */
  ordinary: boolean
  /** More than one word: specific enough to be recognised where a page has glued words together. */
  compound: boolean
  /** An s after it makes its plural. */
  plural: boolean
  /** Written so; for a spelling that is not the name as given, the spelling. */
  name: string
  /** Capitals and figures that must be seen before this spelling is believed. */
  capitals: number
  /** Who else may be meant by the same letters, where this one is not. */
  next: NameEnd | null
}

/** A place in the folded spelling of names. Most places lead on by one unit only, which is kept apart from the map. */
export interface NameNode {
  unit: number
  only: NameNode | null
  more: Map<number, NameNode> | null
  end: NameEnd | null
}

const SEPARATOR = 32

/** A place from which no name continues yet. */
export function emptyNode(): NameNode {
  return { unit: -1, only: null, more: null, end: null }
}

function isHyphen(code: number): boolean {
  if (code < 0x2010) return code === 45
  return code <= 0x2013 || code === 0x2212 || code === 0xfe63 || code === 0xff0d
}

/** How markup writes signs that stand in names. */
const ENTITIES: readonly [written: string, unit: number][] = [
  ['&amp;', 38],
  ['&nbsp;', SEPARATOR],
  ['&#39;', 39],
]
const MARKUP = /^(?:\*{1,3}|\\(?=[!-/:-@[-`{-~]))/
const LEAST_WRAPPED = 60
const LINE_BREAK = /^\n {0,3}(?=[\p{L}\p{N}])/u

function entityAt(text: string, at: number): readonly [written: string, unit: number] | undefined {
  return ENTITIES.find(([written]) => text.startsWith(written, at))
}

/** Length of markup inside a name that shows nothing: emphasis and escapes; 0 for anything else. */
function markupAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (code !== 42 && code !== 92) return 0
  return MARKUP.exec(text.slice(at, at + 4))?.[0].length ?? 0
}

/** Length of a line break that only wraps a long line, with the indentation after it; 0 for any other. */
function wrapAt(text: string, at: number): number {
  if (at < LEAST_WRAPPED || text.slice(at - LEAST_WRAPPED, at).includes('\n')) return 0
  return LINE_BREAK.exec(text.slice(at, at + 8))?.[0].length ?? 0
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

/** Follows one letter, sign or space of a text, as `endOfStep` parts them; undefined when no name continues so. */
export function step(node: NameNode, text: string, from: number, to: number): NameNode | undefined {
  const code = text.charCodeAt(from)
  if (code < 128 && to === from + 1) {
    if (code >= 97) return follow(node, code)
    if (code >= 65 && code <= 90) return follow(node, code + 32)
    if (code === 45) return follow(node, SEPARATOR)
    if (code === 42 || code === 92) return follow(node, code) ?? (markupAt(text, from) > 0 ? node : undefined)
    if (code === 10) return wrapAt(text, from) > 0 ? follow(node, SEPARATOR) : undefined
    return follow(node, code === 96 ? 39 : code)
  }
  if (code === 42) return node
  if (code === 38) return follow(node, entityAt(text, from)?.[1] ?? code)
  if (isHyphen(code) || code === 10) return follow(node, SEPARATOR)
  const folded = foldCluster(text, from, to)
  let next: NameNode | undefined = node
  for (let index = 0; next && index < folded.length; index += 1) next = follow(next, folded.charCodeAt(index))
  return next
}

/** End of the letter, sign or markup that begins at a UTF-16 offset: what `step` reads at once. */
export function endOfStep(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (code === 38) return at + (entityAt(text, at)?.[0].length ?? 1)
  if (code === 42) return at + Math.max(markupAt(text, at), 1)
  if (code === 10) return at + Math.max(wrapAt(text, at), 1)
  if (code < 128 && !(text.charCodeAt(at + 1) >= 0x300)) return at + 1
  return clusterEnd(text, at)
}

/** Adds a spelling; who is there already comes first. An entity has a spelling once. */
export function insertName(root: NameNode, name: NameEnd): void {
  const text = name.name
  let node = root
  let at = 0
  while (at < text.length) {
    const to = endOfStep(text, at)
    const code = text.charCodeAt(at)
    const folded = isHyphen(code) ? ' ' : foldCluster(text, at, to)
    for (let index = 0; index < folded.length; index += 1) node = grow(node, folded.charCodeAt(index))
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
