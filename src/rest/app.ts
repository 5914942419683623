import { OpenAPIHono } from '@hono/zod-openapi'
import type { RequestGate } from '../core/admission.ts'
import type { Services } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import { authenticated } from '../http/authenticate.ts'
import { crossOrigin } from '../http/cross-origin.ts'
import type { HttpEnv } from '../http/environment.ts'
import { uncounted } from '../http/rate.ts'
import type { RestApp } from './context.ts'
import { serveDocument } from './openapi/document.ts'
import { addAsyncAnalysisRoutes } from './routes/async-analyses.ts'
import { addDiscoveredBrandRoutes } from './routes/discovered-brands.ts'
import { addProjectRoutes } from './routes/project.ts'
import { addProjectsRoutes } from './routes/projects.ts'
import { addPromptRoutes } from './routes/prompts.ts'
import { addProviderRoutes } from './routes/providers.ts'
import { addResultRoutes } from './routes/results.ts'
import { addRunRoutes } from './routes/runs.ts'
import { addSearchVolumeRoutes } from './routes/search-volume.ts'
import { addSettingsRoutes } from './routes/settings.ts'
import { addTrendRoutes } from './routes/trends.ts'

/**
 * The REST interface, all paths below /v1, to be mounted in the HTTP app, which answers what is thrown here. Routes are
 * documented from the schemas they are typed with but not validated by them: the operations parse, after they have checked
 * the caller's scope.
 */
export function createRestApp({ services, gate }: { services: Services; gate: RequestGate }): RestApp {
  const app: RestApp = new OpenAPIHono<HttpEnv>()
  app.use('/v1/*', crossOrigin(gate.limiter, 'GET, POST, PUT, PATCH, DELETE'))
  // Ahead of authentication: the documentation needs no key.
  app.get('/v1/openapi.json', uncounted(gate.limiter))
  serveDocument(app)
  app.use('/v1/*', authenticated(services, { gate }))
  addProjectRoutes(app)
  addProjectsRoutes(app)
  addPromptRoutes(app)
  addSettingsRoutes(app)
  addRunRoutes(app)
  addResultRoutes(app)
  addTrendRoutes(app)
  addDiscoveredBrandRoutes(app)
  addAsyncAnalysisRoutes(app)
  addSearchVolumeRoutes(app)
  addProviderRoutes(app)
  // A route and not `notFound`, which an app that mounts this one would not see.
  app.all('/v1/*', () => {
    throw new AppError('NOT_FOUND', 'There is no such path or method; GET /v1/openapi.json lists them.')
  })
  return app
}
