import type {
  CitationObservation,
  EntityObservation,
  Extraction,
  Recommendation,
} from '../../extraction/observation.ts'
import type { Snapshot } from '../batches/snapshot.ts'
import type {
  CitedSource,
  CompetitorDetails,
  CompetitorObservation,
  Observation,
  QuotedRecommendation,
} from './observation.ts'

/** Puts what was read from an answer in terms of the analysis: entity 0 is the brand, the others its competitors. */
export function observe(text: string, extraction: Extraction, snapshot: Snapshot): Observation {
  const brand = extraction.entities[0]
  if (!brand) throw new Error('an extraction holds at least the brand')
  const { mentioned, denied, mentionCount, firstOffset, position } = brand
  const spans = extraction.mentions
    .filter((mention) => mention.entity === 0 && !mention.denied)
    .map(({ start, end }) => ({ start, end }))
  return {
    brand: { mentioned, denied, mentionCount, firstOffset, position, spans },
    sentiment: brand.sentiment,
    competitors: snapshot.competitors.map(({ id, name }, index) =>
      competitorOf(id, name, extraction, index + 1),
    ),
    citations: extraction.citations.map((citation) => sourceOf(citation, snapshot)),
    recommendation: quote(text, brand.recommendation),
    details: { length: text.length, competitors: extraction.entities.slice(1).map(detailsOf) },
  }
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
  { position, url, title, domain, kind, owner }: CitationObservation,
  snapshot: Snapshot,
): CitedSource {
  const competitorId = owner === null ? null : (snapshot.competitors[owner - 1]?.id ?? null)
  const ownerKind = owner === null ? 'third_party' : owner === 0 ? 'brand' : 'competitor'
  return { position, url, title, domain, kind, owner: ownerKind, competitorId }
}

function quote(text: string, { evidence, ...rest }: Recommendation): QuotedRecommendation {
  return { ...rest, evidence: evidence && { ...evidence, text: text.slice(evidence.start, evidence.end) } }
}
