import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { brandingDefinition } from '../../core/branding/definition.ts'
import { readBranding } from '../../core/branding/read.ts'
import { brandingBodySchema, setBranding } from '../../core/branding/update.ts'
import { parse } from '../../core/foundation/parse.ts'
import { organizationDefinition } from '../../core/organizations/definition.ts'
import { readOrganization } from '../../core/organizations/read.ts'
import { jsonBody } from '../foundation/body.ts'
import type { RestApp } from '../foundation/context.ts'
import { showBranding, showOrganization } from '../foundation/show.ts'
import { takes } from '../openapi/keys.ts'
import { bodyOf } from '../openapi/request-body.ts'
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

const brandingSchema = brandingDefinition.meta({ id: 'Branding' })

const brandingRoute = createRoute({
  method: 'get',
  path: '/v1/organization/branding',
  operationId: 'getBranding',
  summary: 'Get the name, the color and the logo in reports, emails and shared pages',
  description: 'Accepts every valid key.',
  tags: ['Organization'],
  security: takes('projectKey', 'organizationKey'),
  responses: { 200: success('The branding.', z.object({ data: brandingSchema })), ...failures() },
})

const setBrandingRoute = createRoute({
  method: 'patch',
  path: '/v1/organization/branding',
  operationId: 'setBranding',
  summary: 'Change the name, the color or the logo in reports, emails and shared pages',
  description: 'Omitted fields do not change; null restores the default.',
  tags: ['Organization'],
  security: takes('organizationAdminKey'),
  request: {
    body: bodyOf(brandingBodySchema.meta({ id: 'SetBranding' }), {
      name: 'Northwind Agency',
      color: '#7a1fa2',
    }),
  },
  responses: {
    200: success('The branding.', z.object({ data: brandingSchema })),
    ...failures('BAD_REQUEST', 'FORBIDDEN'),
  },
})

export function addOrganizationRoutes(app: RestApp): void {
  app.openAPIRegistry.registerPath(readRoute)
  app.get(readRoute.getRoutingPath(), async (context) => {
    const organization = await readOrganization({ ctx: context.get('ctx') })
    return context.json({ data: showOrganization(organization) })
  })

  app.openAPIRegistry.registerPath(brandingRoute)
  app.get(brandingRoute.getRoutingPath(), async (context) =>
    context.json({ data: showBranding(await readBranding({ ctx: context.get('ctx') })) }),
  )

  app.openAPIRegistry.registerPath(setBrandingRoute)
  app.patch(setBrandingRoute.getRoutingPath(), async (context) => {
    const input = parse(brandingBodySchema, await jsonBody(context, 'organization:admin'))
    const branding = await setBranding({ ctx: context.get('ctx'), input })
    return context.json({ data: showBranding(branding) })
  })
}
