import type { StartRequest } from '../cli/operations.ts'
import { type Welcome, welcome } from '../cli/welcome.ts'
import { type Config, ConfigError } from '../config.ts'
import type { Ctx } from '../core/context.ts'
import { newId } from '../core/ids.ts'
import { isLoopback } from '../http/origin.ts'
import type { HttpServer } from '../http/server.ts'
import { startWorkers, type Workers } from '../jobs/work.ts'
import { type Application, openApplication } from './application.ts'
import type { DatabaseServer } from './database-server.ts'
import { type Demo, runDemo, seedDemo } from './demo.ts'
import { fillHistory } from './demo-history.ts'
import { demoKeys } from './demo-keys.ts'
import { demoSignInLink } from './demo-member.ts'
import { openGateway } from './gateway.ts'
import { openHealthServer } from './health.ts'
import { watchServerDatabase } from './server-database.ts'

/** What `start` has begun before it loads this file. */
export interface Started {
  databaseServer: Promise<DatabaseServer>
  /** Resolves with the reason to stop, such as the name of a signal. */
  stopped: Promise<string>
  report: (step: string) => void
}

/**
 * Opens the application, serves and works until `stopped`, and resolves once everything is closed.
 * @throws {ConfigError} naming the variable, port or folder that is to be changed
 */
export async function serve(config: Config, request: StartRequest, started: Started): Promise<void> {
  const { role } = request
  const { databaseServer, stopped, report } = started
  const application = await openApplication(config, { databaseServer, report, demo: request.demo })
  const cleanups: (() => Promise<void> | void)[] = [() => application.close()]
  try {
    let workers: Workers | null = null
    const database = await watchServerDatabase(config, application, async () => workers?.resume())
    cleanups.push(() => database.close())
    const kept = keepRunning(await databaseServer, application)
    // While the database is still watched: if it comes back in time, the answers that are kept are stored.
    cleanups.push(() => application.queues.close())
    // Before the port opens: starting workers clears jobs of a dead process from the queues, and must not clear new ones.
    if (role !== 'gateway') {
      const { services, queues } = application
      const started = await startWorkers(services, queues, { alone: !config.redisUrl })
      workers = started
      cleanups.push(() => started.stop())
    }
    let demo: Welcome['demo'] = null
    const server = await listen(config, request, application, { report, demo: () => demo })
    cleanups.push(() => server.close())
    if (request.demo && role !== 'worker')
      demo = await prepareDemo(config, request, application, { report, url: server.url })
    process.stdout.write(welcome(factsOf(config, request, application, server, demo), request.json))
    // Afterwards, because it takes longer than anyone waits for a start.
    if (demo && role === 'all') cleanups.push(beginHistory(application, demo))
    report(`Stopping (${await Promise.race([stopped, database.failed, kept])})`)
  } finally {
    for (const cleanup of cleanups.reverse()) await cleanup()
  }
  report('Stopped')
}

/** Keeps an embedded database running; rejects once that is given up. */
function keepRunning(server: DatabaseServer, { logger }: Application): Promise<never> {
  const kept = server.keepRunning(() => logger.error('PostgreSQL has ended and is started again'))
  // Thrown where the promise is awaited; this only prevents an unhandled rejection.
  kept.catch(() => {})
  return kept
}

/** Opens the gateway, or the health checks of a worker. */
async function listen(
  config: Config,
  { role, port, demo: development }: StartRequest,
  application: Application,
  { report, demo }: { report: (step: string) => void; demo: () => Welcome['demo'] },
): Promise<HttpServer> {
  report('Opening the port')
  const wanted = { host: config.host, port: port ?? config.port }
  const opened =
    role === 'worker'
      ? openWorkerHealth(application, wanted, port !== undefined, report)
      : openGateway({
          ...application,
          ...wanted,
          development,
          demo,
          graphqlCacheBytes: config.graphqlCacheBytes,
          persistedOperations: config.persistedOperations,
        })
  return opened.catch((error) => {
    const code = codeOf(error)
    if (code === 'EADDRINUSE') {
      throw new ConfigError(
        `PORT ${wanted.port} is taken by another program; choose another with --port or PORT.`,
      )
    }
    if (code === 'EACCES')
      throw new ConfigError(`PORT ${wanted.port} may not be opened by this user; choose one above 1023.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new ConfigError(
        `HOST ${wanted.host} is not an address of this machine; use 127.0.0.1 or 0.0.0.0.`,
      )
    }
    throw error
  })
}

/**
 * Opens the health checks of a worker. Gateway and workers on one machine often share their environment: when PORT is taken
 * and no port was asked for by --port, a free one is used, so that the worker starts.
 */
async function openWorkerHealth(
  application: Application,
  { host, port }: { host: string; port: number },
  portGiven: boolean,
  report: (step: string) => void,
): Promise<HttpServer> {
  const options = { ...application, host }
  try {
    return await openHealthServer({ ...options, port })
  } catch (error) {
    if (portGiven || codeOf(error) !== 'EADDRINUSE') throw error
    const server = await openHealthServer({ ...options, port: 0 })
    report(`PORT ${port} is taken: health checks are at ${server.url}; --port chooses another`)
    return server
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null
}

/** Creates what the demo lacks; with workers in this process it has a run that has ended then. */
async function prepareDemo(
  config: Config,
  { role }: StartRequest,
  { services, dataFolder }: Application,
  { report, url }: { report: (step: string) => void; url: string },
): Promise<NonNullable<Welcome['demo']>> {
  report('Preparing the demo')
  const ctx: Ctx = { ...services, actor: { type: 'operator' }, requestId: newId() }
  const demo = await seedDemo({ ctx })
  const [keys] = await Promise.all([
    demoKeys(ctx, demo, dataFolder ?? config.dataDirectory),
    role === 'all' && runDemo({ ctx, input: demo }),
  ])
  // Last, so that what it opens has the finished run.
  const signInLink = new URL(await demoSignInLink(ctx, demo), url).href
  return { ...demo, ...keys, signInLink }
}

/** Fills the history of the demo in the background; returns what stops that. */
function beginHistory({ services, logger }: Application, demo: Demo): () => Promise<void> {
  const stop = new AbortController()
  const ctx: Ctx = { ...services, actor: { type: 'operator' }, requestId: newId() }
  const filled = fillHistory({ ctx, input: demo, signal: stop.signal }).catch((error) =>
    logger.warn({ error }, 'the history of the demo is incomplete; the next start goes on'),
  )
  return () => {
    stop.abort()
    return filled
  }
}

function factsOf(
  config: Config,
  { role }: StartRequest,
  { dataFolder }: Application,
  { url }: HttpServer,
  demo: Welcome['demo'],
): Welcome {
  const judge = config.judge?.model ?? null
  const exposedHost = isLoopback(config.host) ? null : config.host
  return { role, url, dataFolder, judge, exposedHost, demo }
}
