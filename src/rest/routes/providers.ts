import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { providerDefinition } from '../../core/providers/definition.ts'
import { listProviders } from '../../core/providers/list.ts'
import type { RestApp } from '../foundation/context.ts'
import { showProvider } from '../foundation/show.ts'
import { takes } from '../openapi/keys.ts'
import { failures, success } from '../openapi/responses.ts'

const listRoute = createRoute({
  method: 'get',
  path: '/v1/providers',
  operationId: 'listProviders',
  summary: 'List the available providers and how they are queried',
  description: 'Providers are in configuration order. Accepts every valid key.',
  tags: ['Providers'],
  security: takes('projectKey', 'organizationKey'),
  responses: {
    200: success('The providers.', z.object({ data: z.array(providerDefinition) })),
    ...failures(),
  },
})

export function addProviderRoutes(app: RestApp): void {
  app.openAPIRegistry.registerPath(listRoute)
  app.get(listRoute.getRoutingPath(), async (context) => {
    const providers = await listProviders({ ctx: context.get('ctx') })
    return context.json({ data: providers.map(showProvider) })
  })
}
