import { classAt, clusterEnd, foldCluster, HANGUL, IGNORED, UNSPACED, WORD } from './fold.ts'
import type { TrackedEntity } from './observation.ts'
import { isOrdinaryWord } from './ordinary-words.ts'
import { ownersOf } from './owners.ts'

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

interface Node {
  edges: Map<number, Node>
  end: NameEnd | null
}

/** Names of a set of entities, compiled once and used for any number of answers. */
export interface Matcher {
  entities: readonly TrackedEntity[]
  root: Node
  /** Domain, lower case, to entity index. */
  owners: ReadonlyMap<string, number>
}

const SEPARATOR = 32
const MAXIMUM_SPACES = 4
// What may follow a Korean name without a space and still leave it that name.
const PARTICLES = new Set(
  '은 는 이 가 을 를 의 에 에서 에게 와 과 도 로 으로 만 나 이나 보다 까지 부터 처럼 라는 이라는 이란 란 입니다 이며 이고 하고 에는 에도 에서는 의경우 사의 사는'.split(
    ' ',
  ),
)

function isSpace(code: number): boolean {
  return (
    code === 32 ||
    code === 9 ||
    code === 0xa0 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x202f ||
    code === 0x3000
  )
}

function isHyphen(code: number): boolean {
  return code === 45 || (code >= 0x2010 && code <= 0x2013) || code === 0x2212
}

/** Follows one letter, or one space or hyphen, of the text; undefined when no name continues so. */
function step(node: Node, text: string, from: number, to: number): Node | undefined {
  const code = text.charCodeAt(from)
  if (isSpace(code) || isHyphen(code)) return node.edges.get(SEPARATOR)
  if (code < 128 && to === from + 1) {
    return node.edges.get(code >= 65 && code <= 90 ? code + 32 : code === 96 ? 39 : code)
  }
  const folded = foldCluster(text, from, to)
  let next: Node | undefined = node
  for (let index = 0; next && index < folded.length; index += 1) {
    next = next.edges.get(folded.charCodeAt(index))
  }
  return next
}

function endOfLetter(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (isSpace(code)) {
    let end = at + 1
    while (end < at + MAXIMUM_SPACES && isSpace(text.charCodeAt(end))) end += 1
    return end
  }
  if (code < 128 && !(text.charCodeAt(at + 1) >= 0x300)) return at + 1
  return clusterEnd(text, at)
}

function isUpper(text: string, at: number): boolean {
  const character = text.charAt(at)
  return character !== character.toLowerCase()
}

/** True where a page has lost the space: a small letter, figure or bracket, then a capital that begins a word. */
export function isGlued(text: string, at: number): boolean {
  if (!isUpper(text, at)) return false
  return !isUpper(text, at - 1) || (at + 1 < text.length && /\p{Ll}/u.test(text.charAt(at + 1)))
}

function koreanParticle(text: string, at: number): boolean {
  let end = at
  while (end < at + 5 && classAt(text, end) === HANGUL) end += 1
  return PARTICLES.has(text.slice(at, end))
}

function endsWord(text: string, end: number, lastClass: number, compound: boolean): boolean {
  let at = end
  while (at < text.length && classAt(text, at) === IGNORED) at += 1
  // Snake case is one identifier, an underscore before a space or full stop is emphasis.
  if (text.charCodeAt(at) === 95 && classAt(text, at + 1) === WORD && text.charCodeAt(at - 1) !== 95)
    return false
  const next = classAt(text, at)
  if (lastClass === UNSPACED) return true
  if (next === HANGUL) return lastClass !== HANGUL || koreanParticle(text, at)
  if (next !== WORD) return true
  return compound && isGlued(text, at)
}

/** The longest name that begins at an offset and ends where a word ends, or null. */
export function longestName(
  matcher: Matcher,
  text: string,
  start: number,
): { end: number; name: NameEnd } | null {
  let best: { end: number; name: NameEnd } | null = null
  let node: Node | undefined = matcher.root
  let at = start
  while (at < text.length) {
    const to = endOfLetter(text, at)
    node = step(node, text, at, to)
    if (!node) break
    if (node.end && classAt(text, at) !== IGNORED) {
      if (endsWord(text, to, classAt(text, at), node.end.compound)) best = { end: to, name: node.end }
    }
    at = to
  }
  return best
}

function insert(root: Node, written: string, name: NameEnd): void {
  const text = written.trim()
  let node = root
  let at = 0
  while (at < text.length) {
    const to = endOfLetter(text, at)
    const code = text.charCodeAt(at)
    const folded = isSpace(code) || isHyphen(code) ? ' ' : foldCluster(text, at, to)
    for (let index = 0; index < folded.length; index += 1) {
      const unit = folded.charCodeAt(index)
      const next = node.edges.get(unit) ?? { edges: new Map(), end: null }
      node.edges.set(unit, next)
      node = next
    }
    at = to
  }
  if (node !== root) node.end ??= name
}

/**
 * Compiles the names and aliases of entities. Of two entities with the same name the earlier one has it; names
 * without a letter or figure are left out. Costs time in the length of the names, not of any answer.
 */
export function prepare(entities: readonly TrackedEntity[]): Matcher {
  const root: Node = { edges: new Map(), end: null }
  entities.forEach((entity, index) => {
    for (const name of [entity.name, ...(entity.aliases ?? [])]) {
      if (!/[\p{L}\p{N}]/u.test(name)) continue
      const end = {
        entity: index,
        ordinary: isOrdinaryWord(name),
        compound: /[\p{L}\p{N}][\s-]+[\p{L}\p{N}]/u.test(name),
        name: name.trim(),
      }
      insert(root, name, end)
      // "Yahoo!" is written without its mark as often as with it.
      insert(root, name.trim().replace(/[!?.™®©]{1,3}$/u, ''), end)
    }
  })
  return { entities, root, owners: ownersOf(entities) }
}
