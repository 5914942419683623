import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { parse } from '../../core/foundation/parse.ts'
import { reportDeliveryDefinition, reportScheduleDefinition } from '../../core/report-schedules/definition.ts'
import { readReportSchedule } from '../../core/report-schedules/read.ts'
import { sendTestReport, testReportBodySchema } from '../../core/report-schedules/send-test.ts'
import { reportScheduleBodySchema, setReportSchedule } from '../../core/report-schedules/update.ts'
import { jsonBody } from '../foundation/body.ts'
import type { RestApp } from '../foundation/context.ts'
import { showReportDelivery, showReportSchedule } from '../foundation/show.ts'
import { takes } from '../openapi/keys.ts'
import { bodyOf } from '../openapi/request-body.ts'
import { failures, success } from '../openapi/responses.ts'

const COMMON = { tags: ['Reports'], security: takes('projectKey') }

const readRoute = createRoute({
  ...COMMON,
  method: 'get',
  path: '/v1/settings/report-schedule',
  operationId: 'getReportSchedule',
  summary: 'Get when the report of the project is sent, and to whom',
  description: 'A project without a schedule has a disabled default.',
  responses: {
    200: success('The schedule.', z.object({ data: reportScheduleDefinition })),
    ...failures('PROJECT_SCOPED_KEY_REQUIRED', 'NOT_FOUND'),
  },
})

const updateRoute = createRoute({
  ...COMMON,
  method: 'put',
  path: '/v1/settings/report-schedule',
  operationId: 'setReportSchedule',
  summary: 'Change when the report of the project is sent, and to whom',
  description: 'Omitted fields do not change.',
  request: {
    body: bodyOf(reportScheduleBodySchema.meta({ id: 'SetReportSchedule' }), {
      enabled: true,
      frequency: 'weekly',
      dayOfWeek: 1,
      hour: 8,
      timezone: 'Europe/Berlin',
      locale: 'de-DE',
      recipients: [{ email: 'cmo@example.com' }],
    }),
  },
  responses: {
    200: success('The schedule.', z.object({ data: reportScheduleDefinition })),
    ...failures('BAD_REQUEST', 'PROJECT_SCOPED_KEY_REQUIRED', 'FORBIDDEN', 'NOT_FOUND'),
  },
})

const testRoute = createRoute({
  ...COMMON,
  method: 'post',
  path: '/v1/settings/report-schedule/test',
  operationId: 'sendTestReport',
  summary: 'Send the report of the latest run to one recipient now',
  description: 'At most 10 tests per hour. The email is sent in the background.',
  request: {
    body: bodyOf(testReportBodySchema.meta({ id: 'SendTestReport' }), { email: 'cmo@example.com' }),
  },
  responses: {
    201: success('The email.', z.object({ data: reportDeliveryDefinition.meta({ id: 'ReportDelivery' }) })),
    ...failures('BAD_REQUEST', 'PROJECT_SCOPED_KEY_REQUIRED', 'FORBIDDEN', 'NOT_FOUND'),
  },
})

export function addReportScheduleRoutes(app: RestApp): void {
  app.openAPIRegistry.registerPath(readRoute)
  app.get(readRoute.getRoutingPath(), async (context) =>
    context.json({ data: showReportSchedule(await readReportSchedule({ ctx: context.get('ctx') })) }),
  )

  app.openAPIRegistry.registerPath(updateRoute)
  app.put(updateRoute.getRoutingPath(), async (context) => {
    const input = parse(reportScheduleBodySchema, await jsonBody(context, 'reports:manage'))
    return context.json({
      data: showReportSchedule(await setReportSchedule({ ctx: context.get('ctx'), input })),
    })
  })

  app.openAPIRegistry.registerPath(testRoute)
  app.post(testRoute.getRoutingPath(), async (context) => {
    const input = parse(testReportBodySchema, await jsonBody(context, 'reports:manage'))
    const delivery = await sendTestReport({ ctx: context.get('ctx'), input })
    return context.json({ data: showReportDelivery(delivery) }, 201)
  })
}
