import type { Span } from '../foundation/observation.ts'
import type { FoundName } from '../names/mentions.ts'
import type { Sentence } from '../sentences/sentences.ts'
import { type Comparison, findComparisons } from './comparison/comparison.ts'
import { findDenials } from './denials/denials.ts'
import { evidenceOf } from './sentiment/evidence.ts'
import { nounOf } from './sentiment/features.ts'
import { scoreNames } from './sentiment/sentiment.ts'
import { readStatements, type Statement } from './statements.ts'

/** What the sentences of an answer say about its names. Every index refers to the list of found names. */
export interface NameOpinions {
  /** Comparisons between tracked names. */
  comparisons: Comparison[]
  /** Names that occur only to say that they are unknown or not an option. */
  denied: ReadonlySet<number>
  /** Sentiment toward each name: −1…1, with three decimals. 0 for a denied name. */
  scores: number[]
  /** The clause about each name. */
  evidence: Span[]
  /** Explicit recommendations; empty if the answer is not in English. */
  statements: Statement[]
}

/** An answer whose sentences and names have been found. */
interface NamedSentences {
  text: string
  /** Result of `lowerCase`. */
  lower: string
  sentences: readonly Sentence[]
  names: readonly FoundName[]
  /** Names of all entities; the first `trackedCount` of them are tracked. */
  entityNames: readonly string[]
  trackedCount: number
  english: boolean
}

/** Finds the comparisons, denials, sentiment and statements in the sentences of an answer. */
export function findNameOpinions({
  text,
  lower,
  sentences,
  names,
  entityNames,
  trackedCount,
  english,
}: NamedSentences): NameOpinions {
  const entityOf = (name: number) => names[name]?.entity ?? -1
  // Keep only comparisons between tracked names. One with an untracked name says little about the rest of a list.
  const isTracked = (name: number) => entityOf(name) < trackedCount
  const comparisons = findComparisons(sentences, entityOf).filter(
    ({ better, worse }) => better.some(isTracked) && worse.some(isTracked),
  )
  const denied = findDenials(text, sentences, names)
  const nouns = Int32Array.from(names, ({ entity }) => nounOf(entityNames[entity] ?? ''))
  const scores = scoreNames({ lower, sentences, comparisons, nouns })
  return {
    comparisons,
    denied,
    scores: Array.from(scores, (score, name) => (denied.has(name) ? 0 : Math.round(score * 1000) / 1000)),
    evidence: evidenceOf(text, sentences, names),
    statements: english ? sentences.flatMap(readStatements) : [],
  }
}
