import { z } from 'zod'
import { FINAL_STATUSES, UNFINISHED_STATUSES } from '../../core/batch-status.ts'
import { analysisDefinition, creditsDefinition } from '../../core/batches/definition.ts'
import { resultDefinition } from '../../core/results/definition.ts'
import { enumSchema } from '../../definitions/enumeration.ts'
import { summaryDefinition } from '../../metrics/definitions.ts'

// The forms of an async analysis that only REST has: it shows other fields before the end than after it.

/** What POST /async-analysis answers. */
export const acceptedSchema = analysisDefinition
  .pick({ analysisId: true })
  .extend({
    status: z.literal('queued'),
    creditsReserved: creditsDefinition.shape.reserved,
    createdAt: analysisDefinition.shape.createdAt,
  })
  .meta({ id: 'AcceptedAnalysis' })

const progressFields = analysisDefinition.omit({ credits: true, summary: true })

/** An async analysis that has not ended. */
export const progressSchema = progressFields
  .extend({ status: enumSchema(UNFINISHED_STATUSES, 'How far it is.') })
  .meta({ id: 'AnalysisProgress' })

/** An async analysis that has ended. */
export const endedSchema = progressFields
  .extend({
    status: enumSchema(FINAL_STATUSES, 'How it ended.'),
    credits: analysisDefinition.shape.credits,
    summary: summaryDefinition,
    results: z
      .array(resultDefinition)
      .describe('In the order of prompts, providers, locations and replicates.'),
  })
  .meta({ id: 'EndedAnalysis' })
