import { cancelProjectReextraction } from '../../core/reextractions/cancel-project.ts'
import type { ProjectReextractionRecord } from '../../core/reextractions/of-project.ts'
import type { ReextractionRecord } from '../../core/reextractions/record.ts'
import { reextractProject } from '../../core/reextractions/reextract-project.ts'
import { watchProjectReextraction } from '../../core/reextractions/watch.ts'
import { builder } from '../builder.ts'
import { databaseIdOf } from '../global-id.ts'
import { namedProject } from '../input.ts'
import { follow } from '../subscriptions.ts'
import { ProjectReextraction } from './project-reextraction.ts'
import { Reextraction } from './reextraction.ts'

const ReextractProjectInput = builder.inputType('ReextractProjectInput', {
  description: 'Whose runs to read again.',
  fields: (t) => ({
    projectId: t.id({
      description: 'The project, by databaseId or global id: a member names one, a project key has one.',
    }),
  }),
})

const ReextractProjectPayload = builder
  .objectRef<{ whole: ProjectReextractionRecord; parts: ReextractionRecord[] }>('ReextractProjectPayload')
  .implement({
    description: 'What came of asking for all runs of a project to be read again.',
    fields: (t) => ({
      projectReextraction: t.expose('whole', {
        type: ProjectReextraction,
        description: 'The whole of it, to be watched and cancelled as one.',
      }),
      reextractions: t.expose('parts', {
        type: [Reextraction],
        description: 'One for each run that has ended, the oldest first.',
      }),
    }),
  })

builder.mutationField('reextractProject', (t) =>
  t.field({
    type: ReextractProjectPayload,
    description: 'Reads all ended runs of a project again, as `reextractRun` does one, the oldest first.',
    args: { input: t.arg({ type: ReextractProjectInput, required: true, description: 'Whose.' }) },
    resolve: (_, { input: { projectId } }, { ctx }) =>
      reextractProject({ ctx, input: namedProject(projectId) }),
  }),
)

const CancelProjectReextractionInput = builder.inputType('CancelProjectReextractionInput', {
  description: 'Which re-extraction of a project to end.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Its databaseId, or its global id.' }),
  }),
})

const CancelProjectReextractionPayload = builder
  .objectRef<{ projectReextraction: ProjectReextractionRecord }>('CancelProjectReextractionPayload')
  .implement({
    description: 'What came of ending the re-extraction of a project.',
    fields: (t) => ({
      projectReextraction: t.expose('projectReextraction', {
        type: ProjectReextraction,
        description: 'The re-extraction, which has ended.',
      }),
    }),
  })

builder.mutationField('cancelProjectReextraction', (t) =>
  t.field({
    type: CancelProjectReextractionPayload,
    description:
      'Ends what is under way of the re-extraction of a project. Runs that were read again stay so, the others stay as they were.',
    args: {
      input: t.arg({ type: CancelProjectReextractionInput, required: true, description: 'Which one.' }),
    },
    resolve: async (_, { input: { id } }, { ctx }) => {
      const projectReextractionId = databaseIdOf(id, 'ProjectReextraction')
      return {
        projectReextraction: await cancelProjectReextraction({ ctx, input: { projectReextractionId } }),
      }
    },
  }),
)

builder.subscriptionField('projectReextractionProgress', (t) =>
  t.field({
    type: ProjectReextraction,
    description:
      'The states of the re-extraction of a project: the current one, every change of one of its runs, the final one.',
    args: { id: t.arg.id({ required: true, description: 'Its databaseId, or its global id.' }) },
    subscribe: (_, { id }, { ctx }) =>
      follow((signal) =>
        watchProjectReextraction({ ctx, input: { id: databaseIdOf(id, 'ProjectReextraction') }, signal }),
      ),
    resolve: (reextraction) => reextraction,
  }),
)
