import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { parse } from '../../core/parse.ts'
import { createProject, newProjectSchema } from '../../core/projects/create.ts'
import { deleteProject } from '../../core/projects/delete.ts'
import type { ProjectRecord } from '../../core/projects/record.ts'
import { projectChangeSchema, updateProject } from '../../core/projects/update.ts'
import { jsonBody } from '../body.ts'
import type { RestApp } from '../context.ts'
import { BEARER } from '../openapi/document.ts'
import { DELETED_PROJECT, NEW_PROJECT, PROJECT, PROJECT_CHANGE } from '../openapi/project-examples.ts'
import { failures, success } from '../openapi/responses.ts'
import { deletedProjectSchema, type ProjectForm, projectSchema } from '../schemas/project.ts'
import { competitorForm } from '../settings-form.ts'

const params = z.object({ projectId: z.string() })

const createRouteOfOrganization = createRoute({
  method: 'post',
  path: '/v1/orgs/{orgId}/projects',
  operationId: 'createProject',
  summary: 'Make a project and start its setup',
  description:
    'Needs an organization key with admin. Setup reads the first page of `url` in the background, or has only the name to go by, and proposes a brand name, competitors and prompts; nothing is applied until it is accepted.',
  tags: ['Project'],
  security: BEARER,
  request: {
    params: z.object({ orgId: z.string() }),
    body: {
      required: true,
      content: {
        'application/json': { schema: newProjectSchema.meta({ id: 'NewProject' }), example: NEW_PROJECT },
      },
    },
  },
  responses: {
    201: success('The project.', z.object({ data: projectSchema }), { data: PROJECT }),
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
  security: BEARER,
  request: {
    params,
    body: {
      required: true,
      content: {
        'application/json': {
          schema: projectChangeSchema.meta({ id: 'ProjectChange' }),
          example: PROJECT_CHANGE,
        },
      },
    },
  },
  responses: {
    200: success('The project after the change.', z.object({ data: projectSchema }), { data: PROJECT }),
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
  security: BEARER,
  request: { params },
  responses: {
    200: success('It is gone.', z.object({ data: deletedProjectSchema }), { data: DELETED_PROJECT }),
    ...failures('FORBIDDEN', 'NOT_FOUND'),
  },
})

/** Adds the endpoints that make, change and delete projects. */
export function addProjectsRoutes(app: RestApp): void {
  app.openAPIRegistry.registerPath(createRouteOfOrganization)
  app.post(createRouteOfOrganization.getRoutingPath(), async (context) => {
    // Parsed here as well: the path's id stands beside the body, and no field of the body passes for it.
    const body = parse(newProjectSchema, await jsonBody(context, 'organization:admin'))
    const organizationId = context.req.param('orgId') ?? ''
    const project = await createProject({ ctx: context.get('ctx'), input: { ...body, organizationId } })
    return context.json({ data: projectForm(project) }, 201)
  })

  app.openAPIRegistry.registerPath(updateRoute)
  app.patch(updateRoute.getRoutingPath(), async (context) => {
    const change = parse(projectChangeSchema, await jsonBody(context, 'project:update'))
    const projectId = context.req.param('projectId') ?? ''
    const project = await updateProject({ ctx: context.get('ctx'), input: { ...change, projectId } })
    return context.json({ data: projectForm(project) })
  })

  app.openAPIRegistry.registerPath(deleteRoute)
  app.delete(deleteRoute.getRoutingPath(), async (context) => {
    const projectId = context.req.param('projectId') ?? ''
    return context.json({ data: await deleteProject({ ctx: context.get('ctx'), input: { projectId } }) })
  })
}

function projectForm(project: ProjectRecord): ProjectForm {
  const { id, name, url, displayName, analysisBrandName, location, competitors, setup } = project
  return {
    id,
    name,
    url,
    displayName,
    analysisBrandName,
    location,
    competitors: competitors.map(competitorForm),
    setup,
    createdAt: project.createdAt.toISOString(),
    updatedAt: project.updatedAt.toISOString(),
  }
}
