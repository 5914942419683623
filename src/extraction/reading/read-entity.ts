import type { Recommendation, SentimentLabel } from '../observation.ts'
import { predict, probabilities } from '../trees/forest.ts'
import type { ReadAnswer } from './document.ts'
import { readEvidence } from './evidence.ts'
import { type EntityMentions, readFeatures } from './features.ts'
import { isRecommended, SENTIMENTS, STANCES, STRENGTHS_OF } from './labels.ts'
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

const stanceLogits = new Float64Array(STANCES.length)
const rankLogit = new Float64Array(1)

function scoreOf(label: SentimentLabel, balance: number): number {
  const rounded = Math.round(balance * 1000) / 1000
  if (label === 'positive') return Math.max(rounded, LEAST_OPINION)
  if (label === 'negative') return Math.min(rounded, -LEAST_OPINION)
  return Math.min(Math.max(rounded, -BAND), BAND)
}

type Stance = (typeof STANCES)[number]

/** The sum of the probabilities of some stances. */
function sumOf(stances: Float64Array, holds: (stance: Stance) => boolean): number {
  return STANCES.reduce((sum, stance, index) => sum + (holds(stance) ? (stances[index] ?? 0) : 0), 0)
}

/**
 * The most probable sentiment, and the most probable of the strengths that go with it: of those that recommend or of the others, by
 * which are together more probable, as each of the three that recommend may be less probable than a mere mention.
 */
function choose(stances: Float64Array): Stance {
  const likeliest = <Value>(values: readonly Value[], holds: (stance: Stance, value: Value) => boolean) =>
    values
      .map((value) => ({ value, probability: sumOf(stances, (stance) => holds(stance, value)) }))
      .reduce((most, one) => (one.probability > most.probability ? one : most)).value
  const sentiment = likeliest(SENTIMENTS, (stance, value) => stance.sentiment === value)
  const recommended = sumOf(stances, ({ strength }) => isRecommended(strength)) > 0.5
  const fitting = STRENGTHS_OF[sentiment]
  const agreeing = fitting.filter((strength) => isRecommended(strength) === recommended)
  const strengths = agreeing.length > 0 ? agreeing : fitting
  return { sentiment, strength: likeliest(strengths, (stance, value) => stance.strength === value) }
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

/** The sentiment by the mentions alone: each counts as what the models of sentences say of it. */
function ofMentions(scores: readonly number[]): SentimentLabel {
  const positive = scores.filter((score) => score > BAND).length
  const negative = scores.filter((score) => score < -BAND).length
  if (positive === negative) return positive > 0 ? 'mixed' : 'neutral'
  return positive > negative ? 'positive' : 'negative'
}

/** Reads how an answer speaks of an entity with at least one mention. */
export function readEntity(
  answer: ReadAnswer,
  mentions: EntityMentions,
  model: ReadingModel = shippedReadingModel(),
): EntityReading {
  const places = placesOf(answer, mentions.spans)
  const features = readFeatures(answer, places, mentions)
  predict(model.stance, features, stanceLogits)
  const stances = probabilities(stanceLogits)
  // A sentence or two is what the models of mentions are trained on, and has no structure to read.
  const short = answer.english && answer.passages.length <= MOST_SHORT_PASSAGES && mentions.scores.length > 0
  if (short) {
    const stated = ofMentions(mentions.scores)
    STANCES.forEach(({ sentiment }, index) => {
      if (sentiment !== stated) stances[index] = 0
    })
  }
  const { sentiment: label, strength } = choose(stances)
  const balance = short
    ? meanOf(mentions.scores)
    : sumOf(stances, ({ sentiment }) => sentiment === 'positive') -
      sumOf(stances, ({ sentiment }) => sentiment === 'negative')
  const place = readRank(answer, places, model)
  return {
    label,
    score: scoreOf(label, balance),
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
