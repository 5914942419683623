import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { readOwnProject } from '../../core/projects/read.ts'
import type { RestApp } from '../context.ts'
import { takes } from '../openapi/keys.ts'
import { failures, success } from '../openapi/responses.ts'
import { ownProjectSchema } from '../schemas/project.ts'
import { showOwnProject } from '../show.ts'

const readRoute = createRoute({
  method: 'get',
  path: '/v1/project',
  operationId: 'getProject',
  summary: 'The project of a project key; a safe way to check one',
  description: 'Answers for every good project key, so that it also tells whether a key is one.',
  tags: ['Project'],
  security: takes('projectKey'),
  responses: {
    200: success('The project.', z.object({ data: ownProjectSchema })),
    ...failures('PROJECT_SCOPED_KEY_REQUIRED', 'NOT_FOUND'),
  },
})

/** Adds the endpoints of a key's own project. */
export function addProjectRoutes(app: RestApp): void {
  app.openAPIRegistry.registerPath(readRoute)
  app.get(readRoute.getRoutingPath(), async (context) => {
    const project = await readOwnProject({ ctx: context.get('ctx') })
    return context.json({ data: showOwnProject(project) })
  })
}
