import type { Ctx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { readOrganization } from '../../core/organizations/read.ts'
import { readProject, readProjects } from '../../core/projects/read.ts'
import type { ProjectRecord } from '../../core/projects/record.ts'
import { builder } from '../builder.ts'
import type { GraphqlContext } from '../context.ts'
import { databaseIdOf } from '../global-id.ts'
import { registerNode } from '../node-registry.ts'
import { Organization } from './organization.ts'

const SetupStatusType = builder.enumType('SetupStatus', {
  description: 'How far the setup of a project is.',
  values: {
    NONE: { value: 'none', description: 'There never was one.' },
    QUEUED: { value: 'queued', description: 'It waits.' },
    RUNNING: { value: 'running', description: 'The site is being read.' },
    COMPLETED: { value: 'completed', description: 'It has made its proposals.' },
    FAILED: {
      value: 'failed',
      description: 'The site could not be read; it has proposed from the name alone.',
    },
  } as const satisfies Record<string, { value: ProjectRecord['setup']['status']; description: string }>,
})

const ProjectSetup = builder.objectRef<ProjectRecord['setup']>('ProjectSetup').implement({
  description: 'The reading of a new project’s site, which ends in proposals and changes nothing by itself.',
  fields: (t) => ({
    status: t.expose('status', { type: SetupStatusType, description: 'How far it is.' }),
  }),
})

/** One look for all projects of an operation: they have one organization, the caller's. */
async function organizationsOf({ ctx, input }: { ctx: Ctx; input: { ids: readonly string[] } }) {
  const own = await readOrganization({ ctx })
  return input.ids.map((id) => (id === own.id ? own : null))
}

/** A brand under observation. */
export const Project = builder.objectRef<ProjectRecord>('Project')

builder.node(Project, {
  description: 'A brand under observation, with its competitors.',
  id: { resolve: ({ id }) => id },
  fields: (t) => ({
    databaseId: t.exposeString('id', { description: 'Its id in REST.' }),
    name: t.exposeString('name', { description: 'The label of the workspace.' }),
    url: t.exposeString('url', { nullable: true, description: 'The website of the brand.' }),
    description: t.exposeString('description', {
      nullable: true,
      description: 'What the brand says of itself.',
    }),
    displayName: t.exposeString('displayName', { description: 'The label of the workspace.' }),
    analysisBrandName: t.exposeString('analysisBrandName', {
      description: 'The brand that answers are searched for.',
    }),
    aliases: t.exposeStringList('aliases', { description: 'Other names the brand is found by.' }),
    domains: t.exposeStringList('domains', {
      description: 'Domains whose pages are the brand’s own, beside that of its website.',
    }),
    location: t.exposeString('location', {
      description: 'Where the brand is at home; `global` when nowhere in particular.',
    }),
    defaultProviders: t.exposeStringList('defaultProviders', {
      description: 'Tokens of the providers that a prompt is asked of when it names none.',
    }),
    setup: t.expose('setup', { type: ProjectSetup, description: 'The reading of its site.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
    organization: t.field({
      type: Organization,
      description: 'The organization it belongs to.',
      resolve: async ({ organizationId }, _, context) => {
        const organization = await context.load(organizationsOf, organizationId)
        if (!organization) throw notFound('Organization')
        return organization
      },
    }),
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

/**
 * The project of something the caller has been shown.
 * @throws {AppError} NOT_FOUND when it was deleted since
 */
export async function projectBehind(context: GraphqlContext, projectId: string): Promise<ProjectRecord> {
  const project = await context.load(readProjects, projectId)
  if (!project) throw notFound('Project')
  return project
}
