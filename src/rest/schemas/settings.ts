import { z } from 'zod'
import { promptDefinition } from '../../core/prompts/definition.ts'
import { scheduleDefinition } from '../../core/schedules/definition.ts'
import { fieldMetadata } from '../../definitions/fields/field-metadata.ts'
import { competitorSchema } from './project.ts'

// REST-specific schema: the settings of a project in one response, made of its prompts, competitors and schedule.

/** Response of PUT /settings/competitors. */
export const competitorListSchema = z
  .array(competitorSchema)
  .describe('All competitors, in their configured order.')

export const settingsSchema = z
  .object({
    version: z
      .int()
      .describe(
        'Increases with every change of the project or its settings. Send it as `expectedVersion`, so that a change does not overwrite another one.',
      )
      .register(fieldMetadata, { example: 7 }),
    prompts: z.array(promptDefinition).describe('Prompts, oldest first.'),
    competitors: competitorListSchema,
    schedule: scheduleDefinition,
  })
  .meta({ id: 'Settings' })
