import type { RecommendationStrength, SentimentLabel } from '../../definitions/vocabulary.ts'
import { isRecommended, SCORE_OF } from '../../extraction/stance/labels.ts'
import type {
  CompetitorDetails,
  ExtractedLabels,
  Observation,
  QuotedRecommendation,
} from '../observations/observation.ts'

/** Labels that a person chose for an entity in an answer. */
export interface CorrectedLabels {
  /** `brand`, or the id of a competitor. */
  entityId: string
  sentiment: SentimentLabel | null
  strength: RecommendationStrength | null
}

/**
 * Returns an observation with exactly these corrections: earlier ones are removed first. Corrections of entities that it
 * does not mention have no effect. The counts and the passages of single mentions stay, because a person labels the whole
 * answer.
 */
export function applyCorrections(
  observation: Observation,
  corrections: readonly CorrectedLabels[],
): Observation {
  let result = withoutCorrections(observation)
  const extracted: ExtractedLabels[] = []
  for (const { entityId, sentiment, strength } of corrections) {
    const before = labelsOf(result, entityId)
    if (!before) continue
    extracted.push(before)
    result = withLabels(result, {
      ...before,
      ...(sentiment !== before.label && {
        label: sentiment,
        score: sentiment && SCORE_OF[sentiment],
        labelProbability: null,
      }),
      ...(strength !== before.strength && {
        strength,
        recommended: strength && isRecommended(strength),
        strengthProbability: null,
        evidence: null,
      }),
    })
  }
  if (extracted.length === 0 || !result.details) return result
  return {
    ...result,
    corrections: extracted.map(({ entityId, label, strength }) => ({ entityId, sentiment: label, strength })),
    details: { ...result.details, extracted },
  }
}

/** Returns an observation as the extraction read it. */
export function withoutCorrections(observation: Observation): Observation {
  const { corrections: _, ...extracted } = observation
  if (!extracted.details?.extracted) return extracted
  const { extracted: labels, ...details } = extracted.details
  return labels.reduce(withLabels, { ...extracted, details } as Observation)
}

/**
 * Returns what an observation says about an entity; null if it does not mention the entity, or if a version of the
 * extraction wrote it that stored too little about competitors.
 */
export function labelsOf(observation: Observation, entityId: string): ExtractedLabels | null {
  if (!observation.details) return null
  if (entityId === 'brand') {
    const { brand, sentiment, recommendation } = observation
    return brand.mentioned ? toLabels(entityId, sentiment, recommendation) : null
  }
  const competitor = observation.competitors.find(({ id }) => id === entityId)
  if (!competitor?.mentioned || !competitor.recommendation) return null
  const { sentimentLabel: label, sentiment: score, sentimentProbability: probability } = competitor
  return toLabels(entityId, { label, score, probability }, competitor.recommendation)
}

function toLabels(
  entityId: string,
  { label, score, probability = null }: Pick<Observation['sentiment'], 'label' | 'score' | 'probability'>,
  { recommended, strength, probability: strengthProbability = null, evidence }: QuotedRecommendation,
): ExtractedLabels {
  return {
    entityId,
    label,
    score,
    labelProbability: probability,
    recommended,
    strength,
    strengthProbability,
    evidence,
  }
}

function withLabels(observation: Observation, labels: ExtractedLabels): Observation {
  const { entityId, label, score, labelProbability, recommended, strength, strengthProbability, evidence } =
    labels
  const advice = { recommended, strength, probability: strengthProbability, evidence }
  if (entityId === 'brand') {
    const { sentiment, recommendation } = observation
    return {
      ...observation,
      sentiment: { ...sentiment, label, score, probability: labelProbability },
      recommendation: { ...recommendation, ...advice },
    }
  }
  const index = observation.competitors.findIndex(({ id }) => id === entityId)
  const replaced = <T>(list: readonly T[], replace: (item: T) => T) =>
    list.map((item, at) => (at === index ? replace(item) : item))
  const { details } = observation
  return {
    ...observation,
    competitors: replaced(observation.competitors, (competitor) => ({
      ...competitor,
      sentiment: score,
      sentimentLabel: label,
      sentimentProbability: labelProbability,
      recommended,
      recommendation: competitor.recommendation && { ...competitor.recommendation, ...advice },
    })),
    ...(details && {
      details: {
        ...details,
        competitors: replaced(details.competitors, (entity): CompetitorDetails => ({ ...entity, strength })),
      },
    }),
  }
}
