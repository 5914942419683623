import { OpenAPIHono } from '@hono/zod-openapi'
import type { AppServices } from '../core/context.ts'
import { AppError } from '../core/foundation/errors.ts'
import type { RequestGate } from '../core/keys/admission.ts'
import { authenticated } from '../http/authenticate.ts'
import { crossOrigin } from '../http/cross-origin.ts'
import type { HttpEnv } from '../http/environment.ts'
import { showAddressRate } from '../http/rate.ts'
import type { RestApp } from './foundation/context.ts'
import { serveDocument } from './openapi/document.ts'
import { addAlertRoutes } from './routes/alerts.ts'
import { addAsyncAnalysisRoutes } from './routes/async-analyses.ts'
import { addDiscoveredBrandRoutes } from './routes/discovered-brands.ts'
import { addExportRoutes } from './routes/exports.ts'
import { addFactRoutes } from './routes/facts.ts'
import { addOpportunityRoutes } from './routes/opportunities.ts'
import { addOrganizationRoutes } from './routes/organization.ts'
import { addProjectRoutes } from './routes/project.ts'
import { addProjectsRoutes } from './routes/projects.ts'
import { addPromptSuggestionRoutes } from './routes/prompt-suggestions.ts'
import { addPromptRoutes } from './routes/prompts.ts'
import { addProviderRoutes } from './routes/providers.ts'
import { addReportScheduleRoutes } from './routes/report-schedule.ts'
import { addResultRoutes } from './routes/results.ts'
import { addRunRoutes } from './routes/runs.ts'
import { addSearchVolumeRoutes } from './routes/search-volume.ts'
import { addSettingsRoutes } from './routes/settings.ts'
import { addShareLinkRoutes } from './routes/share-links.ts'
import { addSourceRoutes } from './routes/sources.ts'
import { addThemeRoutes } from './routes/themes.ts'
import { addTrendRoutes } from './routes/trends.ts'
import { addWebhookRoutes } from './routes/webhooks.ts'

/**
 * Creates the REST API, with all paths below /v1. Mount it in the HTTP app, which formats thrown errors. The schemas
 * of a route only type and document it: the core operation validates the input, after checking the permission.
 */
export function createRestApp({ services, gate }: { services: AppServices; gate: RequestGate }): RestApp {
  const app: RestApp = new OpenAPIHono<HttpEnv>()
  app.use('/v1/*', crossOrigin(gate.limiter, 'GET, POST, PUT, PATCH, DELETE'))
  // Before authentication, because the documentation is public.
  app.get('/v1/openapi.json', showAddressRate(gate.limiter))
  serveDocument(app)
  app.use('/v1/*', authenticated(services, { gate }))
  addOrganizationRoutes(app)
  addProjectRoutes(app)
  addProjectsRoutes(app)
  addPromptSuggestionRoutes(app)
  addPromptRoutes(app)
  addSettingsRoutes(app)
  addRunRoutes(app)
  addResultRoutes(app)
  addSourceRoutes(app)
  addTrendRoutes(app)
  addExportRoutes(app)
  addDiscoveredBrandRoutes(app)
  addThemeRoutes(app)
  addFactRoutes(app)
  addOpportunityRoutes(app)
  addAsyncAnalysisRoutes(app)
  addSearchVolumeRoutes(app)
  addProviderRoutes(app)
  addAlertRoutes(app)
  addWebhookRoutes(app)
  addReportScheduleRoutes(app)
  addShareLinkRoutes(app)
  // A route instead of `notFound`, which does not apply to mounted apps.
  app.all('/v1/*', () => {
    throw new AppError('NOT_FOUND', 'Unknown path or method; see GET /v1/openapi.json for all endpoints.')
  })
  return app
}
