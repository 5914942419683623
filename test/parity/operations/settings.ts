import type { Operation } from '../operation.ts'
import { mutation, query, rest, unsubscribe, WITHIN_PROJECT } from './entry-parts.ts'

const IDS = { 'prompts.*.id': 'prompts.*.promptId', 'competitors.*.id': 'competitors.*.competitorId' }

/** Operations on the settings of a project. */
export const SETTINGS_OPERATIONS: readonly Operation[] = [
  {
    ...WITHIN_PROJECT,
    name: 'read the settings',
    rest: rest('GET /v1/settings', 'readSettings'),
    graphql: query(['readProject', 'readSchedules', 'pagePrompts'], ['viewer', 'project'], {
      places: { prompts: 'prompts', competitors: 'competitors', schedule: 'schedule' },
    }),
    otherTenant: "the settings belong to the key's project",
    badInput: 'it takes no input',
  },
  {
    ...WITHIN_PROJECT,
    name: 'replace the settings',
    scope: 'write',
    input: ({ promptId, competitorId }) => ({
      prompts: [{ id: promptId, text: 'Kept?' }, { text: 'Added?' }],
      competitors: [
        { id: competitorId, name: 'Boardly 2' },
        { name: 'Kanbee', url: 'https://kanbee.example' },
      ],
      enabled: true,
    }),
    rest: rest('PUT /v1/settings', 'updateSettings'),
    graphql: mutation('updateSettings', 'updateSettings', ['project'], {
      names: IDS,
      places: { prompts: 'prompts', competitors: 'competitors', schedule: 'schedule' },
    }),
    otherTenant: ({ promptId }) => ({ prompts: [{ id: promptId }] }),
    badInput: [
      {
        name: 'invalid prompts and competitors',
        input: () => ({ prompts: [{ text: '' }], competitors: [{ name: '' }] }),
        code: 'BAD_REQUEST',
        fields: ['competitors.0.name', 'prompts.0.text'],
      },
      {
        name: 'an unknown provider',
        input: () => ({ prompts: [{ text: 'One?', providers: ['askjeeves'] }] }),
        code: 'INVALID_PROVIDER',
        fields: ['prompts.0.providers.0'],
      },
      {
        name: 'an invalid id',
        input: () => ({ prompts: [{ id: 'x' }] }),
        code: 'BAD_REQUEST',
        fields: ['prompts.0.id'],
      },
      {
        name: 'the brand as its own competitor',
        input: () => ({ competitors: [{ name: 'TASKFERN' }] }),
        code: 'BAD_REQUEST',
        fields: ['competitors.0'],
      },
    ],
    overLimit: [
      {
        name: 'more prompts than the plan allows',
        input: () => ({ prompts: Array.from({ length: 11 }, (_, index) => ({ text: `Number ${index}?` })) }),
        code: 'PROMPT_LIMIT_EXCEEDED',
        arrange: unsubscribe,
      },
    ],
  },
  {
    ...WITHIN_PROJECT,
    name: 'enable weekly runs',
    scope: 'write',
    input: () => ({ enabled: true }),
    rest: rest('PUT /v1/settings/schedule', 'setSchedule'),
    graphql: mutation('setSchedule', 'setSchedule', ['project', 'schedule']),
    otherTenant: "the schedule belongs to the key's project",
    badInput: [
      {
        name: 'a word for a boolean',
        input: () => ({ enabled: 'yes' }),
        code: 'BAD_REQUEST',
        fields: ['enabled'],
      },
    ],
  },
  {
    ...WITHIN_PROJECT,
    name: 'replace the competitors',
    scope: 'write',
    input: ({ competitorId }) => ({
      competitors: [
        { id: competitorId, name: 'Boardly', url: 'https://boardly.example' },
        { name: 'Kanbee' },
      ],
    }),
    rest: rest('PUT /v1/settings/competitors', 'setCompetitors'),
    graphql: mutation('setCompetitors', 'setCompetitors', ['project', 'competitors'], { names: IDS }),
    otherTenant: ({ competitorId }) => ({ competitors: [{ id: competitorId, name: 'Mine' }] }),
    badInput: [
      {
        name: 'a duplicate name',
        input: () => ({ competitors: [{ name: 'Kanbee' }, { name: 'KANBEE' }] }),
        code: 'BAD_REQUEST',
        fields: ['competitors.1'],
      },
      {
        name: 'a URL with another scheme',
        input: () => ({ competitors: [{ name: 'Kanbee', url: 'ftp://kanbee.example' }] }),
        code: 'BAD_REQUEST',
        fields: ['competitors.0.url'],
      },
      {
        name: 'a number for a URL',
        input: () => ({ competitors: [{ name: 'Kanbee', url: 5 }] }),
        code: 'BAD_REQUEST',
        fields: ['competitors.0.url'],
      },
    ],
  },
]
