import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { parse } from '../../core/parse.ts'
import { createProject, newProjectSchema } from '../../core/projects/create.ts'
import { deleteProject } from '../../core/projects/delete.ts'
import { projectChangeSchema, updateProject } from '../../core/projects/update.ts'
import { jsonBody } from '../body.ts'
import type { RestApp } from '../context.ts'
import { takes } from '../openapi/keys.ts'
import { bodyOf } from '../openapi/request-body.ts'
import { failures, success } from '../openapi/responses.ts'
import { deletedProjectSchema, projectSchema } from '../schemas/project.ts'
import { showProject } from '../show.ts'

const params = z.object({ projectId: z.string() })

const createRouteOfOrganization = createRoute({
  method: 'post',
  path: '/v1/orgs/{orgId}/projects',
  operationId: 'createProject',
  summary: 'Make a project and start its setup',
  description:
    'Needs an organization key with admin. Setup reads the first page of `url` in the background, or has only the name to go by, and proposes a brand name, competitors and prompts; nothing is applied until it is accepted.',
  tags: ['Project'],
  security: takes('organizationAdminKey'),
  request: {
    params: z.object({ orgId: z.string() }),
    body: bodyOf(newProjectSchema.meta({ id: 'NewProject' }), {
      name: 'Taskfern',
      url: 'https://taskfern.example',
    }),
  },
  responses: {
    201: success('The project.', z.object({ data: projectSchema })),
    ...failures('BAD_REQUEST', 'FORBIDDEN', 'NOT_FOUND'),
  },
})

const updateRoute = createRoute({
  method: 'patch',
  path: '/v1/projects/{projectId}',
  operationId: 'updateProject',
  summary: 'Change the label and the analysis brand of a project',
  description:
    'Needs a key of the project, or an organization key with admin. What is not given stays. Runs that have begun keep the brand they began with.',
  tags: ['Project'],
  security: takes('projectKey', 'organizationAdminKey'),
  request: {
    params,
    body: bodyOf(projectChangeSchema.meta({ id: 'ProjectChange' }), { analysisBrandName: 'Taskfern' }),
  },
  responses: {
    200: success('The project after the change.', z.object({ data: projectSchema })),
    ...failures('BAD_REQUEST', 'FORBIDDEN', 'NOT_FOUND'),
  },
})

const deleteRoute = createRoute({
  method: 'delete',
  path: '/v1/projects/{projectId}',
  operationId: 'deleteProject',
  summary: 'Delete a project with everything that belongs to it',
  description:
    'Needs an organization key with admin. Prompts, schedule, runs, async analyses, results and keys of the project go with it; work under way is dropped, and credits reserved for it that were not spent are refunded.',
  tags: ['Project'],
  security: takes('organizationAdminKey'),
  request: { params },
  responses: {
    200: success('It is gone.', z.object({ data: deletedProjectSchema })),
    ...failures('FORBIDDEN', 'NOT_FOUND'),
  },
})

/** Adds the endpoints that make, change and delete projects. */
export function addProjectsRoutes(app: RestApp): void {
  app.openAPIRegistry.registerPath(createRouteOfOrganization)
  app.post(createRouteOfOrganization.getRoutingPath(), async (context) => {
    // Parsed here as well, so that a field of the body cannot replace the id of the path.
    const body = parse(newProjectSchema, await jsonBody(context, 'organization:admin'))
    const organizationId = context.req.param('orgId') ?? ''
    const project = await createProject({ ctx: context.get('ctx'), input: { ...body, organizationId } })
    return context.json({ data: showProject(project) }, 201)
  })

  app.openAPIRegistry.registerPath(updateRoute)
  app.patch(updateRoute.getRoutingPath(), async (context) => {
    const change = parse(projectChangeSchema, await jsonBody(context, 'project:update'))
    const projectId = context.req.param('projectId') ?? ''
    const project = await updateProject({ ctx: context.get('ctx'), input: { ...change, projectId } })
    return context.json({ data: showProject(project) })
  })

  app.openAPIRegistry.registerPath(deleteRoute)
  app.delete(deleteRoute.getRoutingPath(), async (context) => {
    const projectId = context.req.param('projectId') ?? ''
    return context.json({ data: await deleteProject({ ctx: context.get('ctx'), input: { projectId } }) })
  })
}
