import { z } from 'zod'
import { resultSchema } from './result.ts'
import { summarySchema } from './summary.ts'

const count = z.int().nonnegative()
const analysisId = z.string().regex(/^aa_[0-9A-Z]+$/)
const time = z.iso.datetime()

/** What POST /async-analysis answers. */
export const acceptedSchema = z
  .object({
    analysisId,
    status: z.literal('queued'),
    creditsReserved: count,
    createdAt: time,
  })
  .meta({ id: 'AcceptedAnalysis' })

/** An async analysis that has not ended. */
export const progressSchema = z
  .object({
    analysisId,
    status: z.enum(['queued', 'running']),
    progress: z.object({ total: count, completed: count, failed: count }),
    brandName: z.string(),
    createdAt: time,
    startedAt: time.nullable(),
    finishedAt: time.nullable(),
  })
  .meta({ id: 'AnalysisProgress' })

/** An async analysis that has ended. */
export const endedSchema = progressSchema
  .extend({
    status: z.enum(['completed', 'partially_completed', 'failed']),
    credits: z.object({ reserved: count, charged: count, refunded: count }),
    summary: summarySchema,
    results: z.array(resultSchema).describe('In the order of prompts, providers, locations and replicates.'),
  })
  .meta({ id: 'EndedAnalysis' })

export type AcceptedForm = z.infer<typeof acceptedSchema>
/** Either form without its results, which are too many to hold at once. */
export type AnalysisForm = Omit<z.infer<typeof progressSchema>, 'status'> & {
  status: z.infer<typeof progressSchema>['status'] | z.infer<typeof endedSchema>['status']
}
/** No ended analysis is without a summary; the type of its record does not know. */
export type EndingForm = Pick<z.infer<typeof endedSchema>, 'credits'> & {
  summary: z.infer<typeof summarySchema> | null
}
