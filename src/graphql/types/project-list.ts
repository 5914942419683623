import { countProjects, listProjects } from '../../core/projects/list.ts'
import { builder } from '../builder.ts'
import { connectionOf, cursorOf, parsePage } from '../page.ts'
import { Organization } from './organization.ts'
import { Project } from './project.ts'

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

builder.objectField(Organization, 'projects', (t) =>
  t.connection(
    {
      type: Project,
      description:
        'Its projects by their creation: all for a signed-in member and for an organization key with admin, which may change them; for a project key only its own; for any other key none.',
      resolve: async ({ id }, args, { ctx }) => {
        const listId = listIdOf(id)
        const page = parsePage(args, { listId })
        return connectionOf({
          items: await listProjects({ ctx, input: { page } }),
          page,
          listId,
          keyOf: (project) => project.id,
          countAll: () => countProjects({ ctx }),
        })
      },
    },
    ProjectConnection,
  ),
)
