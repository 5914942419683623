import type { PromptRecord } from '../core/prompts/record.ts'
import type { ScheduleRecord } from '../core/schedules/record.ts'
import type { SettingsRecord } from '../core/settings/record.ts'
import type { PromptForm } from './schemas/prompt.ts'
import type { ScheduleForm, SettingsForm } from './schemas/settings.ts'

/** A prompt as REST shows it. */
export function promptForm(prompt: PromptRecord): PromptForm {
  return {
    ...prompt,
    createdAt: prompt.createdAt.toISOString(),
    updatedAt: prompt.updatedAt.toISOString(),
  }
}

/** A schedule as REST shows it. */
export function scheduleForm(schedule: ScheduleRecord): ScheduleForm {
  return { ...schedule, nextRunAt: schedule.nextRunAt?.toISOString() ?? null }
}

/** Settings as REST shows them. */
export function settingsForm({ prompts, competitors, schedule }: SettingsRecord): SettingsForm {
  return { prompts: prompts.map(promptForm), competitors, schedule: scheduleForm(schedule) }
}
