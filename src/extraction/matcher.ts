import { mayBeWord } from './common-words.ts'
import { classAt, HANGUL, IGNORED, UNSPACED, WORD } from './fold.ts'
import {
  emptyNode,
  endOfStep,
  firstUnits,
  insertName,
  type NameEnd,
  type NameNode,
  step,
} from './name-trie.ts'
import type { TrackedEntity } from './observation.ts'
import { ownersOf } from './owners.ts'

/** Names of a set of entities, compiled once and used for any number of answers. */
export interface Matcher {
  entities: readonly TrackedEntity[]
  root: NameNode
  /** 1 at `first * 128 + second` for ASCII units with which a name may begin, in either case. */
  pairs: Uint8Array
  /** Domain, lower case, to entity index. */
  owners: ReadonlyMap<string, number>
}

// What may follow a Korean name without a space and still leave it that name.
const PARTICLES = new Set(
  `은 는 이 가 을 를 의 에 에서 에게 와 과 도 로 으로 만 나 이나 보다 까지 부터 처럼 라는 이라는 이란 란 입니다 이며 이고 하고
  에는 에도 에서는 사의 사는`.split(/\s+/),
)

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
  let node: NameNode | undefined = matcher.root
  let at = start
  while (at < text.length) {
    const to = endOfStep(text, at)
    node = step(node, text, at, to)
    if (!node) break
    if (node.end && classAt(text, at) !== IGNORED) {
      if (endsWord(text, to, classAt(text, at), node.end.compound)) best = { end: to, name: node.end }
    }
    at = to
  }
  return best
}

function casesOf(unit: number): number[] {
  return unit >= 97 && unit <= 122 ? [unit, unit - 32] : [unit]
}

function pairsOf(root: NameNode): Uint8Array {
  const pairs = new Uint8Array(128 * 128)
  for (const [first, second] of firstUnits(root)) {
    if (first >= 128) continue
    for (const row of casesOf(first)) {
      // A space is written in several ways, and one letter may stand for several units: no filter on those.
      const plain = second > 32 && second < 128
      if (plain) for (const column of casesOf(second)) pairs[row * 128 + column] = 1
      else pairs.fill(1, row * 128, row * 128 + 128)
    }
  }
  return pairs
}

/** False when no name can begin with these two UTF-16 units: most words of most texts. */
export function mayBegin(matcher: Matcher, first: number, second: number): boolean {
  return first >= 128 || second >= 128 || Number.isNaN(second) || matcher.pairs[first * 128 + second] === 1
}

/**
 * Compiles the names and aliases of entities. Of two entities with the same name the earlier one has it; names
 * without a letter or figure are left out. Costs time in the length of the names, not of any answer.
 */
export function prepare(entities: readonly TrackedEntity[]): Matcher {
  const root = emptyNode()
  entities.forEach((entity, index) => {
    for (const name of [entity.name, ...(entity.aliases ?? [])]) {
      if (!/[\p{L}\p{N}]/u.test(name)) continue
      const end = {
        entity: index,
        // A name that is given in lower case is meant wherever it stands.
        ordinary: name !== name.toLowerCase() && mayBeWord(name),
        compound: /[\p{L}\p{N}][\s-]+[\p{L}\p{N}]/u.test(name),
        name: name.trim(),
      }
      insertName(root, name, end)
      // "Yahoo!" is written without its mark as often as with it.
      insertName(root, name.trim().replace(/[!?.™®©]{1,3}$/u, ''), end)
    }
  })
  return { entities, root, pairs: pairsOf(root), owners: ownersOf(entities) }
}
