import { setCompetitors } from '../../core/competitors/set.ts'
import { requestedProject } from '../../core/projects/requested.ts'
import { setSchedule } from '../../core/schedules/set.ts'
import { updateSettings } from '../../core/settings/update.ts'
import { builder } from '../builder.ts'
import { given, namedProject } from '../input.ts'
import { ABOUT, projectChangePayload } from './project-payload.ts'
import { CompetitorInput, competitorGiven, ListedPromptInput, promptGiven } from './settings-inputs.ts'

const SetCompetitorsInput = builder.inputType('SetCompetitorsInput', {
  description: 'All competitors of a project.',
  fields: (t) => ({
    projectId: t.id({ description: ABOUT.projectId }),
    competitors: t.field({
      type: [CompetitorInput],
      required: true,
      description: 'The complete list, at most 50, in its order. One that is left out is removed.',
    }),
  }),
})

builder.mutationField('setCompetitors', (t) =>
  t.field({
    type: projectChangePayload('SetCompetitorsPayload', 'What came of setting the competitors.'),
    description: 'Replaces the competitors of a project. Runs that have begun keep those they began with.',
    args: { input: t.arg({ type: SetCompetitorsInput, required: true, description: 'The competitors.' }) },
    resolve: async (_, { input: { projectId, competitors } }, { ctx }) => {
      const named = namedProject(projectId)
      await setCompetitors({ ctx, input: { ...named, competitors: competitors.map(competitorGiven) } })
      return { projectId: requestedProject(ctx, named.projectId) }
    },
  }),
)

const SetScheduleInput = builder.inputType('SetScheduleInput', {
  description: 'What changes of a weekly schedule, in UTC; what is not given stays.',
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
      'Switches the weekly runs of a project on or off, or moves their time. Enabled for the first time they begin on Monday, 03:00 UTC, unless another time is given.',
    args: { input: t.arg({ type: SetScheduleInput, required: true, description: 'What changes.' }) },
    resolve: async (_, { input: { projectId, ...rest } }, { ctx }) => {
      const named = namedProject(projectId)
      await setSchedule({ ctx, input: { ...named, ...given(rest) } })
      return { projectId: requestedProject(ctx, named.projectId) }
    },
  }),
)

const UpdateSettingsInput = builder.inputType('UpdateSettingsInput', {
  description: 'What changes of the settings of a project, all of it or nothing; what is not given stays.',
  fields: (t) => ({
    projectId: t.id({ description: ABOUT.projectId }),
    prompts: t.field({
      type: [ListedPromptInput],
      description: 'All prompts. One that is left out is deleted.',
    }),
    competitors: t.field({
      type: [CompetitorInput],
      description: 'All competitors, at most 50, in their order. One that is left out is removed.',
    }),
    enabled: t.boolean({ description: 'Whether the project runs once a week.' }),
  }),
})

builder.mutationField('updateSettings', (t) =>
  t.field({
    type: projectChangePayload('UpdateSettingsPayload', 'What came of changing settings.'),
    description:
      'Replaces the prompts, the competitors or the state of the weekly runs of a project, whichever are given. Prompts and competitors that stay keep their ids and their history.',
    args: { input: t.arg({ type: UpdateSettingsInput, required: true, description: 'What changes.' }) },
    resolve: async (_, { input: { projectId, prompts, competitors, enabled } }, { ctx }) => {
      const named = namedProject(projectId)
      const input = {
        ...named,
        ...given({ enabled }),
        ...(prompts && { prompts: prompts.map(promptGiven) }),
        ...(competitors && { competitors: competitors.map(competitorGiven) }),
      }
      await updateSettings({ ctx, input })
      return { projectId: requestedProject(ctx, named.projectId) }
    },
  }),
)
