import type {
  EntityObservation,
  Extraction,
  Mention,
  RecommendationStrength,
  SentimentLabel,
  Span,
} from '../observation.ts'
import { isRecommended } from '../recommendation/recommendation.ts'
import { summarise } from '../sentiment/sentiment.ts'

/** What a judge said about one entity, so that it can be put on a later reading of the same answer. */
export interface JudgedEntity {
  name: string
  /** With how often it was named then, it tells whether the strength still stands. */
  firstOffset: number
  mentionCount: number
  /** Null where the judge gave none. */
  strength: RecommendationStrength | null
  mentions: (Span & { sentiment: SentimentLabel })[]
}

/** A reading on which a judge had its say. */
export interface Judged {
  extraction: Extraction
  /** Mentions that the judge labelled, and on how many of them the rules say the same. */
  judged: number
  agreed: number
}

const SCORES = { positive: 1, neutral: 0, negative: -1 } as const satisfies Record<SentimentLabel, number>

/**
 * Puts a judge's labels in the place of those of the rules. A sentiment holds for a mention of the same entity at the same place, a
 * strength while the entity is named first there and as often; what fits nothing changes nothing. Nothing else of the reading is touched:
 * not what is named, where, how often, ranked or cited. Null where no label fits.
 */
export function applyLabels(extraction: Extraction, labels: readonly JudgedEntity[]): Judged | null {
  const sentiments = new Map(
    labels.flatMap(({ name, mentions }) => mentions.map((span) => [placeOf(name, span), span.sentiment])),
  )
  const strengths = new Map(
    labels.map(({ name, firstOffset, mentionCount, strength }) => [
      standingOf(name, firstOffset, mentionCount),
      strength,
    ]),
  )
  const real: Mention[][] = extraction.entities.map(() => [])
  let judged = 0
  let agreed = 0
  const mentions = extraction.mentions.map((found) => {
    if (found.denied) return found
    const label = sentiments.get(placeOf(extraction.entities[found.entity]?.name ?? '', found))
    if (label) judged += 1
    if (label === found.sentiment) agreed += 1
    const mention =
      !label || label === found.sentiment ? found : { ...found, sentiment: label, score: SCORES[label] }
    real[mention.entity]?.push(mention)
    return mention
  })
  let weighed = 0
  const entities = extraction.entities.map((entity, index): EntityObservation => {
    const { name, firstOffset, mentionCount, recommendation } = entity
    const strength =
      firstOffset === null ? null : (strengths.get(standingOf(name, firstOffset, mentionCount)) ?? null)
    if (strength) weighed += 1
    return {
      ...entity,
      sentiment: summarise(real[index] ?? []),
      recommendation: strength
        ? { ...recommendation, recommended: isRecommended(strength), strength }
        : recommendation,
    }
  })
  if (judged === 0 && weighed === 0) return null
  return { extraction: { ...extraction, mentions, entities }, judged, agreed }
}

function placeOf(name: string, { start, end }: Span): string {
  return `${start} ${end} ${name}`
}

function standingOf(name: string, firstOffset: number, mentionCount: number): string {
  return `${firstOffset} ${mentionCount} ${name}`
}
