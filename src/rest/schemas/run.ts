import { z } from 'zod'
import { runDefinition } from '../../core/batches/definition.ts'
import { resultDefinition } from '../../core/results/definition.ts'
import { nextCursorSchema } from './page.ts'

// REST-specific schemas; runs use `runDefinition` and results use `resultDefinition`.

/** Response of POST /analysis/trigger. */
export const triggeredRunSchema = z
  .object({
    runId: z.uuid().describe('Id of the run.'),
    status: z.literal('queued'),
    nextRunAt: z.date().nullable().describe('Time of the next weekly run; null if the schedule is disabled.'),
  })
  .meta({ id: 'TriggeredRun' })

/** Response of GET /analysis/runs. */
export const runPageSchema = z
  .object({ data: z.array(runDefinition).describe('Runs, newest first.'), nextCursor: nextCursorSchema })
  .meta({ id: 'RunPage' })

const count = z.int().nonnegative()

export const resultPageSchema = z
  .object({
    data: z.array(resultDefinition),
    pagination: z.object({
      limit: z.int().positive(),
      offset: count,
      total: count.describe('Number of results so far that match the filters.'),
      hasMore: z.boolean(),
    }),
  })
  .meta({ id: 'ResultPage' })
