import type { Sentence } from '../text/sentences.ts'
import type { Token } from '../text/words.ts'
import {
  ACQUAINTANCE,
  EXISTENCE,
  EXISTS,
  FILLER,
  FIRST_PERSON,
  HEDGES,
  isIgnorance,
  isNegation,
  isNone,
  KIND,
  KNOWLEDGE,
  NOT_A_DENIAL,
  SEARCH,
} from './denial-words.ts'

const REACH = 14

function negates(token: Token | undefined): boolean {
  return token !== undefined && isNegation(token)
}

/** True where a negation and a search for knowledge end at this token: "could not find", "no information", "unaware". */
function beginsDenial(tokens: readonly Token[], index: number): boolean {
  const word = tokens[index]?.word ?? ''
  const before = (distance: number) => tokens[index - distance]?.word ?? ''
  const negated = (distance: number) => negates(tokens[index - distance])
  const negatedBefore = (reach: number) => {
    for (let distance = 1; distance <= reach; distance += 1) if (negated(distance)) return true
    return false
  }
  // "Ich kenne X nicht", "jeg kender ikke X".
  const negatedAfter = () => negated(-1) || ((tokens[index + 1]?.name ?? -1) >= 0 && negated(-2))
  const speaks = () => {
    for (let distance = 0; distance <= 6; distance += 1) if (FIRST_PERSON.has(before(distance))) return true
    return false
  }
  if (isIgnorance(word)) return speaks()
  if (ACQUAINTANCE.has(word)) return (negatedBefore(3) || negatedAfter()) && speaks()
  if (SEARCH.has(word)) return negatedBefore(4)
  if (KIND.has(word) || KNOWLEDGE.has(word)) {
    for (let distance = 1; distance <= 5; distance += 1) {
      if (NOT_A_DENIAL.has(before(distance))) return false
      if (isNone(before(distance))) return true
      if (negated(distance) && KNOWLEDGE.has(word)) return speaks()
    }
  }
  return false
}

function isAboutSomethingElse(text: string, tokens: readonly Token[], index: number): boolean {
  const { start = 0, end = 0 } = tokens[index] ?? {}
  // "Acme's prices" and "Acme offering a discount": the brand is known, the rest is not.
  if (/^['’]?s\b/.test(text.slice(end, end + 3)) || /ing$/.test(tokens[index + 1]?.word ?? '')) return true
  return /^['’] /.test(text.slice(end, end + 2)) && !/['‘’]/.test(text.charAt(start - 1))
}

function denyForward(text: string, tokens: readonly Token[], from: number, denied: Set<number>): void {
  for (let index = from + 1; index < tokens.length && index <= from + REACH; index += 1) {
    const token = tokens[index]
    if (!token) return
    if (token.name >= 0) {
      if (!isAboutSomethingElse(text, tokens, index)) denied.add(token.name)
    } else if (!FILLER.has(token.word) && !KNOWLEDGE.has(token.word)) return
  }
}

/** "Acme does not appear to exist", "Acme is not a recognised brand", "Acme could not be found". */
function denyBackward(tokens: readonly Token[], index: number, denied: Set<number>): void {
  const name = tokens[index]?.name ?? -1
  let negated = false
  for (let at = index + 1; at < tokens.length && at <= index + 10; at += 1) {
    const word = tokens[at]?.word ?? ''
    if (word === '' || word === ',' || word === 'but') return
    const next = tokens[at + 1]
    if (EXISTS.has(word)) {
      // "X findes ikke" says so only where nothing follows: not here, not yet.
      const after = tokens[at + 2]?.word ?? ','
      if (negated || (negates(next) && (after === ',' || after === '.'))) denied.add(name)
    } else if (negates(tokens[at])) negated = true
    else if (negated && (word === 'found' || word === 'located' || word === 'verified')) {
      if (tokens[at - 1]?.word === 'be' || negates(tokens[at - 1])) denied.add(name)
    } else if (negated && EXISTENCE.has(word)) {
      const around = [tokens[at - 1], next, tokens[at + 2]].map((token) => token?.word ?? '')
      const toMe = [tokens[at - 1], tokens[at - 2]].some((token) => FIRST_PERSON.has(token?.word ?? ''))
      if (toMe || around.some((near) => KIND.has(near))) denied.add(name)
    }
  }
}

/**
 * The found names that are named only to say that nothing is known of them. After a denial, guesses and questions
 * about the same entity ("it is possible that X is new", "could you tell me more about X?") are part of it.
 */
export function findDenials(
  text: string,
  sentences: readonly Sentence[],
  entityOf: (name: number) => number,
): Set<number> {
  const denied = new Set<number>()
  const deniedEntities = new Set<number>()
  for (const { tokens, from, to, question } of sentences) {
    if (from === to) continue
    if (tokens.some(isNegation)) {
      tokens.forEach((token, index) => {
        if (token.name >= 0) denyBackward(tokens, index, denied)
        else if (beginsDenial(tokens, index)) denyForward(text, tokens, index, denied)
      })
    }
    const guess = deniedEntities.size > 0 && (question || tokens.some((token) => HEDGES.has(token.word)))
    for (let name = from; name < to; name += 1) {
      if (denied.has(name)) deniedEntities.add(entityOf(name))
      else if (guess && deniedEntities.has(entityOf(name))) denied.add(name)
    }
  }
  return denied
}
