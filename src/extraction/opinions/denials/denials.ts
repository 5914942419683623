import type { FoundName } from '../../names/mentions.ts'
import type { Sentence } from '../../sentences/sentences.ts'
import type { Token } from '../../sentences/tokens.ts'
import { noOptionAt, saysImpossible, saysUnknownInJapanese } from './unavailable.ts'
import {
  ACQUAINTANCE,
  EXISTS,
  FILLER,
  FIRST_PERSON,
  HEDGES,
  isMissing,
  isNegation,
  isUnknown,
  KINDS,
  KNOWLEDGE,
  LIMITS,
  NEGATIVE_DETERMINERS,
  RECOGNIZED,
  SEARCH,
  SOURCES,
  TOPICS,
  UNAWARE,
} from './words.ts'

/** Maximum distance in tokens between a denial phrase and its name. */
const REACH = 14
/** Length of the text in which phrases such as "not an option" are searched, in UTF-16 code units. */
const MAX_SENTENCE_LENGTH = 400

function negates(token: Token | undefined): boolean {
  return token !== undefined && isNegation(token)
}

/**
 * True for the last token of a phrase that denies knowledge of the following words: "could not find", "no information",
 * "unaware".
 */
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
  if (UNAWARE.has(word)) return isFirstPerson()
  if (ACQUAINTANCE.has(word)) return (negatedBefore(3) || negatedAfter()) && isFirstPerson()
  if (SEARCH.has(word)) return negatedBefore(4)
  if (KINDS.has(word) || KNOWLEDGE.has(word)) {
    for (let distance = 1; distance <= 5; distance += 1) {
      if (LIMITS.has(before(distance))) return false
      if (NEGATIVE_DETERMINERS.has(before(distance))) return true
      if (negated(distance) && KNOWLEDGE.has(word)) return isFirstPerson()
    }
  }
  return false
}

/** True if the denial is about a property of the brand instead of the brand itself. */
function isAboutSomethingElse(text: string, tokens: readonly Token[], index: number): boolean {
  const { start = 0, end = 0 } = tokens[index] ?? {}
  // "Acme's prices" and "Acme offering a discount": the brand is known, only the rest is not.
  if (/^['’]?s\b/.test(text.slice(end, end + 3)) || /ing$/.test(tokens[index + 1]?.word ?? '')) return true
  return /^['’] /.test(text.slice(end, end + 2)) && !/['‘’]/.test(text.charAt(start - 1))
}

/** Marks the names after a denial phrase as denied, as long as only filler words are in between. */
function denyForward(text: string, tokens: readonly Token[], from: number, denied: Set<number>): void {
  for (let index = from + 1; index < tokens.length && index <= from + REACH; index += 1) {
    const token = tokens[index]
    if (!token) return
    if (token.name >= 0) {
      if (!isAboutSomethingElse(text, tokens, index)) denied.add(token.name)
    } else if (!FILLER.has(token.word) && !KNOWLEDGE.has(token.word)) return
  }
}

/**
 * Marks the name at a token as denied if the denial follows: "Acme does not appear to exist", "Acme is not a recognized
 * brand".
 */
function denyBackward(tokens: readonly Token[], index: number, denied: Set<number>): void {
  const name = tokens[index]?.name ?? -1
  let negated = false
  for (let at = index + 1; at < tokens.length && at <= index + 10; at += 1) {
    const word = tokens[at]?.word ?? ''
    if (word === '' || word === ',' || word === 'but') return
    const next = tokens[at + 1]
    if (EXISTS.has(word)) {
      // "X findes ikke" is a denial only at the end of a clause; "findes ikke i Danmark" is not.
      const after = tokens[at + 2]?.word ?? ','
      if (negated || (negates(next) && (after === ',' || after === '.'))) denied.add(name)
    } else if (negates(tokens[at])) negated = true
    else if (negated && (word === 'found' || word === 'located' || word === 'verified')) {
      if (tokens[at - 1]?.word === 'be' || negates(tokens[at - 1])) denied.add(name)
    } else if (negated && RECOGNIZED.has(word)) {
      const around = [tokens[at - 1], next, tokens[at + 2]].map((token) => token?.word ?? '')
      const toMe = [tokens[at - 1], tokens[at - 2]].some((token) => FIRST_PERSON.has(token?.word ?? ''))
      if (toMe || around.some((near) => KINDS.has(near))) denied.add(name)
    }
  }
}

/** Number of tokens within which a sentence must name its topic. */
const TOPIC_REACH = 8
/** Maximum distance in tokens between a negation and the negated word. */
const NEGATION_REACH = 5
const SEGMENT_REACH = 15
/** Number of tokens after the topic that are checked for a denial. */
const SENTENCE_REACH = 60
const MARK = /^[,;:()–—]$/

/** Returns up to 30 tokens around a token, between two punctuation marks. */
function segmentAt(tokens: readonly Token[], at: number): readonly Token[] {
  const isInside = (index: number) =>
    Math.abs(index - at) < SEGMENT_REACH && !MARK.test(tokens[index]?.word ?? ',')
  let from = at
  while (isInside(from - 1)) from -= 1
  let to = at + 1
  while (isInside(to)) to += 1
  return tokens.slice(from, to)
}

/**
 * Marks the names at the start of a sentence as denied if the rest says that the writer or the sources do not know
 * them: "About Acme I have no reliable data", "Acme kenne ich nicht", "Acme is popular, but I have no information on
 * it".
 */
function denyTopic(tokens: readonly Token[], denied: Set<number>): void {
  const first = tokens.findIndex(({ name }) => name >= 0)
  if (first < 0 || first > TOPIC_REACH) return
  const opening = tokens.slice(0, first).map(({ word }) => word)
  const isAnnounced =
    opening.slice(opening.lastIndexOf(',') + 1).some((word) => TOPICS.has(word)) ||
    TOPICS.has(tokens[first + 1]?.word ?? '') ||
    (first === 0 && tokens.slice(1, 4).some(({ word }) => FIRST_PERSON.has(word)))
  for (let at = first + 1; at < Math.min(tokens.length, first + SENTENCE_REACH); at += 1) {
    const token = tokens[at]
    if (!token || (!isNegation(token) && !isMissing(tokens[at - 1]?.word ?? '', token.word))) continue
    const segment = segmentAt(tokens, at)
    const isKnower = segment.some(({ word }) => FIRST_PERSON.has(word) || SOURCES.has(word))
    const near = tokens
      .slice(Math.max(first + 1, at - 3), at + NEGATION_REACH)
      .filter((nearToken) => segment.includes(nearToken))
    const searched = segment.some(({ word }) => SOURCES.has(word))
    if (!isKnower || !near.some(({ word }) => isUnknown(word) || (searched && SEARCH.has(word)))) continue
    // Without an announced topic, the missing knowledge must be about "it", which refers to the start of the sentence.
    const isOfIt = segment.some(({ word }) => word === 'it' || word === 'them')
    if (!isAnnounced && !isOfIt) return
    for (const { name } of tokens.slice(0, Math.min(at, first + TOPIC_REACH))) if (name >= 0) denied.add(name)
    return
  }
}

/**
 * Marks names as denied that are said not to be an option. This applies to the last entity before the phrase, or to the
 * previous sentence if this one has no names ("It left the market, so that one is not an option").
 */
function denyUnavailable(
  text: string,
  sentence: Sentence,
  before: Sentence | null,
  named: { names: readonly FoundName[]; denied: Set<number> },
): void {
  const { start, end, from, to } = sentence
  const { names, denied } = named
  const said = text.slice(start, Math.min(end, start + MAX_SENTENCE_LENGTH))
  const at = noOptionAt(said)
  const subject = from < to ? sentence : before
  if (!subject) return
  if (at < 0) {
    const line = text.slice(start, start + MAX_SENTENCE_LENGTH)
    if (from < to || !subject.question || !saysImpossible(line.slice(0, line.indexOf('\n') >>> 0))) return
  }
  let last = subject.to - 1
  while (from < to && last >= from && (names[last]?.start ?? 0) > start + at) last -= 1
  for (let name = subject.from; name <= last; name += 1)
    if (names[name]?.entity === names[last]?.entity) denied.add(name)
}

/**
 * Finds denials: names that occur only to say that they are unknown or not an option. After a denial, guesses and
 * questions about the same entity belong to it ("it is possible that X is new", "could you tell me more about X?").
 * Returns indices of found names.
 */
export function findDenials(
  text: string,
  sentences: readonly Sentence[],
  names: readonly FoundName[],
): Set<number> {
  const denied = new Set<number>()
  const deniedEntities = new Set<number>()
  let previous: Sentence | null = null
  for (const sentence of sentences) {
    const { tokens, from, to, question, end } = sentence
    denyUnavailable(text, sentence, previous?.group === sentence.group ? previous : null, { names, denied })
    previous = from < to ? sentence : null
    if (from === to) continue
    denyTopic(tokens, denied)
    if (tokens.some(isNegation)) {
      tokens.forEach((token, index) => {
        if (token.name >= 0) denyBackward(tokens, index, denied)
        else if (endsDenialPhrase(tokens, index)) denyForward(text, tokens, index, denied)
      })
    }
    for (const token of tokens) {
      const after = text.slice(token.end, Math.min(end, token.end + MAX_SENTENCE_LENGTH))
      if (token.name >= 0 && saysUnknownInJapanese(after)) denied.add(token.name)
    }
    const guess = deniedEntities.size > 0 && (question || tokens.some((token) => HEDGES.has(token.word)))
    for (let name = from; name < to; name += 1) {
      if (denied.has(name)) deniedEntities.add(names[name]?.entity ?? -1)
      else if (guess && deniedEntities.has(names[name]?.entity ?? -1)) denied.add(name)
    }
  }
  return denied
}
