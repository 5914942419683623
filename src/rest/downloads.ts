import type { IncomingMessage } from 'node:http'
import { Hono } from 'hono'
import type { AppServices } from '../core/context.ts'
import { type Authentication, authenticated } from '../http/authenticate.ts'
import type { HttpEnv } from '../http/environment.ts'
import { exportResponse } from './foundation/export-response.ts'

/**
 * Creates the app that the dashboard downloads exports from: `GET /exports/{table}` takes the parameters of
 * `GET /v1/analysis/exports/{table}`, a `projectId` and an `organizationId`, because a link has no headers. Unlike REST, it accepts
 * sessions.
 */
export function createDownloadApp({
  services,
  ...authentication
}: Authentication & { services: AppServices }): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  const organizationOf = ({ url = '' }: IncomingMessage) =>
    new URL(url, 'http://localhost').searchParams.get('organizationId')
  app.use('/exports/*', authenticated(services, { ...authentication, organizationOf }))
  app.get('/exports/:table', (context) => exportResponse(context, context.req.param('table'), ['projectId']))
  return app
}
