import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { parse } from '../../core/foundation/parse.ts'
import { createProject, newProjectSchema } from '../../core/projects/create.ts'
import { deleteProject } from '../../core/projects/delete.ts'
import { projectChangeSchema, updateProject } from '../../core/projects/update.ts'
import { jsonBody } from '../foundation/body.ts'
import type { RestApp } from '../foundation/context.ts'
import { showProject } from '../foundation/show.ts'
import { takes } from '../openapi/keys.ts'
import { bodyOf } from '../openapi/request-body.ts'
import { failures, success } from '../openapi/responses.ts'
import { deletedProjectSchema, projectSchema } from '../schemas/project.ts'

const params = z.object({ projectId: z.string() })

const createRouteOfOrganization = createRoute({
  method: 'post',
  path: '/v1/orgs/{orgId}/projects',
  operationId: 'createProject',
  summary: 'Create a project and start its setup',
  description:
    'Requires an organization key with the scope `admin`. In the background, the setup reads the first page of `url` (without `url` it only uses the name) and proposes a brand name, competitors and prompts. Proposals take effect once they are accepted.',
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
  summary: 'Change the name and the analysis brand of a project',
  description:
    'Requires a key of the project or an organization key with the scope `admin`. Omitted fields do not change. Runs that have already started keep their brand.',
  tags: ['Project'],
  security: takes('projectKey', 'organizationAdminKey'),
  request: {
    params,
    body: bodyOf(projectChangeSchema.meta({ id: 'ProjectChange' }), { analysisBrandName: 'Taskfern' }),
  },
  responses: {
    200: success('The project after the change.', z.object({ data: projectSchema })),
    ...failures('BAD_REQUEST', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'),
  },
})

const deleteRoute = createRoute({
  method: 'delete',
  path: '/v1/projects/{projectId}',
  operationId: 'deleteProject',
  summary: 'Delete a project and all its data',
  description:
    'Requires an organization key with the scope `admin`. Also deletes the prompts, schedule, runs, async analyses, results and keys of the project. Running work is dropped, and unspent reserved credits are refunded.',
  tags: ['Project'],
  security: takes('organizationAdminKey'),
  request: { params },
  responses: {
    200: success('The project was deleted.', z.object({ data: deletedProjectSchema })),
    ...failures('FORBIDDEN', 'NOT_FOUND'),
  },
})

export function addProjectsRoutes(app: RestApp): void {
  app.openAPIRegistry.registerPath(createRouteOfOrganization)
  app.post(createRouteOfOrganization.getRoutingPath(), async (context) => {
    // Validate the body here too, so that it cannot override the id in the path.
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
