import {
  type ProjectReextractionRecord,
  readLatestProjectReextractions,
  readProjectReextractions,
} from '../../core/reextractions/of-project.ts'
import { builder } from '../builder.ts'
import { registerNode } from '../node-registry.ts'
import { Project, projectBehind } from './project.ts'
import {
  pageReextractions,
  Reextraction,
  ReextractionConnection,
  ReextractionProgress,
  ReextractionStatus,
} from './reextraction.ts'

/** The history of a project being read again. */
export const ProjectReextraction = builder.objectRef<ProjectReextractionRecord>('ProjectReextraction')

builder.node(ProjectReextraction, {
  description: 'The whole history of a project being read again, run by run, the oldest first.',
  id: { resolve: ({ id }) => id },
  fields: (t) => ({
    databaseId: t.exposeString('id', { description: 'Its id in the database.' }),
    status: t.expose('status', {
      type: ReextractionStatus,
      description: 'Under way as long as one of its runs is; then as bad as the worst of them.',
    }),
    progress: t.expose('progress', {
      type: ReextractionProgress,
      description: 'How many answers of all its runs are read.',
    }),
    reextractions: t.connection(
      {
        type: Reextraction,
        description: 'One for each run that had ended, the latest first. No others come.',
        resolve: ({ id, reextractionIds }, args, context) =>
          pageReextractions(context, args, {
            listId: `parts-of-project-reextraction:${id}`,
            of: { ids: reextractionIds },
          }),
      },
      ReextractionConnection,
    ),
    project: t.field({
      type: Project,
      description: 'The project.',
      resolve: ({ projectId }, _, context) => projectBehind(context, projectId),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was asked for.' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', nullable: true, description: 'When work began.' }),
    finishedAt: t.expose('finishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the last of its runs ended being read.',
    }),
  }),
})

registerNode(ProjectReextraction, ({ ctx }, ids) => readProjectReextractions({ ctx, input: { ids } }))

builder.objectField(Project, 'latestReextraction', (t) =>
  t.field({
    type: ProjectReextraction,
    nullable: true,
    description: 'The latest time its whole history was asked to be read again; null when it never was.',
    resolve: ({ id }, _, context) => context.load(readLatestProjectReextractions, id),
  }),
)
