import { resolveProject } from '../../core/access/project-access.ts'
import type { AppCtx } from '../../core/context.ts'
import { notFound } from '../../core/foundation/errors.ts'
import { readOrganization } from '../../core/organizations/read.ts'
import {
  projectDefinition,
  SETUP_STATUSES,
  SITE_FAILURES,
  setupDefinition,
} from '../../core/projects/definition.ts'
import { countProjects, listProjects } from '../../core/projects/list.ts'
import { readProject, readProjects } from '../../core/projects/read.ts'
import type { ProjectRecord } from '../../core/projects/row.ts'
import { builder } from '../foundation/builder.ts'
import { type GraphqlContext, ofOrganization } from '../foundation/context.ts'
import { enumType, fieldsOf } from '../foundation/define.ts'
import { databaseIdOf } from '../foundation/global-id.ts'
import { namingFields } from '../foundation/input.ts'
import { registerNode } from '../foundation/node-registry.ts'
import { cursorOf, readConnectionById } from '../foundation/page.ts'
import { Organization } from './organization.ts'
import { Provider } from './provider.ts'

const SetupStatusType = enumType('SetupStatus', {
  description: 'State of the setup of a project.',
  values: SETUP_STATUSES,
})

const SiteFailure = enumType('SiteFailure', {
  description: 'Why the setup could not read the website of a project.',
  values: SITE_FAILURES,
})

const ofSetup = fieldsOf(setupDefinition)
const ProjectSetup = builder.objectRef<ProjectRecord['setup']>('ProjectSetup').implement({
  description:
    'The setup of a project, which reads the website and proposes changes. Changes are made only when a proposal is accepted.',
  fields: (t) => ({
    status: t.expose('status', { type: SetupStatusType, ...ofSetup('status') }),
    failure: t.expose('failure', { type: SiteFailure, ...ofSetup('failure') }),
  }),
})

/**
 * Returns the organization of each project. It is read only once, because all projects visible to the caller belong
 * to the caller's organization.
 */
async function organizationsOf({ ctx, input }: { ctx: AppCtx; input: { ids: readonly string[] } }) {
  const organization = await readOrganization({ ctx })
  return input.ids.map((id) => (id === organization.id ? organization : null))
}

const of = fieldsOf(projectDefinition)
export const Project = builder.objectRef<ProjectRecord>('Project')

builder.node(Project, {
  description: 'A tracked brand, with its competitors and prompts.',
  id: { resolve: ({ id }) => id },
  fields: (t) => ({
    databaseId: t.exposeString('id', of('id')),
    name: t.exposeString('name', of('name')),
    url: t.expose('url', { type: 'URL', ...of('url') }),
    description: t.exposeString('description', of('description')),
    displayName: t.exposeString('displayName', of('displayName')),
    analysisBrandName: t.exposeString('analysisBrandName', of('analysisBrandName')),
    aliases: t.exposeStringList('aliases', of('aliases')),
    domains: t.exposeStringList('domains', of('domains')),
    location: t.exposeString('location', of('location')),
    defaultProviders: t.field({
      ...of('defaultProviders'),
      type: [Provider],
      resolve: ({ defaultProviders }) => defaultProviders.map((token) => ({ token })),
    }),
    replicates: t.exposeInt('replicates', of('replicates')),
    version: t.exposeInt('version', {
      description:
        'Increases with every change of the fields, prompts, tags, competitors or schedule of the project, for `expectedVersion`.',
    }),
    setup: t.expose('setup', { type: ProjectSetup, ...of('setup') }),
    createdAt: t.expose('createdAt', { type: 'DateTime', ...of('createdAt') }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', ...of('updatedAt') }),
    organization: t.field({
      type: Organization,
      description: 'Organization of the project.',
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
    description:
      'A project by id, or the project of a project key; NOT_FOUND if it does not exist or is not visible to the caller.',
    args: {
      id: t.arg.id({ description: 'databaseId or global id of the project. Not needed with a project key.' }),
    },
    resolve: (_, { id }, { ctx }) => {
      if (id != null) return readProject({ ctx, input: { id: databaseIdOf(id, 'Project') } })
      return namingFields({ projectId: 'id' }, async () =>
        readProject({ ctx, input: { id: resolveProject(ctx, undefined) } }),
      )
    },
  }),
)

/**
 * Returns the project of a record that the caller may see.
 * @throws {AppError} NOT_FOUND if the project was deleted in the meantime
 */
export async function loadProject(context: GraphqlContext, projectId: string): Promise<ProjectRecord> {
  const project = await context.load(readProjects, projectId)
  if (!project) throw notFound('Project')
  return project
}

export const ProjectEdge = builder.edgeObject({
  type: Project,
  name: 'ProjectEdge',
  description: 'A project and its position in the list.',
})

const ProjectConnection = builder.connectionObject(
  { type: Project, name: 'ProjectConnection', description: 'A page of projects.' },
  ProjectEdge,
)

const listIdOf = (organizationId: string) => `projects:${organizationId}`

/** Returns the cursor of a project in the list of its organization. */
export function projectCursor({ id, organizationId }: { id: string; organizationId: string }): string {
  return cursorOf(listIdOf(organizationId), id)
}

const pageOfProjects = ofOrganization(listProjects)
const countOfProjects = ofOrganization(countProjects)

builder.objectField(Organization, 'projects', (t) =>
  t.connection(
    {
      type: Project,
      nullable: true,
      description:
        'Projects of the organization, oldest first. Members and organization keys with the scope ADMIN see all projects, project keys only their organization, other keys none.',
      resolve: ({ id }, args, { load }) =>
        readConnectionById(args, listIdOf(id), {
          items: (page) => load(pageOfProjects, id, { page }),
          countAll: () => load(countOfProjects, id),
        }),
    },
    ProjectConnection,
  ),
)
