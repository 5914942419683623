import type { SetCompetitorsBody } from '../../core/competitors/input.ts'
import { promptDefinition } from '../../core/prompts/definition.ts'
import type { BatchInput, CreateInput, SetProvidersBody, UpdateBody } from '../../core/prompts/input.ts'
import type { ChangeTagsInput, SetTagsInput } from '../../core/prompts/set-tags.ts'
import type { SetScheduleBody } from '../../core/schedules/update.ts'
import type { SettingsBody } from '../../core/settings/input.ts'
import { createExample } from '../../definitions/fields/example.ts'

// Request examples. Response examples are generated from their schemas.

const PROMPT = createExample(promptDefinition)

export const START_REQUESTS = {
  projectKey: {
    summary: 'With a project key: the brand of the project',
    value: {
      prompt: 'What is the best task manager for a small team?',
      replicates: 1,
      providers: ['chatgpt', 'perplexity'],
      locations: ['US'],
    },
  },
  organizationKey: {
    summary: 'With an organization key: any brand',
    value: {
      prompts: ['Best task manager?', 'Is Taskfern any good?'],
      brandName: 'Taskfern',
      replicates: 3,
      providers: ['gemini'],
      locations: ['US', 'DE'],
    },
  },
}

export const CREATE_REQUEST: CreateInput = {
  text: PROMPT.text,
  providers: ['chatgpt', 'perplexity'],
  locations: ['US'],
  tags: ['comparison'],
}

export const UPDATE_REQUEST: UpdateBody = {
  text: 'Best task manager for five people?',
  locations: ['US', 'DE'],
}

export const PROVIDERS_REQUEST: SetProvidersBody = { providers: ['chatgpt', 'gemini'] }

export const BATCH_REQUEST: BatchInput = {
  create: ['Is Taskfern any good?', { text: 'Best kanban app?', providers: ['gemini'] }],
  update: [{ id: PROMPT.id, tags: ['comparison', 'teams'] }],
  delete: ['019a6f2e-b200-7d31-8c4e-1a2b3c4d5e6f'],
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
