import { z } from 'zod'
import { competitorSchema } from './project.ts'
import { promptSchema } from './prompt.ts'

/** The weekly schedule of a project (contract §3 "Schedule"). */
export const scheduleSchema = z
  .object({
    enabled: z.boolean(),
    dayOfWeek: z.int().min(0).max(6).describe('0 is Sunday.'),
    hour: z.int().min(0).max(23),
    minute: z.int().min(0).max(59),
    timezone: z.literal('UTC'),
    nextRunAt: z.iso.datetime().nullable().describe('Null while disabled.'),
  })
  .meta({ id: 'Schedule' })

/** What PUT /settings/competitors answers. */
export const competitorListSchema = z.array(competitorSchema).describe('The complete list, in its order.')

/** The settings of a project (contract §3 "Settings"). */
export const settingsSchema = z
  .object({
    prompts: z.array(promptSchema).describe('In the order of their creation.'),
    competitors: competitorListSchema,
    schedule: scheduleSchema,
  })
  .meta({ id: 'Settings' })

export type ScheduleForm = z.infer<typeof scheduleSchema>
export type SettingsForm = z.infer<typeof settingsSchema>
