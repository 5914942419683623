import type { Token } from '../../sentences/tokens.ts'
import { isComparative, polarityOf } from './comparatives.ts'
import { isNegation } from './negation.ts'
import {
  type ComparedSentence,
  isName,
  isVerb,
  joinedNames,
  onSide,
  type Side,
  type SidedComparison,
  wordAt,
} from './sides.ts'
import { WORDS } from './words.ts'

const SUBJECT_REACH = 12
const PHRASE_REACH = 6
const THAN_REACH = 12
const OTHER_REACH = 40

/** A comparative without a standard, and its subject. */
interface Claim {
  sign: number
  /** Index of the comparative's token. */
  at: number
  subject: Side
  /** True if the name follows the comparative: "easier in A". */
  inPhrase: boolean
}

/** The names of another clause and their connection to the claim. */
interface OtherClause {
  names: Side
  /** True if a contrastive conjunction such as "but" is between them. */
  contrast: boolean
  /** The first punctuation mark or "and" between them. */
  pause: string
  /** True if a verb is between them. */
  verb: boolean
  /** True if the clause starts with a subordinating conjunction: "While A …,". */
  subordinate: boolean
}

function subjectBefore(tokens: readonly Token[], at: number): Side {
  let verb = false
  for (let index = at - 1; index >= at - SUBJECT_REACH; index -= 1) {
    if (isName(tokens, index)) {
      return verb || WORDS.preferenceVerbs.has(wordAt(tokens, index - 1))
        ? joinedNames(tokens, index, -1)
        : []
    }
    const word = wordAt(tokens, index)
    if (WORDS.contrasts.has(word) || (WORDS.pauses.has(word) && word !== ',')) return []
    if (isVerb(word)) verb = true
  }
  return []
}

/** Returns the names in a prepositional phrase after a comparative: "easier in A". */
function namesInPhrase(tokens: readonly Token[], at: number): Side {
  let inPhrase = false
  for (let index = at + 1; index <= at + PHRASE_REACH; index += 1) {
    if (isName(tokens, index)) return inPhrase ? joinedNames(tokens, index, 1) : []
    const word = wordAt(tokens, index)
    if (WORDS.contrasts.has(word) || WORDS.pauses.has(word)) return []
    if (WORDS.prepositions.has(word)) inPhrase = true
  }
  return []
}

/** Returns the preferred names in "I'd rather have A". */
function preferredAt(tokens: readonly Token[], at: number): Side {
  if (wordAt(tokens, at) !== 'rather' || !WORDS.takes.has(wordAt(tokens, at + 1))) return []
  for (let index = at + 2; index <= at + PHRASE_REACH; index += 1) {
    if (isName(tokens, index)) return joinedNames(tokens, index, 1)
  }
  return []
}

function readClaims(tokens: readonly Token[]): Claim[] {
  const claims: Claim[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const preferred = preferredAt(tokens, at)
    if (preferred.length > 0) claims.push({ sign: 1, at, subject: preferred, inPhrase: false })
    if (!isComparative(wordAt(tokens, at)) || WORDS.noComparativeAfter.has(wordAt(tokens, at - 1))) continue
    const sign = polarityOf(tokens, at, tokens.length)
    const hasStandard = tokens.slice(at + 1, at + THAN_REACH).some(({ word }) => word === 'than')
    const negated = [1, 2, 3].some((before) => isNegation(wordAt(tokens, at - before)))
    if (!sign || hasStandard || negated) continue
    const before = subjectBefore(tokens, at)
    const inPhrase = before.length === 0
    const subject = inPhrase ? namesInPhrase(tokens, at) : before
    if (subject.length > 0) claims.push({ sign, at, subject, inPhrase })
  }
  return claims
}

/** Finds the nearest clause with names other than the subject's, in one direction from a token. */
function findOtherClause(
  sentence: ComparedSentence,
  from: number,
  step: 1 | -1,
  subject: Side,
): OtherClause | null {
  const { tokens } = sentence
  const isSubject = onSide(sentence, subject)
  let contrast = false
  let pause = ''
  let verb = false
  for (let distance = 1; distance <= OTHER_REACH; distance += 1) {
    const index = from + distance * step
    if (isName(tokens, index)) {
      if (isSubject(index)) continue
      const names = joinedNames(tokens, index, step).filter((name) => !isSubject(name))
      const nearest = Math.min(...names)
      const subordinate = [1, 2, 3].some((before) =>
        WORDS.subordinators.has(wordAt(tokens, nearest - before)),
      )
      return { names, contrast, pause, verb, subordinate }
    }
    const word = wordAt(tokens, index)
    if (WORDS.contrasts.has(word)) contrast = true
    else if (WORDS.pauses.has(word) && pause === '') pause = word
    if (isVerb(word)) verb = true
  }
  return null
}

/** Returns the names of the clause, before or after the claim, that contrasts with the claim. */
function contrastedWith(sentence: ComparedSentence, { at, subject, inPhrase }: Claim): Side {
  const before = findOtherClause(sentence, Math.min(...subject), -1, subject)
  if (before) {
    if (before.contrast) return before.verb || !inPhrase ? before.names : []
    const paused = before.pause === ',' || before.pause === '('
    return !inPhrase && paused && (before.verb || before.subordinate) ? before.names : []
  }
  const after = inPhrase ? null : findOtherClause(sentence, Math.max(at, ...subject), 1, subject)
  if (!after) return []
  // In "A is better, but X has B" the verb has another subject.
  if (after.contrast) return after.verb ? [] : after.names
  return after.verb && (after.pause === ',' || after.pause === '(') ? after.names : []
}

/**
 * Finds comparatives without a standard in clauses that contrast with another clause: "A is good, but B is better",
 * "While A works, B is faster", "A can do it, but it is easier in B". If both names are called better, neither counts.
 */
export function findContrasts(sentence: ComparedSentence): SidedComparison[] {
  if (sentence.question) return []
  const { tokens, entityOf } = sentence
  const claims = readClaims(tokens)
  const entityAt = (at: number) => entityOf(tokens[at]?.name ?? -1)
  const better = new Set<number>()
  const worse = new Set<number>()
  for (const { sign, subject } of claims) {
    for (const at of subject) (sign > 0 ? better : worse).add(entityAt(at))
  }
  return claims.flatMap((claim): SidedComparison[] => {
    const { sign, subject } = claim
    const second = contrastedWith(sentence, claim)
    const mutual = second.some((at) => (sign > 0 ? better : worse).has(entityAt(at)))
    return mutual || second.length === 0 ? [] : [{ sign, first: subject, second, cues: [claim.at] }]
  })
}
