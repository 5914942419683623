import { OpenAPIHono } from '@hono/zod-openapi'
import type { Door } from '../core/admission.ts'
import type { Services } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import { admission } from './admission.ts'
import type { RestApp, RestEnv } from './context.ts'
import { serveDocs } from './docs.ts'
import { errorHandler } from './errors.ts'
import { serveDocument } from './openapi/document.ts'
import { requestId } from './request-id.ts'
import { addAsyncAnalysisRoutes } from './routes/async-analyses.ts'
import { addProjectRoutes } from './routes/project.ts'
import { addProjectsRoutes } from './routes/projects.ts'
import { addPromptRoutes } from './routes/prompts.ts'
import { addResultRoutes } from './routes/results.ts'
import { addRunRoutes } from './routes/runs.ts'
import { addSearchVolumeRoutes } from './routes/search-volume.ts'
import { addSettingsRoutes } from './routes/settings.ts'
import { addTrendRoutes } from './routes/trends.ts'

/**
 * The REST interface, all paths below /v1. Routes are documented from the schemas they are typed with but not validated
 * by them: the verbs parse, after they have checked the caller's scope.
 */
export function createRestApp({ services, door }: { services: Services; door: Door }): RestApp {
  const app: RestApp = new OpenAPIHono<RestEnv>()
  app.onError(errorHandler(services.deps.logger))
  app.use('/v1/*', requestId())
  // Ahead of the door: it needs no key.
  serveDocument(app)
  serveDocs(app)
  app.use('/v1/*', admission({ services, door }))
  addProjectRoutes(app)
  addProjectsRoutes(app)
  addPromptRoutes(app)
  addSettingsRoutes(app)
  addRunRoutes(app)
  addResultRoutes(app)
  addTrendRoutes(app)
  addAsyncAnalysisRoutes(app)
  addSearchVolumeRoutes(app)
  // A route and not `notFound`, which an app that mounts this one would not see.
  app.all('/v1/*', () => {
    throw new AppError('NOT_FOUND', 'There is no such path or method; GET /v1/openapi.json lists them.')
  })
  return app
}
