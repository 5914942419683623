import { setMaxListeners } from 'node:events'
import type { Logger } from 'pino'
import { ConfigError } from '../config/error.ts'
import type { Config, RedisConfig } from '../config/read.ts'
import { alertAboutBudget, alertAboutRun } from '../core/alert-checks/run-end.ts'
import { settleCredits } from '../core/batches/credits.ts'
import type { AppServices } from '../core/context.ts'
import { queueFactCheck } from '../core/facts/due.ts'
import type { AnyEvent } from '../core/foundation/events.ts'
import type { Outbound } from '../core/foundation/outbound.ts'
import { NO_TELEMETRY } from '../core/foundation/telemetry.ts'
import { NO_TRACING, type Tracing, traceIdOf } from '../core/foundation/tracing.ts'
import type { RequestGate } from '../core/keys/admission.ts'
import { Authenticator } from '../core/keys/authenticate.ts'
import { Turns } from '../core/keys/turns.ts'
import { measureEndedBatch } from '../core/measurements/measure.ts'
import { loadCredentials } from '../core/provider-credentials/load.ts'
import { queueEndWebhook } from '../core/webhooks/queue.ts'
import type { CollectMetrics, MetricsOptions } from '../http/metrics.ts'
import type { AuthorizationServer } from '../http/oauth-parts.ts'
import type { Part } from '../http/readiness.ts'
import type { SharePasswordLimits } from '../http/share.ts'
import type { SignIn } from '../http/sign-in-parts.ts'
import { createAnswerLog } from '../infra/answer-log.ts'
import { type Database, openDatabase, openPool } from '../infra/database.ts'
import { getErrorMessage } from '../infra/error-message.ts'
import { createLocalTopics, createRedisTopics, type Topics } from '../infra/events.ts'
import { createLogger } from '../infra/logger.ts'
import { createMailer } from '../infra/mailer.ts'
import { migrate } from '../infra/migrate.ts'
import { createOpenIdClient } from '../infra/open-id.ts'
import { PACKAGE_VERSION } from '../infra/package-root.ts'
import { createPdfPrinter, findChromium } from '../infra/pdf-printer.ts'
import { openQueues, QUEUE_SCHEMA, type Queues, SPARE_CONNECTIONS } from '../infra/queue.ts'
import { createRateLimiter } from '../infra/rate-limiter.ts'
import { connectRedis, type RedisConnections } from '../infra/redis.ts'
import { createSafeFetch, createTargetCheck } from '../infra/safe-fetch.ts'
import { createSecretBox } from '../infra/secret-box.ts'
import { cookieSecret, createSessionCookie } from '../infra/session-cookie.ts'
import { createSignIn } from '../infra/sign-in.ts'
import { createJobQueue } from '../jobs/queue.ts'
import { createBreakers } from '../providers/breaker.ts'
import { createJudge } from '../providers/judge/judge.ts'
import { simulatedMarket } from '../providers/simulated/market.ts'
import { openAuthorizationServer } from './authorization-server.ts'
import { type DatabaseServer, openDatabaseServer } from './database-server.ts'
import { createEventBus } from './event-bus.ts'
import { openExtractionThreads } from './extraction-threads.ts'
import type { ProcessMetrics } from './metrics.ts'
import { openProviders, openVolumeSource } from './providers.ts'
import { openSecretKeys } from './secret-keys.ts'

/** Steps at the end of a batch. The webhook comes last, because it reports credits and metrics. */
const BATCH_END_HANDLERS = [
  settleCredits,
  measureEndedBatch(alertAboutRun),
  alertAboutBudget,
  queueFactCheck,
  queueEndWebhook,
]

/** The open services of a process. */
export interface Application {
  services: AppServices
  gate: RequestGate
  /** External services that this process needs. */
  parts: readonly Part[]
  /** Returns the metrics of this process; null if they are not served anywhere. */
  collectMetrics: CollectMetrics | null
  /** The metrics to serve on the main port; null without METRICS_TOKEN. */
  metrics: MetricsOptions | null
  signIn: SignIn
  /** See `GatewayOptions`. */
  sharePasswordLimits: SharePasswordLimits
  /** See `GatewayOptions`. */
  openAuthorizationServer: (issuer: string) => Promise<AuthorizationServer>
  /** See `Config`. */
  publicUrl: string | null
  /** See `Config`. */
  trustedProxies: readonly string[]
  queues: Queues
  logger: Logger
  databaseUrl: string
  /** Folder of an embedded database; null with DATABASE_URL. */
  dataFolder: string | null
  /** Closes everything in reverse order. Stops an embedded database that no other process uses. */
  close(): Promise<void>
}

/** Options of {@link openApplication}. */
export interface OpenOptions {
  /** Database server, which is released with the application. By default, the configured one is opened. */
  databaseServer?: Promise<DatabaseServer>
  /** Called with the description of each slow step. */
  report?: (step: string) => void
  /** Whether to simulate providers without credentials even if DATABASE_URL is set. */
  demo?: boolean
}

/**
 * Opens the configured database, Redis, providers and queues, and migrates the database.
 * @throws {ConfigError} with the name of the variable to correct
 */
export async function openApplication(config: Config, options: OpenOptions = {}): Promise<Application> {
  const { report = () => {}, demo = false, databaseServer = openDatabaseServer(config, report) } = options
  const cleanups: (() => Promise<unknown>)[] = [
    () =>
      databaseServer.then(
        ({ release }) => release(),
        () => {},
      ),
  ]
  const close = async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  }
  try {
    const providers = openProviders(config, { demo })
    const { url: databaseUrl, dataFolder } = await databaseServer
    report('Checking the schema')
    const applied = await migrate(databaseUrl)
    if (applied.length > 0) report(`Applied ${applied.length} migration${applied.length === 1 ? '' : 's'}`)
    const database = openDatabase(databaseUrl)
    cleanups.push(() => database.close())
    const tracing = await openTracing(config, cleanups)
    const logger = createLogger(
      config.logLevel,
      config.logFormat,
      tracing === NO_TRACING ? null : () => traceIdOf(tracing.current()),
    )
    const metrics = await openMetrics(config)
    const shared = config.redis ? await openRedis(config.redis, { database, logger, cleanups }) : null
    // Opened before the queues, so that it closes after the jobs that use it.
    const extractionThreads = openExtractionThreads()
    cleanups.push(() => extractionThreads.close())
    const stopping = new AbortController()
    // Every question and every unstored answer adds a listener, and Node.js warns from the eleventh on.
    setMaxListeners(0, stopping.signal)
    const queues = openQueues(
      shared
        ? { type: 'redis', ...shared }
        : { type: 'postgres', pool: openQueuePool(databaseUrl, database, cleanups) },
      () => stopping.abort(),
    )
    cleanups.push(() => queues.close())
    const topics: Topics<AnyEvent> = shared
      ? createRedisTopics(shared.redis, `${shared.prefix}events:`)
      : createLocalTopics()
    cleanups.push(() => topics.close())
    const secretKeys = openSecretKeys(config, dataFolder)
    const secretKey = secretKeys.read().current
    const services: AppServices = {
      now: () => new Date(),
      db: database,
      deps: {
        queue: createJobQueue(queues),
        events: createEventBus(topics),
        providers,
        breakers: createBreakers(),
        spendLimit: config.spendLimit,
        retention: config.retention,
        version: PACKAGE_VERSION,
        extractionThreads,
        volume: openVolumeSource(providers),
        judge: config.judge && createJudge(config.judge),
        batchEndHandlers: BATCH_END_HANDLERS,
        findMarket: demo ? simulatedMarket : () => null,
        outbound: createOutbound(config),
        citedPages: config.readsCitedPages
          ? { fetch: createSafeFetch({ allow: [] }), delay: CITED_PAGES_DELAY }
          : null,
        answerLog: config.answerLogFile === null ? null : createAnswerLog(config.answerLogFile),
        mailer: config.mail && createMailer(config.mail),
        publicUrl: config.publicUrl,
        printPdf: openPdfPrinter(config),
        openIdPolicy: config.openId?.policy ?? null,
        secrets: createSecretBox(secretKeys),
        secretKeys,
        maximumAccounts: shared ? null : MAXIMUM_ACCOUNTS,
        logger,
        telemetry: metrics?.telemetry ?? NO_TELEMETRY,
        tracing,
        stopping: stopping.signal,
      },
    }
    providers.onChange(() => {
      services.deps.volume = openVolumeSource(providers)
    })
    await loadCredentials(services)
    const { publicUrl, rateLimitPerMinute } = config
    const { token } = config.metrics
    const collect = metrics && (() => metrics.collect(services))
    const secret = cookieSecret(secretKey, 'sessions')
    const cookie = createSessionCookie({ secret, secure: publicUrl?.startsWith('https:') ?? false })
    return {
      services,
      gate: {
        authenticator: new Authenticator(services, cookie),
        limiter: createRateLimiter({ limit: rateLimitPerMinute, shared }),
        memberLimiter: createRateLimiter({ limit: rateLimitPerMinute * MEMBER_RATE, shared }),
        turns: new Turns((priority) => services.deps.telemetry.count('refusedRequests', { priority })),
      },
      parts: [
        { name: 'database', check: () => database.pool.query('SELECT 1') },
        ...(shared ? [{ name: 'redis', check: () => shared.redis.commands.ping() }] : []),
      ],
      collectMetrics: collect,
      metrics: collect && token !== null ? { collect, token } : null,
      signIn: {
        sessions: createSignIn({ prisma: database.prisma, secret, publicUrl }),
        attempts: {
          byAddress: createRateLimiter({ ...ATTEMPTS.byAddress, shared }),
          byAccount: createRateLimiter({ ...ATTEMPTS.byAccount, shared }),
        },
        openId: config.openId && createOpenIdClient(config.openId, `${publicUrl}/api/auth/open-id/callback`),
        deviceSecret: cookieSecret(secretKey, 'devices'),
      },
      sharePasswordLimits: {
        bySender: createRateLimiter({ ...SHARE_PASSWORDS.bySender, shared }),
        byLink: createRateLimiter({ ...SHARE_PASSWORDS.byLink, shared }),
      },
      openAuthorizationServer: (issuer) => openAuthorizationServer(services, secretKey, issuer),
      publicUrl,
      trustedProxies: config.trustedProxies,
      queues,
      logger,
      databaseUrl,
      dataFolder,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Opens tracing if a collector is configured. The libraries are imported on demand, because they take a while to load. */
async function openTracing({ tracing }: Config, cleanups: (() => Promise<unknown>)[]): Promise<Tracing> {
  if (!tracing) return NO_TRACING
  const { createTracing } = await import('../infra/tracing.ts')
  const opened = createTracing({ ...tracing, version: PACKAGE_VERSION })
  cleanups.push(() => opened.close().catch(() => {}))
  return opened
}

/** Creates the metrics of the process, if they are served. The library is imported on demand, because it takes a while to load. */
async function openMetrics({ metrics: { port, token } }: Config): Promise<ProcessMetrics | null> {
  if (port === null && token === null) return null
  const { createProcessMetrics } = await import('./metrics.ts')
  return createProcessMetrics()
}

/** Maximum number of organizations with their own credentials without Redis. Each uses about ten connections to PostgreSQL. */
const MAXIMUM_ACCOUNTS = 4

/** Time between two requests to a host whose pages are read, in milliseconds. */
const CITED_PAGES_DELAY = 1_000

/** Rate limit of a member as a multiple of the limit of a key, because each dashboard page sends several requests. */
const MEMBER_RATE = 10

/** Limits for all sign-in attempts from an address, and for failed attempts to sign in to an account. */
const ATTEMPTS = {
  byAddress: { limit: 10, seconds: 60 },
  byAccount: { limit: 10, seconds: 15 * 60 },
}

/** Limits for wrong passwords of shared pages. */
const SHARE_PASSWORDS = {
  bySender: { limit: 10, seconds: 15 * 60 },
  byLink: { limit: 100, seconds: 15 * 60 },
}

/** A Redis that several processes share, and the prefix of all keys in it. */
type Shared = { redis: RedisConnections; prefix: string }

/** Returns the printer of reports; null without a mail server, and without Chromium. */
function openPdfPrinter({ mail, chromiumPath }: Config): AppServices['deps']['printPdf'] {
  if (!mail || chromiumPath === 'off') return null
  const program = chromiumPath ?? findChromium()
  return program === null ? null : createPdfPrinter(program)
}

function createOutbound({ outboundAllow: allow }: Config): Outbound {
  return { fetch: createSafeFetch({ allow }), isAllowedTarget: createTargetCheck({ allow }) }
}

/** Connects to Redis. The prefix contains the id of the installation, because several installations may share a Redis. */
async function openRedis(
  config: RedisConfig,
  {
    database,
    logger,
    cleanups,
  }: { database: Database; logger: Logger; cleanups: (() => Promise<unknown>)[] },
): Promise<Shared> {
  const redis = await connectRedis(config, logger).catch((error) => {
    throw new ConfigError(`REDIS_URL cannot be reached: ${getErrorMessage(error)}`)
  })
  cleanups.push(async () => redis.close())
  const { id } = await database.prisma.installation.findFirstOrThrow()
  return { redis, prefix: `answergraph:${id}:` }
}

/** Opens a separate pool for the queues, which grows with each worker. BullMQ expects its schema as the search path of the pool. */
function openQueuePool(url: string, { sockets }: Database, cleanups: (() => Promise<unknown>)[]) {
  const pool = openPool(url, { connections: SPARE_CONNECTIONS, sockets, schema: QUEUE_SCHEMA })
  cleanups.push(() => pool.end())
  return pool
}
