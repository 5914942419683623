import type { CompetitorRecord } from '../core/competitors/record.ts'
import type { PromptRecord } from '../core/prompts/record.ts'
import type { ScheduleRecord } from '../core/schedules/record.ts'
import type { SettingsRecord } from '../core/settings/record.ts'
import type { CompetitorForm } from './schemas/project.ts'
import type { PromptForm } from './schemas/prompt.ts'
import type { ScheduleForm, SettingsForm } from './schemas/settings.ts'

/** A prompt as REST shows it. */
export function promptForm(prompt: PromptRecord): PromptForm {
  const { id, text, providers, locations, tags, active } = prompt
  const times = { createdAt: prompt.createdAt.toISOString(), updatedAt: prompt.updatedAt.toISOString() }
  return { id, text, providers, locations, tags, active, ...times }
}

/** A competitor as REST shows it. */
export function competitorForm({ id, name, url }: CompetitorRecord): CompetitorForm {
  return { id, name, url }
}

/** A schedule as REST shows it. */
export function scheduleForm(schedule: ScheduleRecord): ScheduleForm {
  return { ...schedule, nextRunAt: schedule.nextRunAt?.toISOString() ?? null }
}

/** Settings as REST shows them. */
export function settingsForm({ prompts, competitors, schedule }: SettingsRecord): SettingsForm {
  return {
    prompts: prompts.map(promptForm),
    competitors: competitors.map(competitorForm),
    schedule: scheduleForm(schedule),
  }
}
