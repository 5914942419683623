import { z } from 'zod'
import { enumSchema } from '../../definitions/fields/enum-schema.ts'
import { fieldMetadata } from '../../definitions/fields/field-metadata.ts'
import {
  CHANGE_VERDICTS,
  entityChangesDefinition,
  entityMetricsDefinition,
  entitySummaryDefinition,
  resultCountsDefinition,
  scopeMetricsDefinition,
} from '../../metrics/definitions.ts'
import { comparisonDefinition } from '../measurements/comparison.ts'

/** Metrics of one completed run, or of a part of it. */
export const trendPointDefinition = z.object({
  runId: z.uuid().describe('`databaseId` of the run.'),
  completedAt: z.date().describe('When the run ended.'),
  results: z
    .int()
    .nonnegative()
    .describe('Number of results in scope, whatever their status.')
    .register(fieldMetadata, { example: 72 }),
  statuses: resultCountsDefinition
    .omit({ total: true })
    .describe('Number of results by status. Only `ok` results count in the rates.'),
  ...entityMetricsDefinition.shape,
  ...scopeMetricsDefinition.shape,
  comparison: enumSchema(
    CHANGE_VERDICTS,
    'Verdict on the change of the mention rate since the previous (older) point, compared prompt by prompt on the questions that both runs asked.',
  ).register(fieldMetadata, { example: 'within_noise' }),
  change: comparisonDefinition
    .omit({ verdict: true, adjustedVerdict: true })
    .extend({ previousRunId: z.uuid().describe('`databaseId` of the run to compare with.') })
    .nullable()
    .describe('Details of the comparison; null without a previous point.'),
  changes: z
    .array(entityChangesDefinition)
    .nullable()
    .describe(
      'Changes of all metrics since the previous point, for the same entities; null with a filter on locations, tags or web searches.',
    ),
  entities: z
    .array(entitySummaryDefinition)
    .describe('The brand, then each competitor, as tracked at the time of the run.'),
})

export type TrendPoint = z.output<typeof trendPointDefinition>
