import { applyLabels, type JudgedExtraction } from '../../extraction/judge/labels.ts'
import type {
  CitationObservation,
  EntityObservation,
  Extraction,
  Mention,
  Recommendation,
  Span,
} from '../../extraction/observation.ts'
import type { JudgementRecord } from '../judgements/judgement.ts'
import type { Snapshot } from '../snapshot.ts'
import type {
  CitedSource,
  CompetitorDetails,
  CompetitorObservation,
  JudgeNote,
  Observation,
  Quote,
  QuotedRecommendation,
} from './observation.ts'

/**
 * Converts an extraction to an observation: entity 0 of the extraction is the brand, the others are the competitors of the
 * snapshot in their order. Labels of a judgement replace those of the rules for the mentions they belong to.
 */
export function observe(
  text: string,
  found: Extraction,
  snapshot: Snapshot,
  judgement: JudgementRecord | null,
): Observation {
  const judged = judgement && applyLabels(found, judgement.labels)
  const extraction = judged?.extraction ?? found
  const brand = extraction.entities[0]
  if (!brand) throw new Error('an extraction holds at least the brand')
  const { mentioned, denied, mentionCount, firstOffset, position } = brand
  const own = extraction.mentions.filter((mention) => mention.entity === 0 && !mention.denied)
  const spans = own.map(({ start, end }) => ({ start, end }))
  return {
    brand: { mentioned, denied, mentionCount, firstOffset, position, spans },
    sentiment: { ...brand.sentiment, evidence: opinions(text, own) },
    competitors: snapshot.competitors.map(({ id, name }, index) =>
      competitorOf(id, name, extraction, index + 1),
    ),
    citations: extraction.citations.map((citation) => sourceOf(citation, snapshot)),
    recommendation: quote(text, brand.recommendation),
    judge: judged && noteOf(judgement, judged),
    details: { length: text.length, competitors: extraction.entities.slice(1).map(detailsOf) },
  }
}

/** A clause that names the brand twice is quoted once. */
function opinions(text: string, mentions: readonly Mention[]) {
  return mentions
    .filter(
      ({ sentiment, evidence }, index) =>
        sentiment !== 'neutral' && evidence.start !== mentions[index - 1]?.evidence.start,
    )
    .map(({ sentiment, evidence }) => ({ ...quoted(text, evidence), label: sentiment }))
}

function noteOf({ model, promptVersion }: JudgementRecord, { judged, agreed }: JudgedExtraction): JudgeNote {
  return { model, promptVersion, judged, agreed }
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
  id: string,
  name: string,
  extraction: Extraction,
  index: number,
): CompetitorObservation {
  const entity = extraction.entities[index]
  if (!entity) throw new Error('an extraction holds every tracked entity')
  const { mentioned, mentionCount, position, sentiment, recommendation } = entity
  return {
    id,
    name,
    mentioned,
    mentionCount,
    position,
    sentiment: sentiment.score,
    sentimentLabel: sentiment.label,
    recommended: recommendation.recommended,
    rank: recommendation.rank,
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
