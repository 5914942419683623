import type { Sentence } from './sentences.ts'
import type { Token } from './words.ts'

const REACH = 14
const FIRST_PERSON = new Set(['i', "i'm", "i've", 'we', "we're", "we've", 'my', "i'd", 'me'])
// What is said not to exist; a denial needs one of these or the name itself.
const KNOWLEDGE = new Set(
  `information info details detail data anything record records reference references mention mentions result results match
  matches evidence trace listing listings documentation knowledge context`.split(/\s+/),
)
const SEARCH = new Set(
  'find found locate located identify identified verify verified confirm confirmed see'.split(' '),
)
const ACQUAINTANCE = new Set('aware familiar heard recognize recognise recognized recognised know'.split(' '))
// Words that may stand between the denial and the name it is about.
const FILLER = new Set(
  `a an any the of on about for regarding concerning called named by name as to in with specific specifically reliable
  verified verifiable credible official relevant detailed public publicly available much enough sufficient substantial
  widely known company companies brand brands product products service services business tool platform software app website
  organization organisation provider entity entities vendor matching exactly exact my training sources search knowledge
  base being there is was or and , ( ) reputable related was were results clear direct real existing have been able
  currently`.split(/\s+/),
)
const NOT_A_DENIAL = new Set(
  'current recent latest real-time up-to-date pricing price prices live negative'.split(' '),
)
const EXISTENCE = new Set(
  'known recognized recognised real familiar documented recognizable recognisable'.split(' '),
)
const KIND = new Set(
  `company brand product service tool platform software app business organization organisation provider entity name term
  vendor website one`.split(/\s+/),
)
const HEDGES = new Set(
  `if possible possibly perhaps maybe may might could would whether typo misspelled misspelling spelling clarify confirm
  fictional private new smaller small`.split(/\s+/),
)

const DENIES = new Set(['unable', 'unaware', 'unfamiliar'])

/** True where a negation and a search for knowledge end at this token: "could not find", "no information", "unaware". */
function beginsDenial(tokens: readonly Token[], index: number): boolean {
  const word = tokens[index]?.word ?? ''
  const before = (distance: number) => tokens[index - distance]?.word ?? ''
  const negated = (distance: number) => tokens[index - distance]?.meaning.negates ?? false
  const negatedBefore = (reach: number) => {
    for (let distance = 1; distance <= reach; distance += 1) {
      if (negated(distance) || before(distance) === 'unable') return true
    }
    return false
  }
  const speaks = () => {
    for (let distance = 0; distance <= 6; distance += 1) if (FIRST_PERSON.has(before(distance))) return true
    return false
  }
  if (word === 'unaware' || word === 'unfamiliar') return speaks()
  if (ACQUAINTANCE.has(word)) return negatedBefore(3) && speaks()
  if (SEARCH.has(word)) return negatedBefore(4)
  if (KIND.has(word) || KNOWLEDGE.has(word)) {
    for (let distance = 1; distance <= 5; distance += 1) {
      if (NOT_A_DENIAL.has(before(distance))) return false
      if (before(distance) === 'no') return true
      if (negated(distance) && KNOWLEDGE.has(word)) return speaks()
    }
  }
  return false
}

function isAboutSomethingElse(text: string, tokens: readonly Token[], index: number): boolean {
  const end = tokens[index]?.end ?? 0
  // "Acme's prices" and "Acme offering a discount": the brand is known, the rest is not.
  return /^['’]s?\b/.test(text.slice(end, end + 3)) || /ing$/.test(tokens[index + 1]?.word ?? '')
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
    if (tokens[at]?.meaning.negates) negated = true
    else if (negated && word === 'exist') denied.add(name)
    else if (negated && (word === 'found' || word === 'located' || word === 'verified')) {
      if (tokens[at - 1]?.word === 'be' || tokens[at - 1]?.meaning.negates) denied.add(name)
    } else if (negated && EXISTENCE.has(word)) {
      const next = tokens[at + 1]?.word ?? ''
      const after = tokens[at + 2]?.word ?? ''
      if (KIND.has(next) || KIND.has(after)) denied.add(name)
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
    if (tokens.some(({ word, meaning }) => meaning.negates || DENIES.has(word))) {
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
