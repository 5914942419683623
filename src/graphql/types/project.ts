import type { Ctx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
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
import { builder } from '../builder.ts'
import { type GraphqlContext, ofOrganization } from '../context.ts'
import { enumType, fieldsOf } from '../define.ts'
import { databaseIdOf } from '../global-id.ts'
import { registerNode } from '../node-registry.ts'
import { connectionOf, cursorOf, parsePage } from '../page.ts'
import { Organization } from './organization.ts'
import { Provider } from './provider.ts'

const SetupStatusType = enumType('SetupStatus', {
  description: 'State of the setup of a project.',
  values: SETUP_STATUSES,
})

const SiteFailure = enumType('SiteFailure', {
  description: 'Why a setup could not read the website of a project.',
  values: SITE_FAILURES,
})

const ofSetup = fieldsOf(setupDefinition)
const ProjectSetup = builder.objectRef<ProjectRecord['setup']>('ProjectSetup').implement({
  description:
    'The setup of a project: it reads the website and makes proposals. It changes nothing by itself.',
  fields: (t) => ({
    status: t.expose('status', { type: SetupStatusType, ...ofSetup('status') }),
    failure: t.expose('failure', { type: SiteFailure, ...ofSetup('failure') }),
  }),
})

/** The organizations of projects, read once: all projects that a caller sees belong to the caller's organization. */
async function organizationsOf({ ctx, input }: { ctx: Ctx; input: { ids: readonly string[] } }) {
  const own = await readOrganization({ ctx })
  return input.ids.map((id) => (id === own.id ? own : null))
}

const of = fieldsOf(projectDefinition)
/** A brand under observation. */
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
    setup: t.expose('setup', { type: ProjectSetup, ...of('setup') }),
    createdAt: t.expose('createdAt', { type: 'DateTime', ...of('createdAt') }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', ...of('updatedAt') }),
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
    description: 'A project by its id; NOT_FOUND if the caller may see none with this id.',
    args: { id: t.arg.id({ required: true, description: 'Its databaseId, or its global id.' }) },
    resolve: (_, { id }, { ctx }) => readProject({ ctx, input: { id: databaseIdOf(id, 'Project') } }),
  }),
)

/**
 * The project of a record that was read for the caller.
 * @throws {AppError} NOT_FOUND when the project has been deleted in between
 */
export async function loadProject(context: GraphqlContext, projectId: string): Promise<ProjectRecord> {
  const project = await context.load(readProjects, projectId)
  if (!project) throw notFound('Project')
  return project
}

/** A project at its place in the list. */
export const ProjectEdge = builder.edgeObject({
  type: Project,
  name: 'ProjectEdge',
  description: 'A project at its place in the list.',
})

const ProjectConnection = builder.connectionObject(
  { type: Project, name: 'ProjectConnection', description: 'A page of projects.' },
  ProjectEdge,
)

const listIdOf = (organizationId: string) => `projects:${organizationId}`

/** The cursor of a project in the list of its organization. */
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
        'Its projects, oldest first: all for signed-in members and organization keys with admin rights, its own for a project key, none for other keys.',
      resolve: async ({ id }, args, { load }) => {
        const listId = listIdOf(id)
        const page = parsePage(args, { listId })
        return connectionOf({
          items: await load(pageOfProjects, id, { page }),
          page,
          listId,
          keyOf: (project) => project.id,
          countAll: () => load(countOfProjects, id),
        })
      },
    },
    ProjectConnection,
  ),
)
