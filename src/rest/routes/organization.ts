import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { organizationDefinition } from '../../core/organizations/definition.ts'
import { readOrganization } from '../../core/organizations/read.ts'
import type { RestApp } from '../foundation/context.ts'
import { showOrganization } from '../foundation/show.ts'
import { takes } from '../openapi/keys.ts'
import { failures, success } from '../openapi/responses.ts'

const readRoute = createRoute({
  method: 'get',
  path: '/v1/organization',
  operationId: 'getOrganization',
  summary: 'Get the organization of the key: its credit balance, its plan and its limits',
  description: 'Accepts every valid key.',
  tags: ['Organization'],
  security: takes('projectKey', 'organizationKey'),
  responses: {
    200: success('The organization.', z.object({ data: organizationDefinition })),
    ...failures('NOT_FOUND'),
  },
})

export function addOrganizationRoutes(app: RestApp): void {
  app.openAPIRegistry.registerPath(readRoute)
  app.get(readRoute.getRoutingPath(), async (context) => {
    const organization = await readOrganization({ ctx: context.get('ctx') })
    return context.json({ data: showOrganization(organization) })
  })
}
