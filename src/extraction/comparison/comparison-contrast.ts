import type { Token } from '../text/words.ts'
import { isNegation } from './comparison-negation.ts'
import {
  type Finding,
  isName,
  isOn,
  isVerb,
  joinedNames,
  type ReadSentence,
  type Side,
  wordAt,
} from './comparison-sides.ts'
import { degreeOf, isDegree, wordSet } from './comparison-words.ts'

const CONTRASTS = wordSet('but however although though whereas while yet despite until')
const PAUSES = wordSet('; ( ) , and')
const PLACES = wordSet('in on with using use via')
const LIKINGS = wordSet('like likes liked love loved prefer')
const NOT_SAID = wordSet('had work works working try tries trying')
const OPENERS = wordSet('while although though whereas')
const TAKES = wordSet('have use go take buy get stick')
const SUBJECT_REACH = 12
const PLACE_REACH = 6
const THAN_REACH = 12
const OTHER_REACH = 40

/** A comparative without a standard and the names it is said of. */
interface Claim {
  sign: number
  at: number
  holder: Side
  /** "Easier in A": the name stands after it. */
  placed: boolean
}

/** Names another clause speaks of, and how it is joined. */
interface Opposite {
  names: Side
  contrast: boolean
  pause: string
  /** The words between have a verb. */
  verb: boolean
  /** "While A …," */
  opened: boolean
}

function subjectOf(tokens: readonly Token[], at: number): Side {
  let verb = false
  for (let index = at - 1; index >= at - SUBJECT_REACH; index -= 1) {
    if (isName(tokens, index)) {
      return verb || LIKINGS.has(wordAt(tokens, index - 1)) ? joinedNames(tokens, index, -1) : []
    }
    const word = wordAt(tokens, index)
    if (CONTRASTS.has(word) || (PAUSES.has(word) && word !== ',')) return []
    if (isVerb(word)) verb = true
  }
  return []
}

function placeOf(tokens: readonly Token[], at: number): Side {
  let placed = false
  for (let index = at + 1; index <= at + PLACE_REACH; index += 1) {
    if (isName(tokens, index)) return placed ? joinedNames(tokens, index, 1) : []
    const word = wordAt(tokens, index)
    if (CONTRASTS.has(word) || PAUSES.has(word)) return []
    if (PLACES.has(word)) placed = true
  }
  return []
}

/** "I'd rather have A". */
function chosenAt(tokens: readonly Token[], at: number): Side {
  if (wordAt(tokens, at) !== 'rather' || !TAKES.has(wordAt(tokens, at + 1))) return []
  for (let index = at + 2; index <= at + PLACE_REACH; index += 1) {
    if (isName(tokens, index)) return joinedNames(tokens, index, 1)
  }
  return []
}

function readClaims(tokens: readonly Token[]): Claim[] {
  const claims: Claim[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const chosen = chosenAt(tokens, at)
    if (chosen.length > 0) claims.push({ sign: 1, at, holder: chosen, placed: false })
    if (!isDegree(wordAt(tokens, at)) || NOT_SAID.has(wordAt(tokens, at - 1))) continue
    const sign = degreeOf(tokens, at, tokens.length)
    const measured = tokens.slice(at + 1, at + THAN_REACH).some(({ word }) => word === 'than')
    const negated = [1, 2, 3].some((before) => isNegation(wordAt(tokens, at - before)))
    if (!sign || measured || negated) continue
    const subject = subjectOf(tokens, at)
    const holder = subject.length > 0 ? subject : placeOf(tokens, at)
    if (holder.length > 0) claims.push({ sign, at, holder, placed: subject.length === 0 })
  }
  return claims
}

function lookFor(sentence: ReadSentence, from: number, step: 1 | -1, holder: Side): Opposite | null {
  const { tokens } = sentence
  const isHolder = isOn(sentence, holder)
  let contrast = false
  let pause = ''
  let verb = false
  for (let distance = 1; distance <= OTHER_REACH; distance += 1) {
    const index = from + distance * step
    if (isName(tokens, index)) {
      if (isHolder(index)) continue
      const names = joinedNames(tokens, index, step).filter((name) => !isHolder(name))
      const nearest = Math.min(...names)
      const opened = [1, 2, 3].some((before) => OPENERS.has(wordAt(tokens, nearest - before)))
      return { names, contrast, pause, verb, opened }
    }
    const word = wordAt(tokens, index)
    if (CONTRASTS.has(word)) contrast = true
    else if (PAUSES.has(word) && pause === '') pause = word
    if (isVerb(word)) verb = true
  }
  return null
}

/** The names of a clause before or after the claim's own that it is set against. */
function oppositeOf(sentence: ReadSentence, { at, holder, placed }: Claim): Side {
  const before = lookFor(sentence, Math.min(...holder), -1, holder)
  if (before) {
    if (before.contrast) return before.verb || !placed ? before.names : []
    const paused = before.pause === ',' || before.pause === '('
    return !placed && paused && (before.verb || before.opened) ? before.names : []
  }
  const after = placed ? null : lookFor(sentence, Math.max(at, ...holder), 1, holder)
  if (!after) return []
  // "A is better, but X has B": the verb has another subject.
  if (after.contrast) return after.verb ? [] : after.names
  return after.verb && (after.pause === ',' || after.pause === '(') ? after.names : []
}

/**
 * Finds what is only set against another clause: "A is good, but B is better", "While A works, B is faster", "A can do it,
 * but it is easier in B". Where both are said to be better, neither is.
 */
export function findContrasts(sentence: ReadSentence): Finding[] {
  if (sentence.question) return []
  const { tokens, entityOf } = sentence
  const claims = readClaims(tokens)
  const entityAt = (at: number) => entityOf(tokens[at]?.name ?? -1)
  const praised = new Set<number>()
  const blamed = new Set<number>()
  for (const { sign, holder } of claims) {
    for (const at of holder) (sign > 0 ? praised : blamed).add(entityAt(at))
  }
  return claims.flatMap((claim): Finding[] => {
    const { sign, holder } = claim
    const second = oppositeOf(sentence, claim)
    const answered = second.some((at) => (sign > 0 ? praised : blamed).has(entityAt(at)))
    return answered || second.length === 0 ? [] : [{ sign, first: holder, second, cues: [claim.at] }]
  })
}
