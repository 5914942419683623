import type { CompetitorRecord } from '../../core/competitors/read.ts'
import { setCompetitors } from '../../core/competitors/replace.ts'
import { resolveProject } from '../../core/project-access.ts'
import { setSchedule } from '../../core/schedules/update.ts'
import type { SettingsRecord } from '../../core/settings/read.ts'
import { updateSettings } from '../../core/settings/update.ts'
import { builder } from '../builder.ts'
import { databaseIdOf } from '../global-id.ts'
import { given, namedProject, namingFields } from '../input.ts'
import { CompetitorEdge, competitorEdges } from './competitor.ts'
import { ABOUT, projectChangePayload } from './project-mutations.ts'
import { PromptEdge, promptEdge } from './prompt.ts'
import { ABOUT as ABOUT_PROMPT } from './prompt-mutations.ts'

/** A competitor in a complete list. */
const CompetitorInput = builder.inputType('CompetitorInput', {
  description:
    'A competitor in a complete list. With the id of an existing competitor, or its name in any case, it changes that one; fields that are not given stay as they are.',
  fields: (t) => ({
    competitorId: t.id({
      description: 'An existing competitor, by databaseId or global id; needed to rename it.',
    }),
    name: t.string({ required: true, description: 'Its name, by which answers are searched for it.' }),
    url: t.field({ type: 'URL', description: `Its website: ${ABOUT.url} Null removes it.` }),
    aliases: t.stringList({ description: ABOUT.aliases }),
    domains: t.stringList({ description: ABOUT.domains }),
  }),
})

/** A competitor as core operations take it. */
function competitorGiven({ competitorId: id, name, url, ...rest }: typeof CompetitorInput.$inferInput) {
  return {
    ...(id != null && { id: databaseIdOf(id, 'Competitor') }),
    name,
    // Null clears it; leaving it out does not.
    ...(url !== undefined && { url }),
    ...given(rest),
  }
}

/** A prompt in a complete list. */
const ListedPromptInput = builder.inputType('ListedPromptInput', {
  description:
    'A prompt in a complete list. With the id or the text of an existing prompt it changes that one; fields that are not given stay as they are.',
  fields: (t) => ({
    promptId: t.id({ description: 'An existing prompt, by databaseId or global id.' }),
    text: t.string({ description: `${ABOUT_PROMPT.text} Required without an id.` }),
    providers: t.stringList({ description: ABOUT_PROMPT.providers }),
    locations: t.field({ type: ['CountryCode'], description: ABOUT_PROMPT.locations }),
    tags: t.stringList({ description: ABOUT_PROMPT.tags }),
    active: t.boolean({ description: ABOUT_PROMPT.active }),
  }),
})

/** A prompt as core operations take it. */
function promptGiven({ promptId: id, ...rest }: typeof ListedPromptInput.$inferInput) {
  return { ...(id != null && { id: databaseIdOf(id, 'Prompt') }), ...given(rest) }
}

/** GraphQL names of fields that core calls `id`; see {@link namingFields}. */
const IDS = { 'prompts.*.id': 'prompts.*.promptId', 'competitors.*.id': 'competitors.*.competitorId' }

const SetCompetitorsInput = builder.inputType('SetCompetitorsInput', {
  description: 'All competitors of a project.',
  fields: (t) => ({
    projectId: t.id({ description: ABOUT.projectId }),
    competitors: t.field({
      type: [CompetitorInput],
      required: true,
      description: 'The complete list, at most 50, in its order. Competitors that are left out are removed.',
    }),
  }),
})

const SetCompetitorsPayload = projectChangePayload<{ competitors: CompetitorRecord[] }>(
  'SetCompetitorsPayload',
  'What came of setting the competitors.',
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
    type: SetCompetitorsPayload,
    description: 'Replaces the competitors of a project. Runs that have started are not affected.',
    args: { input: t.arg({ type: SetCompetitorsInput, required: true, description: 'The competitors.' }) },
    resolve: async (_, { input: { projectId, competitors } }, { ctx }) => {
      const named = namedProject(projectId)
      const input = { ...named, competitors: competitors.map(competitorGiven) }
      const set = await namingFields(IDS, () => setCompetitors({ ctx, input }))
      return { projectId: resolveProject(ctx, named.projectId), competitors: set }
    },
  }),
)

const SetScheduleInput = builder.inputType('SetScheduleInput', {
  description: 'Changes of a weekly schedule, in UTC; fields that are not given stay as they are.',
  fields: (t) => ({
    projectId: t.id({ description: ABOUT.projectId }),
    enabled: t.boolean({ description: 'Whether the project runs once a week.' }),
    dayOfWeek: t.int({ description: '0 is Sunday, 6 is Saturday.' }),
    hour: t.int({ description: '0–23.' }),
    minute: t.int({ description: '0–59.' }),
  }),
})

builder.mutationField('setSchedule', (t) =>
  t.field({
    type: projectChangePayload('SetSchedulePayload', 'What came of changing a weekly schedule.'),
    description:
      'Enables or disables the weekly runs of a project, or changes their time. When first enabled, they run on Mondays at 03:00 UTC unless another time is given.',
    args: { input: t.arg({ type: SetScheduleInput, required: true, description: 'The changes.' }) },
    resolve: async (_, { input: { projectId, ...rest } }, { ctx }) => {
      const named = namedProject(projectId)
      await setSchedule({ ctx, input: { ...named, ...given(rest) } })
      return { projectId: resolveProject(ctx, named.projectId) }
    },
  }),
)

const UpdateSettingsInput = builder.inputType('UpdateSettingsInput', {
  description:
    'Changes of the settings of a project, all or none; fields that are not given stay as they are.',
  fields: (t) => ({
    projectId: t.id({ description: ABOUT.projectId }),
    prompts: t.field({
      type: [ListedPromptInput],
      description: 'All prompts. Prompts that are left out are deleted.',
    }),
    competitors: t.field({
      type: [CompetitorInput],
      description: 'All competitors, at most 50, in their order. Competitors that are left out are removed.',
    }),
    enabled: t.boolean({ description: 'Whether the project runs once a week.' }),
  }),
})

const UpdateSettingsPayload = projectChangePayload<Pick<SettingsRecord, 'prompts' | 'competitors'>>(
  'UpdateSettingsPayload',
  'What came of changing settings.',
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
    type: UpdateSettingsPayload,
    description:
      'Replaces the prompts and the competitors and enables or disables the weekly runs of a project, as far as they are given. Prompts and competitors that remain keep their ids and history.',
    args: { input: t.arg({ type: UpdateSettingsInput, required: true, description: 'The changes.' }) },
    resolve: async (_, { input: { projectId, prompts, competitors, enabled } }, { ctx }) => {
      const named = namedProject(projectId)
      const input = {
        ...named,
        ...given({ enabled }),
        ...(prompts && { prompts: prompts.map(promptGiven) }),
        ...(competitors && { competitors: competitors.map(competitorGiven) }),
      }
      const settings = await namingFields(IDS, () => updateSettings({ ctx, input }))
      return { ...settings, projectId: resolveProject(ctx, named.projectId) }
    },
  }),
)
