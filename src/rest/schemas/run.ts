import { z } from 'zod'
import { resultDefinition } from '../../core/results/definition.ts'

// The forms that only REST has: a run is shown as `runDefinition` says, a result as `resultDefinition`.

/** What POST /analysis/trigger answers. */
export const triggeredRunSchema = z
  .object({
    runId: z.uuid().describe('The run.'),
    status: z.literal('queued'),
    nextRunAt: z.date().nullable().describe('The next weekly run; null without an enabled schedule.'),
  })
  .meta({ id: 'TriggeredRun' })

const count = z.int().nonnegative()

/** A page of a run's results. */
export const resultPageSchema = z
  .object({
    data: z.array(resultDefinition),
    pagination: z.object({
      limit: z.int().positive(),
      offset: count,
      total: count.describe('Results that meet the filters by now.'),
      hasMore: z.boolean(),
    }),
  })
  .meta({ id: 'ResultPage' })
