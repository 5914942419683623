import { z } from 'zod'
import { enumSchema } from '../../definitions/enumeration.ts'
import { facts } from '../../definitions/facts.ts'
import {
  CHANGE_VERDICTS,
  entityFiguresDefinition,
  entitySummaryDefinition,
  resultCountsDefinition,
  scopeFiguresDefinition,
} from '../../metrics/definitions.ts'
import { comparisonDefinition } from '../measurements/comparison.ts'
import type { ScopeMetrics } from '../measurements/metric-rows.ts'

/** The figures of one completed run, or of a part of it. */
export const trendPointDefinition = z
  .object({
    runId: z.uuid().describe('The databaseId of the run.'),
    completedAt: z.date().describe('When it ended.'),
    results: z
      .int()
      .nonnegative()
      .describe('Results in scope, whatever became of them.')
      .register(facts, { example: 72 }),
    statuses: resultCountsDefinition
      .omit({ total: true })
      .describe('The same results by what became of them; only `ok` enters the rates.'),
    ...entityFiguresDefinition.shape,
    ...scopeFiguresDefinition.shape,
    comparison: enumSchema(
      CHANGE_VERDICTS,
      'The change of the mention rate against the previous (older) point, prompt by prompt on what both runs asked.',
    ).register(facts, { example: 'within_noise' }),
    change: comparisonDefinition
      .omit({ verdict: true, adjustedVerdict: true })
      .extend({ previousRunId: z.uuid().describe('The databaseId of the run it is compared with.') })
      .nullable()
      .describe('What was compared; null without a previous point.'),
    entities: z
      .array(entitySummaryDefinition)
      .describe('The brand first, then each competitor, as they were tracked then.'),
  })
  .meta({ id: 'TrendPoint' })
export type TrendPoint = z.output<typeof trendPointDefinition>

/** A point with the changes of every figure of every entity since the point before; null where they are not known. */
export type MeasuredPoint = TrendPoint & Pick<ScopeMetrics, 'changes'>
