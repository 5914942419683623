import type {
  EntityObservation,
  Extraction,
  Mention,
  MentionSentimentLabel,
  RecommendationStrength,
  Span,
} from '../observation.ts'
import { isRecommended } from '../reading/labels.ts'
import { summarise } from '../sentiment/sentiment.ts'

/** The labels that a judge gave for one entity, in a form that can be applied to any later extraction of the same answer. */
export interface JudgeLabels {
  name: string
  /** UTF-16 offset. With `mentionCount` it tells whether the strength still applies to a later extraction. */
  firstOffset: number
  mentionCount: number
  /** Null where the judge gave none. */
  strength: RecommendationStrength | null
  mentions: (Span & { sentiment: MentionSentimentLabel })[]
}

/** An extraction with the labels of a judge. */
export interface JudgedExtraction {
  extraction: Extraction
  /** Number of mentions that the judge labelled, and of those on which its label is that of the rules. */
  judged: number
  agreed: number
}

const SCORES = { positive: 1, neutral: 0, negative: -1 } as const satisfies Record<
  MentionSentimentLabel,
  number
>

/**
 * Replaces labels of the rules by those of a judge. A sentiment applies to a mention of the same entity with the same span, a strength
 * to an entity with the same first offset and number of mentions; other labels are ignored. Nothing else of the extraction changes:
 * mentions, spans, counts, ranks and citations are those of the rules. Null when no label applies.
 */
export function applyLabels(extraction: Extraction, labels: readonly JudgeLabels[]): JudgedExtraction | null {
  const sentiments = new Map(
    labels.flatMap(({ name, mentions }) => mentions.map((span) => [mentionKey(name, span), span.sentiment])),
  )
  const strengths = new Map(
    labels.map(({ name, firstOffset, mentionCount, strength }) => [
      entityKey(name, firstOffset, mentionCount),
      strength,
    ]),
  )
  const affirmed: Mention[][] = extraction.entities.map(() => [])
  const judgedEntities = new Set<number>()
  let judged = 0
  let agreed = 0
  const mentions = extraction.mentions.map((found) => {
    if (found.denied) return found
    const label = sentiments.get(mentionKey(extraction.entities[found.entity]?.name ?? '', found))
    if (label) {
      judged += 1
      judgedEntities.add(found.entity)
    }
    if (label === found.sentiment) agreed += 1
    const mention =
      !label || label === found.sentiment ? found : { ...found, sentiment: label, score: SCORES[label] }
    affirmed[mention.entity]?.push(mention)
    return mention
  })
  let strengthCount = 0
  const entities = extraction.entities.map((entity, index): EntityObservation => {
    const { name, firstOffset, mentionCount, recommendation } = entity
    const strength =
      firstOffset === null ? null : (strengths.get(entityKey(name, firstOffset, mentionCount)) ?? null)
    if (strength) strengthCount += 1
    return {
      ...entity,
      sentiment: judgedEntities.has(index) ? summarise(affirmed[index] ?? []) : entity.sentiment,
      recommendation: strength
        ? { ...recommendation, recommended: isRecommended(strength), strength, reason: null }
        : recommendation,
    }
  })
  if (judged === 0 && strengthCount === 0) return null
  return { extraction: { ...extraction, mentions, entities }, judged, agreed }
}

function mentionKey(name: string, { start, end }: Span): string {
  return `${start} ${end} ${name}`
}

function entityKey(name: string, firstOffset: number, mentionCount: number): string {
  return `${firstOffset} ${mentionCount} ${name}`
}
