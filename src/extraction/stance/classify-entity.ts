import type { Recommendation, SentimentLabel } from '../foundation/observation.ts'
import { predict, probabilities } from '../trees/forest.ts'
import type { AnswerDocument } from './answer-document.ts'
import { calibrate } from './calibration.ts'
import { entityFeatures } from './entity-features.ts'
import type { EntityMentions } from './entity-mentions.ts'
import { findEvidence } from './evidence.ts'
import { isRecommended, SENTIMENTS, STANCES, STRENGTHS_OF } from './labels.ts'
import { locateMentions, type MentionLocation } from './locations.ts'
import { type CalibratedLabel, type StanceModel, shippedStanceModel } from './model.ts'
import { type RankCandidate, rankCandidates } from './rank-candidates.ts'

/** Stance of the whole answer toward an entity that it mentions. */
export interface EntityStance {
  label: SentimentLabel
  /** Probability of positive minus negative, limited to the range of the label: −1…1. */
  score: number
  /** Probability that the label is right, 0…1. */
  probability: number
  recommendation: Recommendation
}

/** Limit of neutral and mixed scores: −0.25…0.25. */
const BAND = 0.25
const MIN_OPINION = 0.26
/** Minimum probability that a position in a list is a rank. */
const RANK_THRESHOLD = 0.45
/** Maximum number of passages in a short text, which is classified only by its mentions. */
const MAX_SHORT_PASSAGES = 2

const stanceLogits = new Float64Array(STANCES.length)
const rankLogit = new Float64Array(1)

function scoreOf(label: SentimentLabel, balance: number): number {
  const rounded = Math.round(balance * 1000) / 1000
  if (label === 'positive') return Math.max(rounded, MIN_OPINION)
  if (label === 'negative') return Math.min(rounded, -MIN_OPINION)
  return Math.min(Math.max(rounded, -BAND), BAND)
}

type Stance = (typeof STANCES)[number]

/** Returns the sum of the probabilities of all matching stances. */
function sumOf(stances: Float64Array, holds: (stance: Stance) => boolean): number {
  return STANCES.reduce((sum, stance, index) => sum + (holds(stance) ? (stances[index] ?? 0) : 0), 0)
}

/**
 * Returns the most probable sentiment and the most probable strength for it. It first decides whether the answer
 * recommends the entity, because each of the three recommending strengths may be less probable than a mere mention even
 * if their sum is higher.
 */
function choose(stances: Float64Array): Stance {
  const likeliest = <Value>(values: readonly Value[], holds: (stance: Stance, value: Value) => boolean) =>
    values
      .map((value) => ({ value, probability: sumOf(stances, (stance) => holds(stance, value)) }))
      .reduce((best, candidate) => (candidate.probability > best.probability ? candidate : best)).value
  const sentiment = likeliest(SENTIMENTS, (stance, value) => stance.sentiment === value)
  const recommended = sumOf(stances, ({ strength }) => isRecommended(strength)) > 0.5
  const fitting = STRENGTHS_OF[sentiment]
  const agreeing = fitting.filter((strength) => isRecommended(strength) === recommended)
  const strengths = agreeing.length > 0 ? agreeing : fitting
  return { sentiment, strength: likeliest(strengths, (stance, value) => stance.strength === value) }
}

/** The rank of an entity in the list that answers the question. */
interface EntityRank {
  rank: number
  listSize: number
  /** Probability that the rank is right, 0…1. */
  probability: number
}

/** Returns the rank of an entity from its most probable position in a list; null if none is probable. */
export function classifyRank(
  answer: AnswerDocument,
  locations: readonly MentionLocation[],
  model: StanceModel = shippedStanceModel(),
): EntityRank | null {
  let highest = RANK_THRESHOLD
  let best: RankCandidate | undefined
  for (const candidate of rankCandidates(answer, locations)) {
    predict(model.rank, candidate.features, rankLogit)
    const [probability = 0] = probabilities(rankLogit)
    if (probability <= highest) continue
    highest = probability
    best = candidate
  }
  if (!best) return null
  const { rank, section } = best
  return {
    rank,
    listSize: Math.max(rank, section.list.items.filter(({ unranked }) => !unranked).length),
    probability: calibrate(model.calibrations.rank, highest),
  }
}

function meanOf(scores: readonly number[]): number {
  return scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length)
}

/** Returns the sentiment based only on the mentions: the majority of positive and negative mentions. */
function ofMentions(scores: readonly number[]): SentimentLabel {
  const positive = scores.filter((score) => score > BAND).length
  const negative = scores.filter((score) => score < -BAND).length
  if (positive === negative) return positive > 0 ? 'mixed' : 'neutral'
  return positive > negative ? 'positive' : 'negative'
}

/** Classifies the stance of an answer toward an entity with at least one mention. */
export function classifyEntity(
  answer: AnswerDocument,
  mentions: EntityMentions,
  model: StanceModel = shippedStanceModel(),
): EntityStance {
  const locations = locateMentions(answer, mentions.spans)
  const features = entityFeatures(answer, locations, mentions)
  predict(model.stance, features, stanceLogits)
  const stances = probabilities(stanceLogits)
  const unrestricted = Float64Array.from(stances)
  // The sentence models are trained on one or two sentences, and such a short text has no structure to use.
  const short = answer.english && answer.passages.length <= MAX_SHORT_PASSAGES && mentions.scores.length > 0
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
  const position = classifyRank(answer, locations, model)
  const probabilityOf = (measure: CalibratedLabel, holds: (stance: Stance) => boolean) =>
    calibrate(model.calibrations[measure], sumOf(unrestricted, holds))
  return {
    label,
    probability: probabilityOf('sentiment', (stance) => stance.sentiment === label),
    score: scoreOf(label, balance),
    recommendation: {
      recommended: isRecommended(strength),
      strength,
      probability: probabilityOf('strength', (stance) => stance.strength === strength),
      reason: null,
      rank: position?.rank ?? null,
      rankProbability: position?.probability ?? null,
      listSize: position?.listSize ?? null,
      evidence: findEvidence(answer, locations, strength),
    },
  }
}
