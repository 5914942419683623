import type { z } from 'zod'
import type {
  CitationObservation,
  EntityObservation,
  Extraction,
  Mention,
  Recommendation,
  Sentiment,
  Span,
  ThemeObservation,
} from '../../extraction/foundation/observation.ts'
import { applyLabels, type JudgedExtraction } from '../../extraction/judge/labels.ts'
import { isClearOpinion } from '../../extraction/opinions/clear-opinion.ts'
import type { Snapshot } from '../brands/snapshot.ts'
import type { JudgementRecord } from '../judgements/judgement.ts'
import type {
  CitedSource,
  CompetitorDetails,
  CompetitorObservation,
  JudgeNote,
  Observation,
  opinionDefinition,
  PlacedCard,
  Quote,
  QuotedRecommendation,
  StoredThemes,
} from './observation.ts'

/** What an observation takes over from the parsed response. */
export interface ShownFacts {
  /** Null for answers that were parsed before cards were read. */
  placements: PlacedCard[] | null
  searched: boolean | null
}

/**
 * Converts an extraction to an observation. Entity 0 of the extraction is the brand; the others are the competitors of
 * the snapshot, in the same order. The labels of a judgement replace the labels of the rules.
 */
export function observe(
  text: string,
  extracted: Extraction,
  snapshot: Snapshot,
  judgement: JudgementRecord | null,
  { placements, searched }: ShownFacts = { placements: [], searched: null },
): Observation {
  const judged = judgement && applyLabels(extracted, judgement.labels)
  const extraction = judged?.extraction ?? extracted
  const brand = extraction.entities[0]
  if (!brand) throw new Error('an extraction must contain the brand')
  const { mentioned, denied, mentionCount, firstOffset, position } = brand
  const affirmed = affirmedBy(extraction)
  const brandMentions = affirmed[0] ?? []
  return {
    answerKind: extraction.kind,
    answerKindProbability: extraction.kindProbability,
    answerLanguage: extraction.language.code,
    brand: { mentioned, denied, mentionCount, firstOffset, position, spans: brandMentions.map(spanOf) },
    sentiment: { ...brand.sentiment, evidence: opinions(text, brandMentions, brand.sentiment) },
    competitors: snapshot.competitors.map(({ id, name }, index) => {
      const entity = extraction.entities[index + 1]
      if (!entity) throw new Error('an extraction must contain every tracked entity')
      return { id, name, ...competitorOf(text, entity, affirmed[index + 1] ?? []) }
    }),
    citations: extraction.citations.map((citation) => sourceOf(citation, snapshot)),
    placements,
    recommendation: quote(text, brand.recommendation),
    judge: judged && noteOf(judgement, judged),
    details: {
      length: text.length,
      searched,
      competitors: extraction.entities.slice(1).map(detailsOf),
      themes: themesOf(text, extraction.themes),
    },
  }
}

/** Returns the mentions of each entity, without mentions that only say that the entity is unknown. */
function affirmedBy({ entities, mentions }: Extraction): Mention[][] {
  const affirmed: Mention[][] = entities.map(() => [])
  for (const mention of mentions) if (!mention.denied) affirmed[mention.entity]?.push(mention)
  return affirmed
}

function spanOf({ start, end }: Span): Span {
  return { start, end }
}

/**
 * Returns the clauses with clear praise or criticism. A clause with several mentions of the brand is returned once per
 * label.
 */
function opinions(text: string, mentions: readonly Mention[], sentiment: Sentiment) {
  const clauses = new Map<string, z.output<typeof opinionDefinition>>()
  for (const mention of mentions) {
    const { sentiment: label, evidence } = mention
    const quote = quoted(text, evidence)
    if (label !== null && isClearOpinion(quote.text, mention, sentiment))
      clauses.set(`${evidence.start} ${label}`, { ...quote, label })
  }
  return [...clauses.values()]
}

/** Returns the themes with their passages, each passage once. */
function themesOf(text: string, themes: readonly ThemeObservation[]): StoredThemes {
  const quotes: Quote[] = []
  const numbers = new Map<string, number>()
  const found = themes.map(({ entity, theme, label, ...span }): StoredThemes['found'][number] => {
    const key = `${span.start} ${span.end}`
    const number = numbers.get(key) ?? quotes.push(quoted(text, span)) - 1
    numbers.set(key, number)
    return [entity, theme, label, number]
  })
  return { quotes, found }
}

function noteOf(
  { model, promptVersion }: JudgementRecord,
  { extraction: _, ...counts }: JudgedExtraction,
): JudgeNote {
  return { model, promptVersion, ...counts }
}

function detailsOf({
  denied,
  firstOffset,
  sentiment: { positive, neutral, negative },
  recommendation: { strength },
}: EntityObservation): CompetitorDetails {
  return { denied, firstOffset, positive, neutral, negative, strength }
}

function competitorOf(
  text: string,
  { mentioned, denied, mentionCount, position, sentiment, recommendation }: EntityObservation,
  mentions: readonly Mention[],
): Omit<CompetitorObservation, 'id' | 'name'> {
  return {
    mentioned,
    mentionCount,
    position,
    sentiment: sentiment.score,
    sentimentLabel: sentiment.label,
    sentimentProbability: sentiment.probability,
    recommended: recommendation.recommended,
    rank: recommendation.rank,
    denied,
    spans: mentions.map(spanOf),
    sentimentEvidence: opinions(text, mentions, sentiment),
    // Omit the details of absent competitors to save space: most competitors are absent from most answers.
    recommendation: mentioned ? quote(text, recommendation) : null,
  }
}

function sourceOf(
  { position, url, title, domain, kind, owner, spans }: CitationObservation,
  snapshot: Snapshot,
): CitedSource {
  const competitorId = owner === null ? null : (snapshot.competitors[owner - 1]?.id ?? null)
  const ownerKind = owner === null ? 'third_party' : owner === 0 ? 'brand' : 'competitor'
  return { position, url, title, domain, kind, owner: ownerKind, competitorId, spans }
}

function quote(text: string, { evidence, ...rest }: Recommendation): QuotedRecommendation {
  return { ...rest, evidence: evidence && quoted(text, evidence) }
}

function quoted(text: string, { start, end }: Span): Quote {
  return { start, end, text: text.slice(start, end) }
}
