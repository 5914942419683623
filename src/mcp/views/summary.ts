import { z } from 'zod'
import {
  type EntitySummary,
  entitySummaryDefinition,
  type Summary,
  summaryDefinition,
} from '../../metrics/definitions.ts'
import { viewBy } from './view.ts'

// What tools show of the figures of a batch: the most important ones, so that they fit beside a list.

/** The figures of the analysis brand, over all answers of a run or an async analysis. */
export const summaryView = viewBy(
  summaryDefinition.pick({
    results: true,
    sample: true,
    mentionRate: true,
    shareOfVoice: true,
    averagePosition: true,
    positionMean: true,
    sentiment: true,
    sentimentMean: true,
    sentiments: true,
    recommendationRate: true,
    citationRate: true,
    denialRate: true,
    informativeRate: true,
  }),
)

/** The figures of one competitor, over the same answers. */
export const competitorFiguresView = viewBy(
  entitySummaryDefinition.pick({
    id: true,
    name: true,
    mentionRate: true,
    shareOfVoice: true,
    averagePosition: true,
    positionMean: true,
    sentiment: true,
    sentimentMean: true,
    recommendationRate: true,
    citationRate: true,
  }),
)

/** The fields of answers that show figures: those of the brand on the first page, those of each competitor once. */
export const summaryFields = {
  summary: summaryView.definition
    .nullable()
    .describe('Figures of the analysis brand; null until the end, and on pages after the first.'),
  competitors: z
    .array(competitorFiguresView.definition)
    .describe('Figures of each competitor over the same answers; empty until the end.'),
}

/** The competitors of a summary, which has the brand first; none without a summary. */
export function competitorsIn(summary: Summary | null): EntitySummary[] {
  return summary?.entities.slice(1) ?? []
}
