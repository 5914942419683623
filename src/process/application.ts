import { setMaxListeners } from 'node:events'
import type { Logger } from 'pino'
import { type Config, ConfigError } from '../config.ts'
import type { RequestGate } from '../core/admission.ts'
import { settleCredits } from '../core/batches/credits.ts'
import type { Outbound, Services } from '../core/context.ts'
import type { AnyEvent } from '../core/events.ts'
import { Authenticator } from '../core/keys/authenticate.ts'
import { measureEndedBatch } from '../core/measurements/measure.ts'
import { queueEndWebhook } from '../core/webhooks/queue.ts'
import type { Part } from '../http/readiness.ts'
import type { SignIn } from '../http/sign-in-parts.ts'
import { createAnswerLog } from '../infra/answer-log.ts'
import { type Database, openDatabase, openPool } from '../infra/database.ts'
import { createLocalTopics, createRedisTopics, type Topics } from '../infra/events.ts'
import { createLogger } from '../infra/logger.ts'
import { createMailer } from '../infra/mailer.ts'
import { migrate } from '../infra/migrate.ts'
import { openQueues, QUEUE_SCHEMA, type Queues } from '../infra/queue.ts'
import { createRateLimiter } from '../infra/rate-limiter.ts'
import { connectRedis, type RedisConnections } from '../infra/redis.ts'
import { createSafeFetch, createTargetCheck } from '../infra/safe-fetch.ts'
import { createSecretBox, storedSecretKey } from '../infra/secret-box.ts'
import { cookieSecret, createSessionCookie } from '../infra/session-cookie.ts'
import { createSignIn } from '../infra/sign-in.ts'
import { createJobQueue } from '../jobs/queue.ts'
import { createBreakers } from '../providers/breaker.ts'
import { createJudge } from '../providers/judge/judge.ts'
import { loadProviders, type ProviderRegistry } from '../providers/registry.ts'
import { simulatedMarket } from '../providers/simulated/market.ts'
import { type LoadedVolumeSource, loadVolumeSource } from '../providers/volume-sources.ts'
import { type DatabaseServer, openDatabaseServer } from './database-server.ts'
import { createEventBus } from './event-bus.ts'
import { openReadingThread } from './reading-thread.ts'

/** What happens when a batch ends, in this order: credits, metrics, and then the webhook, which reports both. */
const BATCH_END_HANDLERS = [settleCredits, measureEndedBatch, queueEndWebhook]

/** Everything that one process has open. */
export interface Application {
  services: Services
  gate: RequestGate
  /** What this process cannot work without. */
  parts: readonly Part[]
  signIn: SignIn
  /** These two: see Config. */
  publicUrl: string | null
  trustedProxies: readonly string[]
  queues: Queues
  logger: Logger
  databaseUrl: string
  /** The folder of an embedded database; null with DATABASE_URL. */
  dataFolder: string | null
  /** Closes in the reverse order of opening; the last user of an embedded database stops it. */
  close(): Promise<void>
}

/** Options of {@link openApplication}. */
export interface OpenOptions {
  /** An open database server; by default it is opened as configured. Released with the application. */
  databaseServer?: Promise<DatabaseServer>
  /** Called with a line about each step that takes time. */
  report?: (step: string) => void
  /** Whether providers without credentials are simulated although DATABASE_URL is set. */
  demo?: boolean
}

/**
 * Opens what the configuration names: the database, which is migrated, Redis, providers and queues.
 * @throws {ConfigError} naming the variable that has to be corrected
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
    const logger = createLogger(config.logLevel)
    const shared = config.redisUrl ? await openRedis(config.redisUrl, { database, logger, cleanups }) : null
    // Before the queues, so that it is closed after the jobs that use it.
    const readingThread = openReadingThread()
    cleanups.push(() => readingThread.close())
    const stopping = new AbortController()
    // Every answer that is kept and every question listens to it; Node.js would warn at eleven.
    setMaxListeners(0, stopping.signal)
    const queues = openQueues(
      shared
        ? { type: 'redis', ...shared }
        : { type: 'postgres', pool: openQueuePool(databaseUrl, database, providers, cleanups) },
      () => stopping.abort(),
    )
    cleanups.push(() => queues.close())
    const topics: Topics<AnyEvent> = shared
      ? createRedisTopics(shared.redis, `${shared.prefix}events:`)
      : createLocalTopics()
    cleanups.push(() => topics.close())
    const secretKey = config.secretKey ?? storedSecretKey(dataFolder ?? config.dataDirectory)
    const services: Services = {
      now: () => new Date(),
      db: database,
      deps: {
        queue: createJobQueue(queues),
        events: createEventBus(topics),
        providers,
        breakers: createBreakers(),
        spendLimit: config.spendLimit,
        readingThread,
        volume: openVolumeSource(config, { demo }).source,
        judge: config.judge && createJudge(config.judge),
        batchEndHandlers: BATCH_END_HANDLERS,
        simulatedMarket,
        outbound: createOutbound(config),
        answerLog: config.recordAnswers === null ? null : createAnswerLog(config.recordAnswers),
        mailer: config.mail && createMailer(config.mail),
        publicUrl: config.publicUrl,
        secrets: createSecretBox(secretKey),
        logger,
        stopping: stopping.signal,
      },
    }
    const { publicUrl, rateLimitPerMinute } = config
    const secret = cookieSecret(secretKey, 'sessions')
    const cookie = createSessionCookie({ secret, secure: publicUrl?.startsWith('https:') ?? false })
    return {
      services,
      gate: {
        authenticator: new Authenticator(services, cookie),
        limiter: createRateLimiter({ limit: rateLimitPerMinute, shared }),
        memberLimiter: createRateLimiter({ limit: rateLimitPerMinute * MEMBER_RATE, shared }),
      },
      parts: [
        { name: 'database', check: () => database.pool.query('SELECT 1') },
        ...(shared ? [{ name: 'redis', check: () => shared.redis.commands.ping() }] : []),
      ],
      signIn: {
        sessions: createSignIn({ prisma: database.prisma, secret, publicUrl }),
        attempts: {
          byAddress: createRateLimiter({ ...ATTEMPTS.byAddress, shared }),
          byAccount: createRateLimiter({ ...ATTEMPTS.byAccount, shared }),
        },
        deviceSecret: cookieSecret(secretKey, 'devices'),
      },
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

/** How many times the requests of a key a member may send: each page of the dashboard takes several. */
const MEMBER_RATE = 10

/** Maximum number of attempts to sign in, failed or not, from one address; and of failed ones to one account. */
const ATTEMPTS = {
  byAddress: { limit: 10, seconds: 60 },
  byAccount: { limit: 10, seconds: 15 * 60 },
}

/** A Redis shared by several processes, and the prefix of all keys in it. */
type Shared = { redis: RedisConnections; prefix: string }

function createOutbound({ outboundAllow: allow }: Config): Outbound {
  return { fetch: createSafeFetch({ allow }), isAllowedTarget: createTargetCheck({ allow }) }
}

/**
 * The providers as configured.
 * @param options.demo whether those without credentials are simulated although DATABASE_URL is set
 * @throws {ConfigError} naming PROVIDERS_FILE and what is wrong in it
 */
export function openProviders(config: Config, { demo = false } = {}): ProviderRegistry {
  try {
    return loadProviders({
      file: config.providersFile,
      environment: config.environment,
      simulateMissing: simulatesMissing(config, demo),
    })
  } catch (error) {
    throw new ConfigError(`PROVIDERS_FILE ${reasonOf(error)}`)
  }
}

/**
 * The source of search volumes as configured.
 * @param options.demo whether figures are simulated without credentials although DATABASE_URL is set
 * @throws {ConfigError} naming the variable of an address that is none
 */
export function openVolumeSource(config: Config, { demo = false } = {}): LoadedVolumeSource {
  try {
    return loadVolumeSource({
      environment: config.environment,
      simulateMissing: simulatesMissing(config, demo),
    })
  } catch (error) {
    throw new ConfigError(reasonOf(error))
  }
}

/** Whether what has no credentials is simulated: in an installation to try, never silently in one with a database of its own. */
function simulatesMissing({ database }: Config, demo: boolean): boolean {
  return demo || database.mode === 'embedded'
}

/** Connects to Redis. The prefix contains the installation's id, because several installations may share one Redis. */
async function openRedis(
  url: string,
  {
    database,
    logger,
    cleanups,
  }: { database: Database; logger: Logger; cleanups: (() => Promise<unknown>)[] },
): Promise<Shared> {
  const redis = await connectRedis(url, logger).catch((error) => {
    throw new ConfigError(`REDIS_URL cannot be reached: ${reasonOf(error)}`)
  })
  cleanups.push(async () => redis.close())
  const { id } = await database.prisma.installation.findFirstOrThrow()
  return { redis, prefix: `answergraph:${id}:` }
}

/**
 * Opens a pool of its own for the queues, because every worker keeps one connection to listen for new jobs. BullMQ expects the
 * search path of a given pool to be its schema.
 */
function openQueuePool(
  url: string,
  { sockets }: Database,
  providers: ProviderRegistry,
  cleanups: (() => Promise<unknown>)[],
) {
  const pool = openPool(url, { connections: providers.list().length + 8, sockets, schema: QUEUE_SCHEMA })
  cleanups.push(() => pool.end())
  return pool
}

/** The message of an error; the name of its class where it has none, as when all addresses of a host refuse. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message || error.constructor.name : String(error)
}
