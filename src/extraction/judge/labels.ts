import type {
  EntityObservation,
  Extraction,
  Mention,
  MentionSentimentLabel,
  RecommendationStrength,
  Span,
} from '../foundation/observation.ts'
import { summarize } from '../opinions/sentiment/sentiment.ts'
import { isRecommended, SCORE_OF } from '../stance/labels.ts'
import { applyOpinionLabels, type OpinionLabel } from './opinions.ts'

/** A judge's labels for one entity. They can be applied to any later extraction of the same answer. */
export interface JudgeLabels {
  name: string
  /** UTF-16 offset. Together with `mentionCount` it shows whether the strength still applies to a later extraction. */
  firstOffset: number
  mentionCount: number
  /** Null if the judge gave no label. */
  strength: RecommendationStrength | null
  mentions: (Span & { sentiment: MentionSentimentLabel })[]
  /** Missing in labels of prompt version 2 and older. */
  opinions?: OpinionLabel[]
}

/** An extraction with a judge's labels. */
export interface JudgedExtraction {
  extraction: Extraction
  /** Number of mentions that the judge labeled. */
  judged: number
  /** Number of those labels that match the rule-based ones. */
  agreed: number
  /** Number of opinions on themes that the judge labeled. */
  themesJudged: number
  /** Number of those labels that match the rule-based ones. */
  themesAgreed: number
}

/**
 * Replaces rule-based labels with a judge's labels. A sentiment applies to a mention of the same entity with the same
 * span, and a theme to an opinion on the same entity in the same words. A strength applies to an entity with the same
 * first offset and number of mentions. Other labels are ignored, and mentions, spans, counts, ranks and citations stay
 * unchanged. Returns null if no label applies.
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
  const opinions = new Map(
    labels.flatMap(({ name, opinions = [] }) =>
      opinions.map((opinion) => [mentionKey(name, opinion), opinion]),
    ),
  )
  const affirmed: Mention[][] = extraction.entities.map(() => [])
  const judgedEntities = new Set<number>()
  let judged = 0
  let agreed = 0
  const mentions = extraction.mentions.map((original) => {
    if (original.denied) return original
    const label = sentiments.get(mentionKey(extraction.entities[original.entity]?.name ?? '', original))
    if (label) {
      judged += 1
      judgedEntities.add(original.entity)
    }
    if (label === original.sentiment) agreed += 1
    const mention =
      !label || label === original.sentiment
        ? original
        : { ...original, sentiment: label, score: SCORE_OF[label] }
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
      sentiment: judgedEntities.has(index) ? summarize(affirmed[index] ?? []) : entity.sentiment,
      recommendation: strength
        ? {
            ...recommendation,
            recommended: isRecommended(strength),
            strength,
            probability: null,
            reason: null,
          }
        : recommendation,
    }
  })
  const { themes, ...ofThemes } = applyOpinionLabels(extraction.themes, ({ entity, words }) =>
    opinions.get(mentionKey(extraction.entities[entity]?.name ?? '', words)),
  )
  if (judged === 0 && strengthCount === 0 && ofThemes.themesJudged === 0) return null
  return { extraction: { ...extraction, mentions, entities, themes }, judged, agreed, ...ofThemes }
}

function mentionKey(name: string, { start, end }: Span): string {
  return `${start} ${end} ${name}`
}

function entityKey(name: string, firstOffset: number, mentionCount: number): string {
  return `${firstOffset} ${mentionCount} ${name}`
}
