import { z } from 'zod'
import { facts } from '../../definitions/facts.ts'

/** The weekly schedule of a project. */
export const scheduleDefinition = z
  .object({
    enabled: z.boolean().describe('Whether weekly runs take place.'),
    dayOfWeek: z.int().min(0).max(6).describe('0 is Sunday, 6 is Saturday.'),
    hour: z.int().min(0).max(23).describe('0–23.').register(facts, { example: 3 }),
    minute: z.int().min(0).max(59).describe('0–59.').register(facts, { example: 0 }),
    timezone: z.literal('UTC').describe('Always `UTC`.'),
    nextRunAt: z.date().nullable().describe('When the next run starts; null while disabled.'),
  })
  .meta({ id: 'Schedule' })
