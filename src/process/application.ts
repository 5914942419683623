import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { type Config, ConfigError } from '../config.ts'
import type { Door } from '../core/admission.ts'
import type { Outbound, Services } from '../core/context.ts'
import type { AnyEvent } from '../core/events.ts'
import { Authenticator } from '../core/keys/authenticate.ts'
import { type Database, openDatabase, openPool } from '../infra/database.ts'
import { openEmbeddedPostgres } from '../infra/embedded-postgres.ts'
import { createLocalTopics, createRedisTopics, type Topics } from '../infra/events.ts'
import { createLogger } from '../infra/logger.ts'
import { migrate } from '../infra/migrate.ts'
import { openQueues, QUEUE_SCHEMA, type Queues } from '../infra/queue.ts'
import { createRateLimiter } from '../infra/rate-limiter.ts'
import { connectRedis } from '../infra/redis.ts'
import { createSafeFetch, createTargetCheck } from '../infra/safe-fetch.ts'
import { createSecretBox, keptSecretKey } from '../infra/secret-box.ts'
import { createSessionCookie, sessionSecret } from '../infra/session-cookie.ts'
import { createSignIn } from '../infra/sign-in.ts'
import { createJobQueue } from '../jobs/queue.ts'
import { createBreakers } from '../providers/breaker.ts'
import { createJudge } from '../providers/judge.ts'
import { loadProviders, type ProviderRegistry } from '../providers/registry.ts'
import { simulatedVolume } from '../providers/volume/simulated.ts'
import { createEventBus } from './event-bus.ts'

/** Everything one process holds open, wired together. */
export interface Application {
  services: Services
  door: Door
  queues: Queues
  logger: Logger
  databaseUrl: string
  /** Where an embedded database keeps its data; null with DATABASE_URL. */
  dataFolder: string | null
  /** Closes in the reverse order of opening; the last user of an embedded database stops it. */
  close(): Promise<void>
}

export interface OpenOptions {
  /** Told what is being done, for people who wait. */
  report?: (step: string) => void
  /** Whether providers without credentials are simulated although DATABASE_URL is set. */
  demo?: boolean
}

/**
 * Opens what the settings name: database (migrated), Redis, providers, queues.
 * @throws {ConfigError} naming the variable that is to be mended
 */
export async function openApplication(config: Config, options: OpenOptions = {}): Promise<Application> {
  const { report = () => {}, demo = false } = options
  const closers: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer()
  }
  try {
    const providers = readProviders(config, demo)
    const { databaseUrl, dataFolder } = await locateDatabase(config, report, closers)
    report('Checking the schema')
    const applied = await migrate(databaseUrl)
    if (applied.length > 0) report(`Applied ${applied.length} migration${applied.length === 1 ? '' : 's'}`)
    const database = openDatabase(databaseUrl)
    closers.push(() => database.close())
    const shared = config.redisUrl ? await joinRedis(config.redisUrl, database, closers) : null
    const logger = createLogger(config.logLevel)
    const queues = openQueues(
      shared
        ? { type: 'redis', ...shared }
        : { type: 'postgres', pool: openQueuePool(databaseUrl, providers, closers) },
    )
    closers.push(() => queues.close())
    const topics: Topics<AnyEvent> = shared
      ? createRedisTopics(shared.redis, `${shared.prefix}events:`)
      : createLocalTopics()
    closers.push(() => topics.close())
    const secretKey = config.secretKey ?? keptSecretKey(dataFolder ?? config.dataDirectory)
    const services: Services = {
      now: () => new Date(),
      db: database,
      deps: {
        queue: createJobQueue(queues),
        events: createEventBus(topics),
        providers,
        breakers: createBreakers(),
        volume: demo || config.database.mode === 'embedded' ? simulatedVolume : null,
        judge: config.judge && createJudge(config.judge),
        outbound: createOutbound(config),
        secrets: createSecretBox(secretKey),
        logger,
      },
    }
    const door = createDoor(services, { config, secretKey, shared })
    return { services, door, queues, logger, databaseUrl, dataFolder, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Tries of a password from one address, a minute. */
const SIGN_INS_PER_MINUTE = 10

function createDoor(
  services: Services,
  { config, secretKey, shared }: { config: Config; secretKey: string; shared: Shared | null },
): Door {
  const { publicUrl, rateLimitPerMinute } = config
  const secret = sessionSecret(secretKey)
  const cookie = createSessionCookie({ secret, secure: publicUrl?.startsWith('https:') ?? false })
  const report = (error: unknown, message: string) =>
    services.deps.logger.error({ error }, `sign-in: ${message}`)
  return {
    authenticator: new Authenticator(services, cookie),
    limiter: createRateLimiter({ perMinute: rateLimitPerMinute, shared }),
    signIn: {
      answer: createSignIn({ prisma: services.db.prisma, secret, publicUrl, report }),
      attempts: createRateLimiter({ perMinute: SIGN_INS_PER_MINUTE, shared }),
    },
    publicUrl,
  }
}

/** The Redis that processes share, and what their names begin with there. */
type Shared = { redis: Redis; prefix: string }

function createOutbound({ outboundAllow: allow }: Config): Outbound {
  return { fetch: createSafeFetch({ allow }), isAllowedTarget: createTargetCheck({ allow }) }
}

function readProviders(config: Config, demo: boolean): ProviderRegistry {
  try {
    return loadProviders({
      file: config.providersFile,
      environment: config.environment,
      simulateMissing: demo || config.database.mode === 'embedded',
    })
  } catch (error) {
    throw new ConfigError(`PROVIDERS_FILE ${reasonOf(error)}`)
  }
}

async function locateDatabase(
  { database }: Config,
  report: (step: string) => void,
  closers: (() => Promise<unknown>)[],
): Promise<{ databaseUrl: string; dataFolder: string | null }> {
  if (database.mode === 'embedded') {
    const embedded = await openEmbeddedPostgres(database.dataDirectory, report)
    closers.push(() => embedded.release())
    return { databaseUrl: embedded.url, dataFolder: embedded.folder }
  }
  report('Connecting to the database')
  const probe = openDatabase(database.url, { connections: 1 })
  try {
    await probe.pool.query('SELECT 1')
  } catch (error) {
    throw new ConfigError(`DATABASE_URL cannot be reached: ${reasonOf(error)}`)
  } finally {
    await probe.close()
  }
  return { databaseUrl: database.url, dataFolder: null }
}

/** Queues and channels carry the database's own name: two installations may share one Redis. */
async function joinRedis(
  url: string,
  database: Database,
  closers: (() => Promise<unknown>)[],
): Promise<Shared> {
  const redis = connectRedis(url)
  closers.push(async () => redis.disconnect())
  const failed = new Promise<never>((_, reject) => redis.once('error', reject))
  await Promise.race([redis.ping(), failed]).catch((error) => {
    throw new ConfigError(`REDIS_URL cannot be reached: ${reasonOf(error)}`)
  })
  const { id } = await database.prisma.installation.findFirstOrThrow()
  return { redis, prefix: `answergraph:${id}:` }
}

/**
 * Apart from the requests' pool: every worker keeps one connection for itself, to be told of new jobs. BullMQ expects a
 * given pool to look into its schema.
 */
function openQueuePool(url: string, providers: ProviderRegistry, closers: (() => Promise<unknown>)[]) {
  const pool = openPool(url, { connections: providers.list().length + 8, schema: QUEUE_SCHEMA })
  closers.push(() => pool.end())
  return pool
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message || error.constructor.name : String(error)
}
