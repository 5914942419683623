import { z } from 'zod'
import { fieldMetadata } from '../../definitions/fields/field-metadata.ts'

/** The weekly schedule of a project. */
export const scheduleDefinition = z
  .object({
    enabled: z.boolean().describe('Whether weekly runs are enabled.'),
    dayOfWeek: z.int().min(0).max(6).describe('Day of the week: 0 is Sunday, 6 is Saturday.'),
    hour: z.int().min(0).max(23).describe('Hour, 0–23.').register(fieldMetadata, { example: 3 }),
    minute: z.int().min(0).max(59).describe('Minute, 0–59.').register(fieldMetadata, { example: 0 }),
    timezone: z.literal('UTC').describe('Time zone, always `UTC`.'),
    nextRunAt: z.date().nullable().describe('When the next run starts; null if weekly runs are disabled.'),
  })
  .meta({ id: 'Schedule' })
