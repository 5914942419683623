import { z } from 'zod'
import { promptDefinition } from '../../core/prompts/definition.ts'
import { scheduleDefinition } from '../../core/schedules/definition.ts'
import { competitorSchema } from './project.ts'

// REST-specific schema: the settings of a project in one response, made of its prompts, competitors and schedule.

/** Response of PUT /settings/competitors. */
export const competitorListSchema = z
  .array(competitorSchema)
  .describe('All competitors, in their configured order.')

export const settingsSchema = z
  .object({
    prompts: z.array(promptDefinition).describe('Prompts, oldest first.'),
    competitors: competitorListSchema,
    schedule: scheduleDefinition,
  })
  .meta({ id: 'Settings' })
