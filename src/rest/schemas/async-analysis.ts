import { z } from 'zod'
import { analysisDefinition, creditsDefinition } from '../../core/batches/definition.ts'
import { FINAL_STATUSES, UNFINISHED_STATUSES } from '../../core/foundation/batch-status.ts'
import { resultDefinition } from '../../core/results/definition.ts'
import { enumSchema } from '../../definitions/fields/enum-schema.ts'
import { summaryDefinition } from '../../metrics/definitions.ts'
import { nextCursorSchema } from './page.ts'

// REST-specific forms of an async analysis: the fields differ before and after the end.

/** Response of POST /async-analysis. */
export const acceptedSchema = analysisDefinition
  .pick({ analysisId: true })
  .extend({
    status: z.literal('queued'),
    creditsReserved: creditsDefinition.shape.reserved,
    createdAt: analysisDefinition.shape.createdAt,
  })
  .meta({ id: 'AcceptedAnalysis' })

const progressFields = analysisDefinition.omit({ credits: true, summary: true })

export const progressSchema = progressFields
  .extend({ status: enumSchema(UNFINISHED_STATUSES, 'State of the analysis.') })
  .meta({ id: 'AnalysisProgress' })

export const endedSchema = progressFields
  .extend({
    status: enumSchema(FINAL_STATUSES, 'Outcome of the analysis.'),
    credits: analysisDefinition.shape.credits,
    summary: summaryDefinition,
    results: z.array(resultDefinition).describe('Ordered by prompt, provider, location and replicate.'),
  })
  .meta({ id: 'EndedAnalysis' })

/** An async analysis without its metrics and results, in lists and after a change of its state. */
export const analysisStateSchema = analysisDefinition.omit({ summary: true }).meta({ id: 'AnalysisState' })

/** Response of GET /async-analysis. */
export const analysisPageSchema = z
  .object({
    data: z.array(analysisStateSchema).describe('Async analyses, newest first.'),
    nextCursor: nextCursorSchema,
  })
  .meta({ id: 'AnalysisPage' })
