import { resolveProject } from '../../core/access/project-access.ts'
import type { CompetitorRecord } from '../../core/competitors/read.ts'
import { setCompetitors } from '../../core/competitors/replace.ts'
import { setSchedule } from '../../core/schedules/update.ts'
import type { SettingsRecord } from '../../core/settings/read.ts'
import { updateSettings } from '../../core/settings/update.ts'
import { builder } from '../foundation/builder.ts'
import { failsWith } from '../foundation/field-extensions.ts'
import { databaseIdOf } from '../foundation/global-id.ts'
import { namedProject, namingFields, omitNullish } from '../foundation/input.ts'
import { CompetitorEdge, competitorEdges } from './competitor.ts'
import { ABOUT, projectChangePayload } from './project-mutations.ts'
import { PromptEdge, promptEdge } from './prompt.ts'
import { ABOUT as ABOUT_PROMPT } from './prompt-mutations.ts'

const CompetitorInput = builder.inputType('CompetitorInput', {
  description:
    'A competitor in a complete list. If the id or the name (case-insensitive) matches an existing competitor, that competitor is changed, and omitted fields do not change.',
  fields: (t) => ({
    competitorId: t.id({
      description: 'databaseId or global id of an existing competitor; needed to rename it.',
    }),
    name: t.string({ required: true, description: 'Name to look for in answers.' }),
    url: t.field({ type: 'URL', description: `Website of the competitor: ${ABOUT.url} Null removes it.` }),
    aliases: t.stringList({ description: ABOUT.aliases }),
    domains: t.stringList({ description: ABOUT.domains }),
  }),
})

/** Converts a competitor to the input of core operations. */
function competitorInput({ competitorId: id, name, url, ...rest }: typeof CompetitorInput.$inferInput) {
  return {
    ...(id != null && { id: databaseIdOf(id, 'Competitor') }),
    name,
    // Null clears the URL; omitting it does not.
    ...(url !== undefined && { url }),
    ...omitNullish(rest),
  }
}

const ListedPromptInput = builder.inputType('ListedPromptInput', {
  description:
    'A prompt in a complete list. If the id or the text matches an existing prompt, that prompt is changed, and omitted fields do not change.',
  fields: (t) => ({
    promptId: t.id({ description: 'databaseId or global id of an existing prompt.' }),
    text: t.string({ description: `${ABOUT_PROMPT.text} Required without an id.` }),
    providers: t.stringList({ description: ABOUT_PROMPT.providers }),
    locations: t.field({ type: ['Location'], description: ABOUT_PROMPT.locations }),
    tags: t.stringList({ description: ABOUT_PROMPT.tags }),
    active: t.boolean({ description: ABOUT_PROMPT.active }),
  }),
})

/** Converts a prompt to the input of core operations. */
function promptInput({ promptId: id, ...rest }: typeof ListedPromptInput.$inferInput) {
  return { ...(id != null && { id: databaseIdOf(id, 'Prompt') }), ...omitNullish(rest) }
}

/** Maps paths with `id` in the core operation's input to the GraphQL names; see {@link namingFields}. */
const IDS = { 'prompts.*.id': 'prompts.*.promptId', 'competitors.*.id': 'competitors.*.competitorId' }

const SetCompetitorsInput = builder.inputType('SetCompetitorsInput', {
  description: 'All competitors of a project.',
  fields: (t) => ({
    projectId: t.id({ description: ABOUT.projectId }),
    expectedVersion: t.int({ description: ABOUT.expectedVersion }),
    competitors: t.field({
      type: [CompetitorInput],
      required: true,
      description: 'All competitors in their order, at most 50. Missing competitors are removed.',
    }),
  }),
})

const SetCompetitorsPayload = projectChangePayload<{ competitors: CompetitorRecord[] }>(
  'SetCompetitorsPayload',
  'The result of setting the competitors.',
)

builder.objectField(SetCompetitorsPayload, 'competitorEdges', (t) =>
  t.field({
    type: [CompetitorEdge],
    description: 'All competitors as edges of the list.',
    resolve: ({ projectId, competitors }) => competitorEdges(projectId, competitors),
  }),
)

builder.mutationField('setCompetitors', (t) =>
  t.field({
    ...failsWith('NOT_FOUND', 'CONFLICT'),
    type: SetCompetitorsPayload,
    description: 'Replaces the competitors of a project. Runs that have already started are not affected.',
    args: { input: t.arg({ type: SetCompetitorsInput, required: true, description: 'The competitors.' }) },
    resolve: async (_, { input: { projectId, competitors, ...rest } }, { ctx }) => {
      const named = namedProject(projectId)
      const input = { ...named, ...omitNullish(rest), competitors: competitors.map(competitorInput) }
      const set = await namingFields(IDS, () => setCompetitors({ ctx, input }))
      return { projectId: resolveProject(ctx, named.projectId), competitors: set }
    },
  }),
)

const SetScheduleInput = builder.inputType('SetScheduleInput', {
  description: 'Changes to a weekly schedule, in UTC; omitted fields do not change.',
  fields: (t) => ({
    projectId: t.id({ description: ABOUT.projectId }),
    expectedVersion: t.int({ description: ABOUT.expectedVersion }),
    enabled: t.boolean({ description: 'Whether weekly runs are enabled.' }),
    dayOfWeek: t.int({ description: 'Day of the week: 0 is Sunday, 6 is Saturday.' }),
    hour: t.int({ description: 'Hour in UTC, 0–23.' }),
    minute: t.int({ description: 'Minute, 0–59.' }),
  }),
})

builder.mutationField('setSchedule', (t) =>
  t.field({
    ...failsWith('NOT_FOUND', 'CONFLICT'),
    type: projectChangePayload('SetSchedulePayload', 'The result of changing a weekly schedule.'),
    description:
      'Enables or disables the weekly runs of a project, or changes their time. When first enabled, they run on Mondays at 03:00 UTC unless another time is given.',
    args: { input: t.arg({ type: SetScheduleInput, required: true, description: 'The changes.' }) },
    resolve: async (_, { input: { projectId, ...rest } }, { ctx }) => {
      const named = namedProject(projectId)
      await setSchedule({ ctx, input: { ...named, ...omitNullish(rest) } })
      return { projectId: resolveProject(ctx, named.projectId) }
    },
  }),
)

const UpdateSettingsInput = builder.inputType('UpdateSettingsInput', {
  description: 'Changes to the settings of a project, applied atomically; omitted fields do not change.',
  fields: (t) => ({
    projectId: t.id({ description: ABOUT.projectId }),
    expectedVersion: t.int({ description: ABOUT.expectedVersion }),
    prompts: t.field({
      type: [ListedPromptInput],
      description: 'All prompts. Missing prompts are deleted.',
    }),
    competitors: t.field({
      type: [CompetitorInput],
      description: 'All competitors in their order, at most 50. Missing competitors are removed.',
    }),
    enabled: t.boolean({ description: 'Whether weekly runs are enabled.' }),
  }),
})

const UpdateSettingsPayload = projectChangePayload<Pick<SettingsRecord, 'prompts' | 'competitors'>>(
  'UpdateSettingsPayload',
  'The result of changing settings.',
)

builder.objectFields(UpdateSettingsPayload, (t) => ({
  promptEdges: t.field({
    type: [PromptEdge],
    description: 'All prompts as edges of the list.',
    resolve: ({ prompts }) => prompts.map(promptEdge),
  }),
  competitorEdges: t.field({
    type: [CompetitorEdge],
    description: 'All competitors as edges of the list.',
    resolve: ({ projectId, competitors }) => competitorEdges(projectId, competitors),
  }),
}))

builder.mutationField('updateSettings', (t) =>
  t.field({
    ...failsWith('NOT_FOUND', 'CONFLICT', 'INVALID_PROVIDER', 'PROMPT_LIMIT_EXCEEDED'),
    type: UpdateSettingsPayload,
    description:
      'Replaces the prompts and competitors of a project and enables or disables its weekly runs, as far as the fields are given. Remaining prompts and competitors keep their ids and history.',
    args: { input: t.arg({ type: UpdateSettingsInput, required: true, description: 'The changes.' }) },
    resolve: async (_, { input: { projectId, prompts, competitors, ...rest } }, { ctx }) => {
      const named = namedProject(projectId)
      const input = {
        ...named,
        ...omitNullish(rest),
        ...(prompts && { prompts: prompts.map(promptInput) }),
        ...(competitors && { competitors: competitors.map(competitorInput) }),
      }
      const settings = await namingFields(IDS, () => updateSettings({ ctx, input }))
      return { ...settings, projectId: resolveProject(ctx, named.projectId) }
    },
  }),
)
