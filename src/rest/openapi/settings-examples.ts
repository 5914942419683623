import type { SetCompetitorsBody } from '../../core/competitors/input.ts'
import type { SetScheduleBody } from '../../core/schedules/set.ts'
import type { SettingsBody } from '../../core/settings/input.ts'
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

export const SETTINGS_REQUEST: SettingsBody = {
  prompts: [{ id: PROMPT.id, tags: ['comparison'] }],
  competitors: ['Boardly'],
  enabled: true,
}

export const SCHEDULE_REQUEST: SetScheduleBody = { enabled: true }

export const COMPETITORS_REQUEST: SetCompetitorsBody = {
  competitors: ['Boardly', { name: 'Klarwerk', url: 'https://klarwerk.example' }],
}

export const SET_TAGS_REQUEST: SetTagsInput = { projectPromptId: PROMPT.id, tags: ['comparison'] }

export const CHANGE_TAGS_REQUEST: ChangeTagsInput = {
  projectPromptId: PROMPT.id,
  add: ['comparison'],
  remove: ['draft'],
}
