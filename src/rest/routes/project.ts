import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { readOwnProject } from '../../core/projects/read.ts'
import type { RestApp } from '../foundation/context.ts'
import { showOwnProject } from '../foundation/show.ts'
import { takes } from '../openapi/keys.ts'
import { failures, success } from '../openapi/responses.ts'
import { ownProjectSchema } from '../schemas/project.ts'

const readRoute = createRoute({
  method: 'get',
  path: '/v1/project',
  operationId: 'getProject',
  summary: 'Get the project of a project key',
  description: 'Succeeds with every valid project key, so you can use it to check a key.',
  tags: ['Project'],
  security: takes('projectKey'),
  responses: {
    200: success('The project.', z.object({ data: ownProjectSchema })),
    ...failures('PROJECT_SCOPED_KEY_REQUIRED', 'NOT_FOUND'),
  },
})

export function addProjectRoutes(app: RestApp): void {
  app.openAPIRegistry.registerPath(readRoute)
  app.get(readRoute.getRoutingPath(), async (context) => {
    const project = await readOwnProject({ ctx: context.get('ctx') })
    return context.json({ data: showOwnProject(project) })
  })
}
