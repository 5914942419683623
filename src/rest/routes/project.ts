import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { readOwnProject } from '../../core/projects/read.ts'
import type { ProjectRecord } from '../../core/projects/record.ts'
import type { RestApp } from '../context.ts'
import { BEARER } from '../openapi/document.ts'
import { OWN_PROJECT } from '../openapi/examples.ts'
import { failures, success } from '../openapi/responses.ts'
import { type OwnProjectForm, ownProjectSchema } from '../schemas/project.ts'
import { competitorForm } from '../settings-form.ts'

const readRoute = createRoute({
  method: 'get',
  path: '/v1/project',
  operationId: 'getProject',
  summary: 'The project of a project key; a safe way to check one',
  description: 'Answers for every good project key, so that it also tells whether a key is one.',
  tags: ['Project'],
  security: BEARER,
  responses: {
    200: success('The project.', z.object({ data: ownProjectSchema }), { data: OWN_PROJECT }),
    ...failures('PROJECT_SCOPED_KEY_REQUIRED', 'NOT_FOUND'),
  },
})

/** Adds the endpoints of a key's own project. */
export function addProjectRoutes(app: RestApp): void {
  app.openAPIRegistry.registerPath(readRoute)
  app.get(readRoute.getRoutingPath(), async (context) => {
    const project = await readOwnProject({ ctx: context.get('ctx') })
    return context.json({ data: ownProjectForm(project) })
  })
}

function ownProjectForm({ id, name, url, competitors }: ProjectRecord): OwnProjectForm {
  return { id, name, url, competitors: competitors.map(competitorForm) }
}
