import { z } from 'zod'
import { enumSchema } from '../../definitions/fields/enum-schema.ts'
import { fieldMetadata } from '../../definitions/fields/field-metadata.ts'
import {
  CHANGE_VERDICTS,
  entityMetricsDefinition,
  entitySummaryDefinition,
  resultCountsDefinition,
  scopeMetricsDefinition,
} from '../../metrics/definitions.ts'
import { comparisonDefinition } from '../measurements/comparison.ts'
import type { ScopeMetrics } from '../measurements/metric-rows.ts'

/** Metrics of one completed run, or of a part of it. */
export const trendPointDefinition = z
  .object({
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
    entities: z
      .array(entitySummaryDefinition)
      .describe('The brand, then each competitor, as tracked at the time of the run.'),
  })
  .meta({ id: 'TrendPoint' })
export type TrendPoint = z.output<typeof trendPointDefinition>

/** A point with the changes of all metrics of every entity since the previous point; null if unknown. */
export type MeasuredPoint = TrendPoint & Pick<ScopeMetrics, 'changes'>
