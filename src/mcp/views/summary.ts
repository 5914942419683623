import { z } from 'zod'
import {
  type EntitySummary,
  entitySummaryDefinition,
  metricsIn,
  type Summary,
  summaryDefinition,
} from '../../metrics/definitions.ts'
import { viewBy } from './view.ts'

// Metrics of a batch as tools show them: only the most important ones, so that they fit next to a list.

/** Metrics of the analysis brand over all answers of a run or an async analysis. */
export const summaryView = viewBy(
  summaryDefinition.pick({ results: true, sample: true, ...metricsIn('summary') }),
)

/** Metrics of one competitor over the same answers. */
export const competitorFiguresView = viewBy(
  entitySummaryDefinition.pick({ id: true, name: true, ...metricsIn('competitor') }),
)

/** Response fields with metrics. The brand's metrics are on the first page, each competitor is on one page. */
export const summaryFields = {
  summary: summaryView.definition
    .nullable()
    .describe('Metrics of the analysis brand; null until the end, and after the first page.'),
  competitors: z
    .array(competitorFiguresView.definition)
    .describe('Metrics of each competitor over the same answers; empty until the end.'),
}

/** Returns the competitors of a summary; the first entity is the brand. Empty without a summary. */
export function competitorsIn(summary: Summary | null): EntitySummary[] {
  return summary?.entities.slice(1) ?? []
}
