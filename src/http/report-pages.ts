import { Hono } from 'hono'
import { AppError } from '../core/foundation/errors.ts'
import type { HttpEnv } from './environment.ts'
import { respondWithPage } from './page-errors.ts'
import { createShareApp } from './share.ts'
import { createUnsubscribeApp } from './unsubscribe.ts'
import { createUnsubscribeAlertsApp } from './unsubscribe-alerts.ts'

/** Creates the app of all pages that need no account: shared reports, and the pages that end emails. */
export function createReportPages(options: Parameters<typeof createShareApp>[0]): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.onError(respondWithPage(options.services.deps.logger))
  app.notFound(() => {
    throw new AppError('NOT_FOUND', 'This page accepts only GET and POST requests.')
  })
  app.route('/', createShareApp(options))
  app.route('/', createUnsubscribeAlertsApp(options))
  app.route('/', createUnsubscribeApp(options))
  return app
}
