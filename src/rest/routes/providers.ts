import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { providerDefinition } from '../../core/providers/definition.ts'
import { listProviders } from '../../core/providers/list.ts'
import type { RestApp } from '../context.ts'
import { takes } from '../openapi/keys.ts'
import { failures, success } from '../openapi/responses.ts'
import { showProvider } from '../show.ts'

const listRoute = createRoute({
  method: 'get',
  path: '/v1/providers',
  operationId: 'listProviders',
  summary: 'The providers that requests can name, and how each is asked',
  description: 'In the order of the configuration. Accepts every valid key.',
  tags: ['Providers'],
  security: takes('projectKey', 'organizationKey'),
  responses: {
    200: success('The providers.', z.object({ data: z.array(providerDefinition) })),
    ...failures(),
  },
})

/** Adds the endpoint of the provider registry. */
export function addProviderRoutes(app: RestApp): void {
  app.openAPIRegistry.registerPath(listRoute)
  app.get(listRoute.getRoutingPath(), async (context) => {
    const providers = await listProviders({ ctx: context.get('ctx') })
    return context.json({ data: providers.map(showProvider) })
  })
}
