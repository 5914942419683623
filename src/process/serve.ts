import { setTimeout as pause } from 'node:timers/promises'
import type { StartRequest } from '../cli/foundation/operations.ts'
import { type Welcome, welcome } from '../cli/welcome.ts'
import { ConfigError } from '../config/error.ts'
import type { Config } from '../config/read.ts'
import { effectiveVariables } from '../config/reference.ts'
import type { AppCtx } from '../core/context.ts'
import { newId } from '../core/foundation/ids.ts'
import { createSetupLink } from '../core/installation/create-setup-link.ts'
import { isLoopback } from '../http/origin.ts'
import type { HttpServer } from '../http/server.ts'
import { PACKAGE_VERSION } from '../infra/package-root.ts'
import { startWorkers, type Workers } from '../jobs/work.ts'
import { type Application, openApplication } from './application.ts'
import type { DatabaseServer } from './database-server.ts'
import { prepareDemo, startHistory } from './demo/prepare.ts'
import { openGateway } from './gateway.ts'
import { openHealthServer } from './health.ts'
import { watchCredentials } from './watch-credentials.ts'
import { watchServerDatabase } from './watch-database.ts'

/** Work that `start` has already started when it loads this file. */
export interface Started {
  databaseServer: Promise<DatabaseServer>
  /** Resolves with the reason for stopping, such as the name of a signal. */
  stopped: Promise<string>
  report: (step: string) => void
}

/**
 * Opens the application, and serves requests and processes jobs until `stopped`. Resolves once everything is closed.
 * @throws {ConfigError} with the variable, port or folder to change
 */
export async function serve(config: Config, request: StartRequest, started: Started): Promise<void> {
  const { role } = request
  const { databaseServer, stopped, report } = started
  const application = await openApplication(config, { databaseServer, report, demo: request.demo })
  logConfiguration(config, application)
  const cleanups: (() => Promise<void> | void)[] = [() => application.close()]
  try {
    let workers: Workers | null = null
    const database = await watchServerDatabase(config, application, async () => workers?.resume())
    cleanups.push(() => database.close())
    const databaseFailed = keepRunning(await databaseServer, application)
    // The queues close while the database is still watched. If it is back in time, answers in memory are stored.
    cleanups.push(() => application.queues.close())
    cleanups.push(watchCredentials(application.services))
    // Workers start before the port opens, because they clear the jobs of a dead process, and must not clear new ones.
    if (role !== 'gateway') {
      const { services, queues } = application
      const started = await startWorkers(services, queues, { alone: !config.redis })
      workers = started
      cleanups.push(() => started.stop())
    }
    let demo: Welcome['demo'] = null
    const server = await listen(config, request, application, { report, demo: () => demo })
    cleanups.push(() => server.close())
    const metricsServer = await openMetricsServer(config, application)
    cleanups.push(() => metricsServer?.close())
    const { dataFolder, services } = application
    const ctx: AppCtx = { ...services, actor: { type: 'operator' }, requestId: newId() }
    if (request.demo && role !== 'worker') {
      report('Preparing the demo')
      const folder = dataFolder ?? config.dataDirectory
      demo = await prepareDemo(ctx, { dataFolder: folder, url: server.url, hasWorkers: role === 'all' })
    }
    const judge = config.judge?.model ?? null
    const setupLink = demo || role === 'worker' ? null : await newSetupLink(ctx, server.url)
    const exposedHost = isLoopback(config.host) ? null : config.host
    process.stdout.write(
      welcome({ role, url: server.url, dataFolder, judge, exposedHost, setupLink, demo }, request.json),
    )
    // The history is filled after the start, because it takes a while.
    if (demo && role === 'all') cleanups.push(startHistory(ctx, demo))
    const failed = Promise.race([database.failed, databaseFailed])
    report(`Stopping (${await Promise.race([stopped, failed])})`)
    await drain(server, config.drainSeconds, failed)
  } finally {
    for (const cleanup of cleanups.reverse()) await cleanup()
  }
  report('Stopped')
}

/** Writes the values of all variables that differ from the defaults to the log, without secrets. */
function logConfiguration({ environment }: Config, { logger }: Application): void {
  const changed = effectiveVariables(environment).filter(({ source }) => source !== 'default')
  const configuration = Object.fromEntries(changed.map(({ name, value }) => [name, value]))
  logger.info({ version: PACKAGE_VERSION, configuration }, 'configuration')
}

/** Gives load balancers and clients time to choose another process, unless the database fails. */
async function drain(server: HttpServer, seconds: number, failed: Promise<unknown>): Promise<void> {
  if (seconds === 0) return
  server.drain(seconds * 1_000)
  await Promise.race([pause(seconds * 1_000), failed.catch(() => {})])
}

/** Returns a new setup link with the address of the server; null if the installation has an organization. */
async function newSetupLink(ctx: AppCtx, url: string): Promise<string | null> {
  if ((await ctx.db.prisma.organization.count()) > 0) return null
  const { link } = await createSetupLink(ctx)
  return new URL(link, url).href
}

/** Restarts an embedded database whenever it stops. Rejects if it cannot be restarted. */
function keepRunning(server: DatabaseServer, { logger }: Application): Promise<never> {
  const failed = server.keepRunning(() => logger.error('PostgreSQL has stopped and is being restarted'))
  // Prevents an unhandled rejection. The caller awaits the promise later and receives the error.
  failed.catch(() => {})
  return failed
}

/** Opens the gateway, or the health checks of a worker. */
async function listen(
  config: Config,
  { role, port, demo: development }: StartRequest,
  application: Application,
  { report, demo }: { report: (step: string) => void; demo: () => Welcome['demo'] },
): Promise<HttpServer> {
  report('Opening the port')
  const address = { host: config.host, port: port ?? config.port }
  const opened =
    role === 'worker'
      ? openWorkerHealth(application, address, port !== undefined, report)
      : openGateway({
          ...application,
          ...address,
          development,
          demo,
          graphqlCacheBytes: config.graphqlCacheBytes,
          persistedOperations: config.persistedOperations,
        })
  return opened.catch((error) => {
    const code = getCode(error)
    if (code === 'EADDRINUSE') {
      throw new ConfigError(
        `PORT ${address.port} is taken by another program; choose another with --port or PORT.`,
      )
    }
    if (code === 'EACCES')
      throw new ConfigError(`PORT ${address.port} may not be opened by this user; choose one above 1023.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new ConfigError(
        `HOST ${address.host} is not an address of this machine; use 127.0.0.1 or 0.0.0.0.`,
      )
    }
    throw error
  })
}

/** Serves /metrics on METRICS_PORT, without a token. Returns null if the port is not set. */
async function openMetricsServer(
  { metrics: { port }, host }: Config,
  { services, gate, collectMetrics: collect }: Application,
): Promise<HttpServer | null> {
  if (port === null || !collect) return null
  const { logger } = services.deps
  return openHealthServer({ logger, gate, parts: [], metrics: { collect, token: null }, host, port }).catch(
    (error) => {
      if (getCode(error) !== 'EADDRINUSE') throw error
      throw new ConfigError(`METRICS_PORT ${port} is taken by another program; choose another one.`)
    },
  )
}

/**
 * Opens the health checks of a worker. Uses a free port if PORT is in use and --port is not set, because a gateway and workers
 * on the same machine often share their environment.
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
    if (portGiven || getCode(error) !== 'EADDRINUSE') throw error
    const server = await openHealthServer({ ...options, port: 0 })
    report(
      `PORT ${port} is taken, so the health checks are at ${server.url}; choose another port with --port`,
    )
    return server
  }
}

function getCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null
}
