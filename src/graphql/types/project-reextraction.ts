import { cancelProjectReextraction } from '../../core/reextractions/cancel.ts'
import {
  type ProjectReextractionRecord,
  readLatestProjectReextractions,
  readProjectReextractions,
} from '../../core/reextractions/read-project.ts'
import type { ReextractionRecord } from '../../core/reextractions/row.ts'
import { reextractProject } from '../../core/reextractions/start.ts'
import { subscribeToProjectReextraction } from '../../core/reextractions/subscribe.ts'
import { builder } from '../foundation/builder.ts'
import { failsWith } from '../foundation/field-extensions.ts'
import { databaseIdOf } from '../foundation/global-id.ts'
import { namedProject } from '../foundation/input.ts'
import { registerNode } from '../foundation/node-registry.ts'
import { subscriptionStates } from '../foundation/subscriptions.ts'
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

export const ProjectReextraction = builder.objectRef<ProjectReextractionRecord>('ProjectReextraction')

builder.node(ProjectReextraction, {
  description: 'The re-extraction of all ended runs of a project, one after the other, oldest first.',
  id: { resolve: ({ id }) => id },
  fields: (t) => ({
    databaseId: t.exposeString('id', { description: 'Id in the database.' }),
    status: t.expose('status', {
      type: ReextractionStatus,
      description:
        'RUNNING while any of the re-extractions is running; then the worst of their final states.',
    }),
    progress: t.expose('progress', {
      type: ReextractionProgress,
      description: 'Number of answers analyzed so far, over all runs.',
    }),
    reextractions: t.connection(
      {
        type: Reextraction,
        nullable: true,
        description: 'One re-extraction per run that had ended, newest first. The list does not grow.',
        resolve: ({ id }, args, context) =>
          pageReextractions(context, args, { id, of: 'project_reextraction' }),
      },
      ReextractionConnection,
    ),
    project: t.field({
      type: Project,
      description: 'Project that is re-extracted.',
      resolve: ({ projectId }, _, context) => loadProject(context, projectId),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the request.' }),
    startedAt: t.expose('startedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time at which work started.',
    }),
    finishedAt: t.expose('finishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time at which the last re-extraction ended.',
    }),
  }),
})

registerNode(ProjectReextraction, ({ ctx }, ids) => readProjectReextractions({ ctx, input: { ids } }))

builder.objectField(Project, 'latestReextraction', (t) =>
  t.field({
    type: ProjectReextraction,
    nullable: true,
    description: 'Latest re-extraction of all runs of the project; null if there was none.',
    resolve: ({ id }, _, context) => context.load(readLatestProjectReextractions, id),
  }),
)

const ReextractProjectInput = builder.inputType('ReextractProjectInput', {
  description: 'The project to re-extract.',
  fields: (t) => ({
    projectId: t.id({
      description:
        'databaseId or global id of the project. Required for members; project keys always use their own project.',
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
        description: 'The re-extraction of the project. You can subscribe to it and cancel it as a whole.',
      }),
      reextractions: t.expose('parts', {
        type: [Reextraction],
        description: 'One re-extraction per ended run, oldest first.',
      }),
      reextractionEdges: t.field({
        type: [ReextractionEdge],
        description: 'The same re-extractions as edges of the re-extractions of the project.',
        resolve: ({ parts }) => parts.map(reextractionEdge),
      }),
    }),
  })

builder.mutationField('reextractProject', (t) =>
  t.field({
    ...failsWith('NOT_FOUND'),
    type: ReextractProjectPayload,
    description: 'Re-extracts all ended runs of a project, oldest first, like `reextractRun`.',
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
      description: 'databaseId or global id of the re-extraction.',
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
        description: 'The re-extraction, in its final state.',
      }),
    }),
  })

builder.mutationField('cancelProjectReextraction', (t) =>
  t.field({
    ...failsWith('NOT_FOUND'),
    type: CancelProjectReextractionPayload,
    description:
      'Cancels the re-extraction of a project. Completed re-extractions of runs are kept; the other runs do not change.',
    args: {
      input: t.arg({
        type: CancelProjectReextractionInput,
        required: true,
        description: 'The re-extraction to cancel.',
      }),
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
      'The states of the re-extraction of a project: the current state, then every change of one of its runs until the final state.',
    args: {
      projectReextractionId: t.arg.id({
        required: true,
        description: 'databaseId or global id of the re-extraction.',
      }),
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
