import type { Recommendation, SentimentLabel } from '../observation.ts'
import { predict, probabilities } from '../trees/forest.ts'
import type { ReadAnswer } from './document.ts'
import { readEvidence } from './evidence.ts'
import { type EntityMentions, readFeatures } from './features.ts'
import { isRecommended, SENTIMENTS, STRENGTHS } from './labels.ts'
import { type ReadingModel, shippedReadingModel } from './model.ts'
import { type Place, placesOf } from './places.ts'
import { type RankCandidate, rankCandidates } from './rank-candidates.ts'

/** How an answer as a whole speaks of an entity that it names. */
export interface EntityReading {
  label: SentimentLabel
  /** Probability of positive less that of negative, within the range of the label: −1…1. */
  score: number
  recommendation: Recommendation
}

/** The recommendation of an entity that the answer does not name. */
export const NO_RECOMMENDATION: Recommendation = {
  recommended: false,
  strength: null,
  reason: null,
  rank: null,
  listSize: null,
  evidence: null,
}

/** Scores from −0.25 to 0.25 are those of neutral and mixed. */
const BAND = 0.25
const LEAST_OPINION = 0.26
/** Probability from which a place in a list is a rank. */
const RANK_THRESHOLD = 0.45
/** Sentences of a short text, which is read by its mentions alone. */
const MOST_SHORT_PASSAGES = 2

const sentimentLogits = new Float64Array(SENTIMENTS.length)
const strengthLogits = new Float64Array(STRENGTHS.length)
const rankLogit = new Float64Array(1)

function scoreOf(label: SentimentLabel, balance: number): number {
  const rounded = Math.round(balance * 1000) / 1000
  if (label === 'positive') return Math.max(rounded, LEAST_OPINION)
  if (label === 'negative') return Math.min(rounded, -LEAST_OPINION)
  return Math.min(Math.max(rounded, -BAND), BAND)
}

/** Praise is never read beside advice against, nor criticism alone beside a first choice. */
function contradicts(sentiment: SentimentLabel, strength: (typeof STRENGTHS)[number]): boolean {
  return (
    (sentiment === 'positive' && strength === 'discouraged') ||
    (sentiment === 'negative' && strength === 'primary')
  )
}

/** Whether the strengths that recommend are together more probable than the others. */
function recommends(strengths: Float64Array): boolean {
  return (
    STRENGTHS.reduce((sum, one, index) => sum + (isRecommended(one) ? (strengths[index] ?? 0) : 0), 0) > 0.5
  )
}

/**
 * First whether the entity is recommended at all, then the most probable pair of a sentiment and a strength that agrees with it and does not
 * contradict itself: three strengths recommend, so that each alone may be less probable than a mention although one of them is right.
 */
function choose(sentiments: Float64Array, strengths: Float64Array): [sentiment: number, strength: number] {
  const recommended = recommends(strengths)
  let best: [number, number] = [1, 3]
  let most = -1
  SENTIMENTS.forEach((sentiment, first) => {
    STRENGTHS.forEach((strength, second) => {
      const together = (sentiments[first] ?? 0) * (strengths[second] ?? 0)
      if (together <= most || isRecommended(strength) !== recommended) return
      if (contradicts(sentiment, strength)) return
      most = together
      best = [first, second]
    })
  })
  return best
}

/** The rank of an entity in the list that answers the question, by the most probable of its places. */
export function readRank(
  answer: ReadAnswer,
  places: readonly Place[],
  model: ReadingModel = shippedReadingModel(),
): { rank: number; listSize: number } | null {
  let most = RANK_THRESHOLD
  let found: RankCandidate | undefined
  for (const candidate of rankCandidates(answer, places)) {
    predict(model.rank, candidate.features, rankLogit)
    const [probability = 0] = probabilities(rankLogit)
    if (probability <= most) continue
    most = probability
    found = candidate
  }
  if (!found) return null
  const { rank, section } = found
  return { rank, listSize: Math.max(rank, section.list.items.filter(({ unranked }) => !unranked).length) }
}

function meanOf(scores: readonly number[]): number {
  return scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length)
}

/** The probabilities of `SENTIMENTS` by the mentions alone: each counts as what the models of sentences say of it. */
function ofMentions(scores: readonly number[]): Float64Array {
  const positive = scores.filter((score) => score > BAND).length
  const negative = scores.filter((score) => score < -BAND).length
  const label =
    positive === negative
      ? positive > 0
        ? 'mixed'
        : 'neutral'
      : positive > negative
        ? 'positive'
        : 'negative'
  return Float64Array.from(SENTIMENTS, (one) => (one === label ? 1 : 0))
}

/** Reads how an answer speaks of an entity with at least one mention. */
export function readEntity(
  answer: ReadAnswer,
  mentions: EntityMentions,
  model: ReadingModel = shippedReadingModel(),
): EntityReading {
  const places = placesOf(answer, mentions.spans)
  const features = readFeatures(answer, places, mentions)
  predict(model.sentiment, features, sentimentLogits)
  predict(model.strength, features, strengthLogits)
  // A sentence or two is what the models of mentions are trained on, and has no structure to read.
  const short = answer.english && answer.passages.length <= MOST_SHORT_PASSAGES && mentions.scores.length > 0
  const sentiments = short ? ofMentions(mentions.scores) : probabilities(sentimentLogits)
  const [first, second] = choose(sentiments, probabilities(strengthLogits))
  const label = SENTIMENTS[first] ?? 'neutral'
  const strength = STRENGTHS[second] ?? 'mentioned_only'
  const place = readRank(answer, places, model)
  return {
    label,
    score: scoreOf(label, short ? meanOf(mentions.scores) : (sentiments[0] ?? 0) - (sentiments[2] ?? 0)),
    recommendation: {
      recommended: isRecommended(strength),
      strength,
      reason: null,
      rank: place?.rank ?? null,
      listSize: place?.listSize ?? null,
      evidence: readEvidence(answer, places, strength),
    },
  }
}
