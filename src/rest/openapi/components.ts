import type { z } from 'zod'
import {
  alertBudgetDefinition,
  alertEvidenceDefinition,
  alertFailuresDefinition,
  alertFiguresDefinition,
  alertQuoteDefinition,
} from '../../core/alerts/definition.ts'
import {
  creditsDefinition,
  progressDefinition,
  roundsDefinition,
  stopWhenDefinition,
} from '../../core/batches/definition.ts'
import { personaDefinition } from '../../core/batches/personas.ts'
import { listedCompetitorSchema } from '../../core/competitors/input.ts'
import {
  brandDefinition,
  citationDefinition,
  competitorMentionDefinition,
  opinionDefinition,
  quoteDefinition,
  recommendationDefinition,
  sentimentDefinition,
  spanDefinition,
} from '../../core/observations/observation.ts'
import { resultCostDefinition } from '../../core/results/definition.ts'
import { sourceDefinition, sourceUrlDefinition } from '../../core/sources/definition.ts'
import {
  absenceDefinition,
  answersNeededDefinition,
  domainShareDefinition,
  entityChangesDefinition,
  entitySummaryDefinition,
  meanDefinition,
  metricChangeDefinition,
  neededForChangeDefinition,
  ownerShareDefinition,
  positionCountDefinition,
  positionsDefinition,
  rateDefinition,
  recommendationsDefinition,
  sampleDefinition,
  sentimentCountsDefinition,
  sourceSharesDefinition,
  strengthCountsDefinition,
} from '../../metrics/definitions.ts'
import type { RestApp } from '../foundation/context.ts'

/** Objects that are parts of several responses, by the names of their types in generated clients. */
const SHARED: Readonly<Record<string, z.ZodObject>> = {
  Absence: absenceDefinition,
  AlertBudget: alertBudgetDefinition,
  AlertEvidence: alertEvidenceDefinition,
  AlertFailures: alertFailuresDefinition,
  AlertFigures: alertFiguresDefinition,
  AlertQuote: alertQuoteDefinition,
  AnswersNeeded: answersNeededDefinition,
  BrandMention: brandDefinition,
  Citation: citationDefinition,
  CompetitorMention: competitorMentionDefinition,
  Credits: creditsDefinition,
  DomainShare: domainShareDefinition,
  EntityChanges: entityChangesDefinition,
  EntitySummary: entitySummaryDefinition,
  ListedCompetitor: listedCompetitorSchema,
  Mean: meanDefinition,
  MetricChange: metricChangeDefinition,
  NeededForChange: neededForChangeDefinition,
  Opinion: opinionDefinition,
  OwnerShare: ownerShareDefinition,
  Persona: personaDefinition,
  PositionCount: positionCountDefinition,
  Positions: positionsDefinition,
  Progress: progressDefinition,
  Quote: quoteDefinition,
  Rate: rateDefinition,
  Recommendation: recommendationDefinition,
  Recommendations: recommendationsDefinition,
  ResultCost: resultCostDefinition,
  Rounds: roundsDefinition,
  Sample: sampleDefinition,
  Sentiment: sentimentDefinition,
  SentimentCounts: sentimentCountsDefinition,
  Source: sourceDefinition,
  SourceShares: sourceSharesDefinition,
  SourceUrl: sourceUrlDefinition,
  Span: spanDefinition,
  StopWhen: stopWhenDefinition,
  StrengthCounts: strengthCountsDefinition,
}

/** Registers the shared objects as components of the OpenAPI document. */
export function registerShared(app: RestApp): void {
  for (const [name, definition] of Object.entries(SHARED)) {
    // The library adds its method `openapi` only to schemas that are created after it is loaded.
    app.openAPIRegistry.register(name, definition.clone())
  }
}

type Json = Record<string, unknown>

/**
 * Replaces every copy of a component in a document by a reference to its component. The library that generates the
 * document writes a copy wherever a schema has its own description or may be null. In OpenAPI 3.1, a reference can have a
 * description.
 */
export function referToShared<Document extends { components?: { schemas?: object } }>(
  document: Document,
): Document {
  const schemas = (document.components?.schemas ?? {}) as Record<string, Json>
  const names = new Map(Object.entries(schemas).map(([name, schema]) => [contentOf(schema), name]))
  const converted = (node: unknown, isComponent: boolean): unknown => {
    if (Array.isArray(node)) return node.map((item) => converted(item, false))
    if (typeof node !== 'object' || node === null) return node
    const schema = node as Json
    const name = isComponent || !schema.properties ? undefined : names.get(contentOf(schema))
    if (name === undefined)
      return Object.fromEntries(
        Object.entries(schema).map(([field, value]) => [
          field,
          field.startsWith('example') ? value : converted(value, false),
        ]),
      )
    const reference = { $ref: `#/components/schemas/${name}` }
    const { description } = schema
    const form = Array.isArray(schema.type) ? { anyOf: [reference, { type: 'null' }] } : reference
    return { ...form, ...(description !== undefined && { description }) }
  }
  const components = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, converted(schema, true)]),
  )
  const whole = converted(document, false) as Document
  return { ...whole, components: { ...whole.components, schemas: components } }
}

/** Returns the text that equal objects have in common, whatever their description and whether they may be null. */
function contentOf({ description: _, example: __, type: ___, ...content }: Json): string {
  return JSON.stringify(content)
}
