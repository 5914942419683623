import { cancelProjectReextraction } from '../../core/reextractions/cancel.ts'
import {
  type ProjectReextractionRecord,
  readLatestProjectReextractions,
  readProjectReextractions,
} from '../../core/reextractions/read-project.ts'
import type { ReextractionRecord } from '../../core/reextractions/row.ts'
import { reextractProject } from '../../core/reextractions/start.ts'
import { subscribeToProjectReextraction } from '../../core/reextractions/subscribe.ts'
import { builder } from '../builder.ts'
import { databaseIdOf } from '../global-id.ts'
import { namedProject } from '../input.ts'
import { registerNode } from '../node-registry.ts'
import { subscriptionStates } from '../subscriptions.ts'
import { loadProject, Project } from './project.ts'
import {
  pageReextractions,
  Reextraction,
  ReextractionConnection,
  ReextractionEdge,
  ReextractionProgress,
  ReextractionStatus,
  reextractionEdge,
} from './reextraction.ts'

/** The history of a project being read again. */
export const ProjectReextraction = builder.objectRef<ProjectReextractionRecord>('ProjectReextraction')

builder.node(ProjectReextraction, {
  description: 'The re-extraction of all ended runs of a project, one by one, the oldest first.',
  id: { resolve: ({ id }) => id },
  fields: (t) => ({
    databaseId: t.exposeString('id', { description: 'Its id in the database.' }),
    status: t.expose('status', {
      type: ReextractionStatus,
      description: 'RUNNING as long as one of its re-extractions is; then the worst of their final states.',
    }),
    progress: t.expose('progress', {
      type: ReextractionProgress,
      description: 'How many answers of all its runs have been read.',
    }),
    reextractions: t.connection(
      {
        type: Reextraction,
        nullable: true,
        description:
          'One re-extraction for each run that had ended, the latest first. The list does not grow.',
        resolve: ({ id }, args, context) =>
          pageReextractions(context, args, { id, of: 'project_reextraction' }),
      },
      ReextractionConnection,
    ),
    project: t.field({
      type: Project,
      description: 'The project.',
      resolve: ({ projectId }, _, context) => loadProject(context, projectId),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was requested.' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', nullable: true, description: 'When work started.' }),
    finishedAt: t.expose('finishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the last of its re-extractions ended.',
    }),
  }),
})

registerNode(ProjectReextraction, ({ ctx }, ids) => readProjectReextractions({ ctx, input: { ids } }))

builder.objectField(Project, 'latestReextraction', (t) =>
  t.field({
    type: ProjectReextraction,
    nullable: true,
    description: 'The latest re-extraction of all its runs; null if there was none.',
    resolve: ({ id }, _, context) => context.load(readLatestProjectReextractions, id),
  }),
)

const ReextractProjectInput = builder.inputType('ReextractProjectInput', {
  description: 'The project whose runs are to be re-extracted.',
  fields: (t) => ({
    projectId: t.id({
      description:
        'The project, by databaseId or global id. Required for members; a project key belongs to one.',
    }),
  }),
})

const ReextractProjectPayload = builder
  .objectRef<{ whole: ProjectReextractionRecord; parts: ReextractionRecord[] }>('ReextractProjectPayload')
  .implement({
    description: 'The re-extraction of all runs of a project.',
    fields: (t) => ({
      projectReextraction: t.expose('whole', {
        type: ProjectReextraction,
        description: 'The re-extraction of the project, which can be subscribed to and cancelled as a whole.',
      }),
      reextractions: t.expose('parts', {
        type: [Reextraction],
        description: 'One re-extraction for each run that has ended, the oldest first.',
      }),
      reextractionEdges: t.field({
        type: [ReextractionEdge],
        description: 'The same as edges of the re-extractions of the project.',
        resolve: ({ parts }) => parts.map(reextractionEdge),
      }),
    }),
  })

builder.mutationField('reextractProject', (t) =>
  t.field({
    type: ReextractProjectPayload,
    description: 'Re-extracts all ended runs of a project, the oldest first, each as `reextractRun` does.',
    args: { input: t.arg({ type: ReextractProjectInput, required: true, description: 'The project.' }) },
    resolve: (_, { input: { projectId } }, { ctx }) =>
      reextractProject({ ctx, input: namedProject(projectId) }),
  }),
)

const CancelProjectReextractionInput = builder.inputType('CancelProjectReextractionInput', {
  description: 'The re-extraction to cancel.',
  fields: (t) => ({
    projectReextractionId: t.id({
      required: true,
      description: 'Its databaseId, or its global id.',
    }),
  }),
})

const CancelProjectReextractionPayload = builder
  .objectRef<{ projectReextraction: ProjectReextractionRecord }>('CancelProjectReextractionPayload')
  .implement({
    description: 'The cancelled re-extraction of a project.',
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
      'Cancels the re-extraction of a project. Runs whose re-extraction has completed keep it; the others stay as they were.',
    args: {
      input: t.arg({ type: CancelProjectReextractionInput, required: true, description: 'Which one.' }),
    },
    resolve: async (_, { input }, { ctx }) => {
      const projectReextractionId = databaseIdOf(input.projectReextractionId, 'ProjectReextraction')
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
      'The states of the re-extraction of a project: the current one, then every change of one of its runs, up to the final one.',
    args: {
      projectReextractionId: t.arg.id({ required: true, description: 'Its databaseId, or its global id.' }),
    },
    subscribe: (_, { projectReextractionId: id }, { ctx }) =>
      subscriptionStates((signal) =>
        subscribeToProjectReextraction({
          ctx,
          input: { id: databaseIdOf(id, 'ProjectReextraction') },
          signal,
        }),
      ),
    resolve: (reextraction) => reextraction,
  }),
)
