import { z } from 'zod'
import { promptDefinition } from '../../core/prompts/definition.ts'
import { scheduleDefinition } from '../../core/schedules/definition.ts'
import { competitorSchema } from './project.ts'

// What only REST has: the settings of a project in one answer, made of the records of its prompts, competitors and schedule.

/** The answer of PUT /settings/competitors. */
export const competitorListSchema = z.array(competitorSchema).describe('The complete list, in its order.')

/** The settings of a project. */
export const settingsSchema = z
  .object({
    prompts: z.array(promptDefinition).describe('In the order of their creation.'),
    competitors: competitorListSchema,
    schedule: scheduleDefinition,
  })
  .meta({ id: 'Settings' })
