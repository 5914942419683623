import type { Sentence } from '../sentences/sentences.ts'
import type { Token } from '../sentences/tokens.ts'
import {
  ACQUAINTANCE,
  EXISTENCE,
  EXISTS,
  FILLER,
  FIRST_PERSON,
  HEDGES,
  isNegation,
  isNegativeDeterminer,
  isUnaware,
  KIND,
  KNOWLEDGE,
  NOT_A_DENIAL,
  SEARCH,
} from './words.ts'

/** Tokens between a denial phrase and the name that it is about. */
const REACH = 14

function negates(token: Token | undefined): boolean {
  return token !== undefined && isNegation(token)
}

/** True for the last token of a phrase that denies knowledge of what follows: "could not find", "no information", "unaware". */
function endsDenialPhrase(tokens: readonly Token[], index: number): boolean {
  const word = tokens[index]?.word ?? ''
  const before = (distance: number) => tokens[index - distance]?.word ?? ''
  const negated = (distance: number) => negates(tokens[index - distance])
  const negatedBefore = (reach: number) => {
    for (let distance = 1; distance <= reach; distance += 1) if (negated(distance)) return true
    return false
  }
  // "Ich kenne X nicht", "jeg kender ikke X".
  const negatedAfter = () => negated(-1) || ((tokens[index + 1]?.name ?? -1) >= 0 && negated(-2))
  const isFirstPerson = () => {
    for (let distance = 0; distance <= 6; distance += 1) if (FIRST_PERSON.has(before(distance))) return true
    return false
  }
  if (isUnaware(word)) return isFirstPerson()
  if (ACQUAINTANCE.has(word)) return (negatedBefore(3) || negatedAfter()) && isFirstPerson()
  if (SEARCH.has(word)) return negatedBefore(4)
  if (KIND.has(word) || KNOWLEDGE.has(word)) {
    for (let distance = 1; distance <= 5; distance += 1) {
      if (NOT_A_DENIAL.has(before(distance))) return false
      if (isNegativeDeterminer(before(distance))) return true
      if (negated(distance) && KNOWLEDGE.has(word)) return isFirstPerson()
    }
  }
  return false
}

/** True where a denial is about something of the brand and not about the brand itself. */
function isAboutSomethingElse(text: string, tokens: readonly Token[], index: number): boolean {
  const { start = 0, end = 0 } = tokens[index] ?? {}
  // "Acme's prices" and "Acme offering a discount": the brand is known, the rest is not.
  if (/^['’]?s\b/.test(text.slice(end, end + 3)) || /ing$/.test(tokens[index + 1]?.word ?? '')) return true
  return /^['’] /.test(text.slice(end, end + 2)) && !/['‘’]/.test(text.charAt(start - 1))
}

/** Marks the names after a denial phrase as denied, as far as only filler words stand between them. */
function denyForward(text: string, tokens: readonly Token[], from: number, denied: Set<number>): void {
  for (let index = from + 1; index < tokens.length && index <= from + REACH; index += 1) {
    const token = tokens[index]
    if (!token) return
    if (token.name >= 0) {
      if (!isAboutSomethingElse(text, tokens, index)) denied.add(token.name)
    } else if (!FILLER.has(token.word) && !KNOWLEDGE.has(token.word)) return
  }
}

/** Marks the name at a token as denied where the denial follows: "Acme does not appear to exist", "Acme is not a recognised brand". */
function denyBackward(tokens: readonly Token[], index: number, denied: Set<number>): void {
  const name = tokens[index]?.name ?? -1
  let negated = false
  for (let at = index + 1; at < tokens.length && at <= index + 10; at += 1) {
    const word = tokens[at]?.word ?? ''
    if (word === '' || word === ',' || word === 'but') return
    const next = tokens[at + 1]
    if (EXISTS.has(word)) {
      // "X findes ikke" is a denial only at the end of a clause, as "findes ikke i Danmark" is not.
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
 * Finds denials: names that occur only to say that nothing is known of them. After a denial, guesses and questions about the same
 * entity ("it is possible that X is new", "could you tell me more about X?") belong to it. Returns indices of found names;
 * `entityOf` gives the entity of one.
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
        else if (endsDenialPhrase(tokens, index)) denyForward(text, tokens, index, denied)
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
