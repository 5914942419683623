import type { SetCompetitorsInput } from '../../core/competitors/input.ts'
import type { SetScheduleInput } from '../../core/schedules/set-enabled.ts'
import type { SettingsInput } from '../../core/settings/input.ts'
import type { ChangeTagsInput, SetTagsInput } from '../../core/tags/change.ts'
import type { ScheduleForm, SettingsForm } from '../schemas/settings.ts'
import { OWN_PROJECT } from './examples.ts'
import { PROMPT } from './prompt-examples.ts'

export const SCHEDULE: ScheduleForm = {
  enabled: true,
  dayOfWeek: 1,
  hour: 3,
  minute: 0,
  timezone: 'UTC',
  nextRunAt: '2026-03-09T03:00:00.000Z',
}

export const SETTINGS: SettingsForm = {
  prompts: [PROMPT],
  competitors: OWN_PROJECT.competitors,
  schedule: SCHEDULE,
}

export const SETTINGS_REQUEST: SettingsInput = {
  prompts: [{ id: PROMPT.id, tags: ['comparison'] }],
  competitors: ['Boardly'],
  enabled: true,
}

export const SCHEDULE_REQUEST: SetScheduleInput = { enabled: true }

export const COMPETITORS_REQUEST: SetCompetitorsInput = {
  competitors: ['Boardly', { name: 'Klarwerk', url: 'https://klarwerk.example' }],
}

export const SET_TAGS_REQUEST: SetTagsInput = { projectPromptId: PROMPT.id, tags: ['comparison'] }

export const CHANGE_TAGS_REQUEST: ChangeTagsInput = {
  projectPromptId: PROMPT.id,
  add: ['comparison'],
  remove: ['draft'],
}
