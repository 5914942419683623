import { readProject, readProjects } from '../../core/projects/read.ts'
import type { CompetitorRecord, ProjectRecord } from '../../core/projects/record.ts'
import { builder } from '../builder.ts'
import { databaseIdOf } from '../global-id.ts'
import { registerNode } from '../node-registry.ts'

const Competitor = builder.objectRef<CompetitorRecord>('Competitor').implement({
  description: 'A brand that is tracked beside the analysis brand.',
  fields: (t) => ({
    databaseId: t.exposeString('id', { description: 'Its id in REST.' }),
    name: t.exposeString('name', { description: 'The name it is looked for by.' }),
    url: t.exposeString('url', { nullable: true, description: 'Its website.' }),
  }),
})

/** A brand under observation. */
export const Project = builder.objectRef<ProjectRecord>('Project')

builder.node(Project, {
  description: 'A brand under observation, with its competitors.',
  id: { resolve: ({ id }) => id },
  fields: (t) => ({
    databaseId: t.exposeString('id', { description: 'Its id in REST.' }),
    name: t.exposeString('name', { description: 'The label of the workspace.' }),
    url: t.exposeString('url', { nullable: true, description: 'The website of the brand.' }),
    displayName: t.exposeString('displayName', { description: 'The label of the workspace.' }),
    analysisBrandName: t.exposeString('analysisBrandName', {
      description: 'The brand that answers are searched for.',
    }),
    location: t.exposeString('location', {
      description: 'Where the brand is at home; `global` when nowhere in particular.',
    }),
    competitors: t.expose('competitors', {
      type: [Competitor],
      description: 'The brands tracked beside it.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
  }),
})

registerNode(Project, ({ ctx }, ids) => readProjects({ ctx, input: { ids } }))

builder.queryField('project', (t) =>
  t.field({
    type: Project,
    nullable: true,
    description: 'A project by its id; NOT_FOUND where there is none for the caller.',
    args: { id: t.arg.id({ required: true, description: 'Its databaseId, or its global id.' }) },
    resolve: (_, { id }, { ctx }) => readProject({ ctx, input: { id: databaseIdOf(id, 'Project') } }),
  }),
)
