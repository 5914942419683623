import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { authorize, requireProjectId } from '../../core/access/authorize.ts'
import { ALERT_KINDS, ALERT_SEVERITIES } from '../../core/alerts/definition.ts'
import { listMutes, type MuteBody, muteAlerts, muteBodySchema } from '../../core/alerts/mutes.ts'
import { listAlerts, readAlerts } from '../../core/alerts/read.ts'
import { listAlertRules, updateAlertRule, updateRuleBodySchema } from '../../core/alerts/update-rule.ts'
import { notFound } from '../../core/foundation/errors.ts'
import { parse } from '../../core/foundation/parse.ts'
import { enumSchema } from '../../definitions/fields/enum-schema.ts'
import { jsonBody } from '../foundation/body.ts'
import type { RestApp } from '../foundation/context.ts'
import { PAGE_PARAMETERS, pageOf } from '../foundation/page.ts'
import { queryOf } from '../foundation/query.ts'
import { showAlert, showAlertRule, showMutedAlerts } from '../foundation/show.ts'
import { takes } from '../openapi/keys.ts'
import { bodyOf } from '../openapi/request-body.ts'
import { failures, success } from '../openapi/responses.ts'
import {
  alertMuteSchema,
  alertPageSchema,
  alertRuleSchema,
  alertSchema,
  mutedAlertsSchema,
} from '../schemas/alert.ts'

const COMMON = { tags: ['Alerts'], security: takes('projectKey') }

const filterSchema = z.object({
  severity: enumSchema(ALERT_SEVERITIES, 'Only alerts of at least this severity.').optional(),
  kind: enumSchema(ALERT_KINDS, 'Only alerts of this kind.').optional(),
})

const listRoute = createRoute({
  ...COMMON,
  method: 'get',
  path: '/v1/alerts',
  operationId: 'listAlerts',
  summary: 'List the alerts of the project',
  description:
    'Real changes and problems that runs of the project raised, newest first. All changes of a run are tested together, so a run without a real change raises an alert about one in at most 5 % of cases.',
  request: { query: filterSchema.extend(PAGE_PARAMETERS) },
  responses: {
    200: success('A page of alerts.', alertPageSchema),
    ...failures('BAD_REQUEST', 'PROJECT_SCOPED_KEY_REQUIRED'),
  },
})

const readRoute = createRoute({
  ...COMMON,
  method: 'get',
  path: '/v1/alerts/{alertId}',
  operationId: 'getAlert',
  summary: 'Get an alert with its evidence',
  description: 'Returns an alert with its figures, intervals and quoted answers.',
  request: { params: z.object({ alertId: z.string() }) },
  responses: {
    200: success('The alert.', z.object({ data: alertSchema })),
    ...failures('PROJECT_SCOPED_KEY_REQUIRED', 'NOT_FOUND'),
  },
})

const rulesRoute = createRoute({
  ...COMMON,
  method: 'get',
  path: '/v1/alert-rules',
  operationId: 'listAlertRules',
  summary: 'List the rules for alerts',
  description: 'Every project has one rule for each kind of alert.',
  responses: {
    200: success('The rules.', z.object({ data: z.array(alertRuleSchema) })),
    ...failures('PROJECT_SCOPED_KEY_REQUIRED'),
  },
})

const updateRuleRoute = createRoute({
  ...COMMON,
  method: 'patch',
  path: '/v1/alert-rules',
  operationId: 'updateAlertRule',
  summary: 'Change a rule for alerts',
  description: 'Omitted fields stay unchanged.',
  request: {
    body: bodyOf(updateRuleBodySchema.meta({ id: 'UpdateAlertRule' }), {
      kind: 'metric_moved',
      direction: 'fall',
      metrics: ['mentionRate'],
    }),
  },
  responses: {
    200: success('The changed rule.', z.object({ data: alertRuleSchema })),
    ...failures('BAD_REQUEST', 'PROJECT_SCOPED_KEY_REQUIRED', 'NOT_FOUND'),
  },
})

const mutesRoute = createRoute({
  ...COMMON,
  method: 'get',
  path: '/v1/alert-mutes',
  operationId: 'listAlertMutes',
  summary: 'List the muted alerts',
  description: 'Returns what is muted now, forever or until a time.',
  responses: {
    200: success('The mutes.', z.object({ data: z.array(alertMuteSchema) })),
    ...failures('PROJECT_SCOPED_KEY_REQUIRED'),
  },
})

const muteRoute = createRoute({
  ...COMMON,
  method: 'post',
  path: '/v1/alert-mutes',
  operationId: 'muteAlerts',
  summary: 'Mute or snooze alerts about a subject, or raise them again',
  description: 'Repeating the request has no further effect.',
  request: {
    body: bodyOf(muteBodySchema.meta({ id: 'MuteAlerts' }), { kind: 'site_lost', subject: 'news.example' }),
  },
  responses: {
    200: success('Whether the alerts are muted.', z.object({ data: mutedAlertsSchema })),
    ...failures('BAD_REQUEST', 'PROJECT_SCOPED_KEY_REQUIRED', 'NOT_FOUND'),
  },
})

export function addAlertRoutes(app: RestApp): void {
  app.openAPIRegistry.registerPath(listRoute)
  app.get(listRoute.getRoutingPath(), async (context) => {
    const { limit, cursor, ...given } = queryOf(context, 'runs:read', ['severity', 'kind', 'limit', 'cursor'])
    const ctx = context.get('ctx')
    const filter = parse(filterSchema, given)
    const id = requireProjectId(ctx)
    const { items, nextCursor } = await pageOf({
      list: `alerts:${id}:${JSON.stringify(filter)}`,
      query: { limit, cursor },
      read: async (page) => {
        const [alerts = []] = await listAlerts({ ctx, input: { ids: [id], of: 'project', page, filter } })
        return alerts
      },
      keyOf: ({ id }) => id,
    })
    return context.json({ data: items.map(showAlert), nextCursor })
  })

  app.openAPIRegistry.registerPath(readRoute)
  app.get(readRoute.getRoutingPath(), async (context) => {
    const ctx = context.get('ctx')
    authorize(ctx, 'runs:read')
    const [alert] = await readAlerts({ ctx, input: { ids: [context.req.param('alertId') ?? ''] } })
    if (!alert) throw notFound('Alert')
    return context.json({ data: showAlert(alert) })
  })

  app.openAPIRegistry.registerPath(rulesRoute)
  app.get(rulesRoute.getRoutingPath(), async (context) => {
    const ctx = context.get('ctx')
    const [rules = []] = await listAlertRules({ ctx, input: { ids: [requireProjectId(ctx)] } })
    return context.json({ data: rules.map(showAlertRule) })
  })

  app.openAPIRegistry.registerPath(updateRuleRoute)
  app.patch(updateRuleRoute.getRoutingPath(), async (context) => {
    const input = parse(updateRuleBodySchema, await jsonBody(context, 'settings:write'))
    return context.json({ data: showAlertRule(await updateAlertRule({ ctx: context.get('ctx'), input })) })
  })

  app.openAPIRegistry.registerPath(mutesRoute)
  app.get(mutesRoute.getRoutingPath(), async (context) => {
    const ctx = context.get('ctx')
    const [mutes = []] = await listMutes({ ctx, input: { ids: [requireProjectId(ctx)] } })
    return context.json({ data: mutes })
  })

  app.openAPIRegistry.registerPath(muteRoute)
  app.post(muteRoute.getRoutingPath(), async (context) => {
    const input = await jsonBody(context, 'settings:write')
    const muted = await muteAlerts({ ctx: context.get('ctx'), input: input as MuteBody })
    return context.json({ data: showMutedAlerts(muted) })
  })
}
