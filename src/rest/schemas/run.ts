import { z } from 'zod'
import { resultSchema } from './result.ts'

const count = z.int().nonnegative()
const time = z.iso.datetime()

/** What POST /analysis/trigger answers. */
export const triggeredRunSchema = z
  .object({
    runId: z.uuid(),
    status: z.literal('queued'),
    nextRunAt: time.nullable().describe('The next weekly run; null without an enabled schedule.'),
  })
  .meta({ id: 'TriggeredRun' })

/** A run in any state (contract §3 "Run"). */
export const runSchema = z
  .object({
    id: z.uuid(),
    status: z.enum(['queued', 'running', 'completed', 'partially_completed', 'failed']),
    trigger: z.enum(['manual', 'schedule']),
    brandName: z.string().describe('The analysis brand, as it was when the run was created.'),
    progress: z.object({ total: count, completed: count, failed: count }),
    createdAt: time,
    startedAt: time.nullable(),
    finishedAt: time.nullable(),
  })
  .meta({ id: 'Run' })

/** A page of a run's results. */
export const resultPageSchema = z
  .object({
    data: z.array(resultSchema),
    pagination: z.object({
      limit: z.int().positive(),
      offset: count,
      total: count.describe('Results that meet the filters by now.'),
      hasMore: z.boolean(),
    }),
  })
  .meta({ id: 'ResultPage' })

export type TriggeredRunForm = z.infer<typeof triggeredRunSchema>
export type RunForm = z.infer<typeof runSchema>
export type ResultPageForm = z.infer<typeof resultPageSchema>
