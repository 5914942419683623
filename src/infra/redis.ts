import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Redis, type RedisOptions } from 'ioredis'
import type { Logger } from 'pino'
import type { RedisConfig } from '../config/read.ts'

/** Time limit for connecting to Redis and for each response, in milliseconds. Redis then counts as unavailable. */
const RESPONSE_TIMEOUT = 1_000

/** Maximum number of milliseconds between two connection attempts. */
const MAX_RETRY_DELAY = 1_000

/** Milliseconds between pings, which detect an unresponsive Redis on idle connections. */
const PING_INTERVAL = 1_000

const SHARED: RedisOptions = {
  connectTimeout: RESPONSE_TIMEOUT,
  retryStrategy: (attempt) => Math.min(50 * 2 ** (attempt - 1), MAX_RETRY_DELAY),
  // The operating system closes silently lost idle connections within about 15 seconds.
  keepAlive: 5_000,
}

/**
 * A command without a response in time closes the connection, which fails all waiting commands. Further commands fail
 * immediately until a new connection is open. So only the first requests of an outage have to wait.
 */
const IMPATIENT: RedisOptions = {
  ...SHARED,
  socketTimeout: RESPONSE_TIMEOUT,
  maxRetriesPerRequest: 0,
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
}

/**
 * Commands wait until Redis is back, as BullMQ's workers require. They have no time limit, because a paused Redis executes the
 * commands that it has received once it resumes, and the response to a command that takes a job must not be lost.
 */
const PATIENT: RedisOptions = { ...SHARED, maxRetriesPerRequest: null, disconnectTimeout: 100 }

/**
 * Maximum time without a response on a connection of a worker that waits for jobs, once Redis is back, in milliseconds. It is
 * longer than the commands of BullMQ's workers block. All other commands get a response within `RESPONSE_TIMEOUT`.
 */
const MAX_WAIT_FOR_JOB = 2_500

/** Seconds after which the key of a dead process is deleted. */
const KEY_LIFETIME = 3_600

/** Milliseconds between two rounds of questions to the Sentinels, while none of them knows a primary. */
const SENTINEL_RETRY_DELAY = 250

/** Opens a connection to the Redis of a URL, or to the current primary according to Sentinels. */
export function openRedisConnection({ url, sentinels }: RedisConfig, options: RedisOptions): Redis {
  if (sentinels.length === 0) return new Redis(url, options)
  const { hostname, username, password, pathname, protocol } = new URL(url)
  return new Redis({
    ...options,
    sentinels: sentinels.map((sentinel) => {
      const { hostname: host, port } = new URL(`redis://${sentinel}`)
      // An IPv6 address has brackets in a URL, but not as a host.
      return { host: host.replace(/[[\]]/g, ''), port: Number(port) }
    }),
    name: hostname,
    sentinelRetryStrategy: () => SENTINEL_RETRY_DELAY,
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
    ...(pathname.length > 1 && { db: Number(pathname.slice(1)) }),
    ...(protocol === 'rediss:' && { tls: {} }),
  })
}

/** The connections of a process to one Redis. */
export interface RedisConnections {
  /** For requests. A command gets a response or fails within a second. It fails immediately while Redis is unavailable. */
  commands: Redis
  /** For Pub/Sub, otherwise like `commands`. Subscribers have to subscribe again at every event `ready`. */
  subscriber: Redis
  /** For workers, which duplicate it. Commands wait while Redis is unavailable. */
  workers: Redis
  /** Whether Redis was available at the last check. */
  isReachable(): boolean
  /** Calls the listener whenever Redis is available again, or has lost its data. */
  onReturn(listener: () => void): void
  /** Closes all connections, including the duplicates. Waiting commands fail. */
  close(): void
}

/**
 * Connects to Redis. Lost connections are restored within about a second after Redis is back. Each loss and each return is
 * logged once.
 * @throws {Error} with the reason if Redis is unavailable; within two seconds, even if it accepts connections without responding
 */
export async function connectRedis(
  config: RedisConfig,
  logger: Pick<Logger, 'error' | 'warn'>,
): Promise<RedisConnections> {
  const commands = openRedisConnection(config, IMPATIENT)
  await connected(commands)
  const subscriber = openRedisConnection(config, { ...IMPATIENT, autoResubscribe: false })
  const workers = openRedisConnection(config, PATIENT)
  // Each BullMQ worker waits for jobs on a separate connection.
  const waiting: Redis[] = []
  workers.duplicate = (override) => {
    const duplicate = openRedisConnection(config, { ...PATIENT, ...override })
    waiting.push(duplicate)
    return duplicate
  }
  // Without a listener, ioredis prints the errors of every attempt. `logLossAndReturn` logs the loss once.
  for (const connection of [commands, subscriber, workers]) connection.on('error', () => {})
  const listeners: (() => void)[] = []
  const callListeners = () => {
    for (const listener of listeners) listener()
  }
  const timers = [
    startPings(subscriber),
    watchData(commands, () => {
      logger.warn({}, 'Redis has lost its data: everything that is due is queued again')
      callListeners()
    }),
  ]
  logLossAndReturn(commands, logger, () => {
    void reconnectIfSilent(workers, RESPONSE_TIMEOUT)
    for (const connection of waiting) void reconnectIfSilent(connection, MAX_WAIT_FOR_JOB)
    callListeners()
  })
  return {
    commands,
    subscriber,
    workers,
    isReachable: () => commands.status === 'ready',
    onReturn: (listener) => listeners.push(listener),
    close() {
      for (const timer of timers) clearInterval(timer)
      for (const connection of [commands, subscriber, workers, ...waiting]) connection.disconnect()
    },
  }
}

async function connected(redis: Redis): Promise<void> {
  try {
    await once(redis, 'ready')
  } catch (error) {
    redis.disconnect()
    throw error
  }
}

function startPings(redis: Redis): NodeJS.Timeout {
  // A ping without a response closes the connection.
  const ping = () => redis.status === 'ready' && redis.ping().catch(() => {})
  return setInterval(ping, PING_INTERVAL).unref()
}

/**
 * Calls `onLoss` within about a second after Redis has lost its data although the connection stayed open, for example
 * because of FLUSHALL. The check is also a ping.
 */
function watchData(redis: Redis, onLoss: () => void): NodeJS.Timeout {
  const key = `answergraph:process:${randomUUID()}`
  const store = () =>
    redis.set(key, 'exists while the data of Redis does', 'EX', KEY_LIFETIME).catch(() => {})
  // A Redis that is available again may be empty. Its return is reported anyway.
  redis.on('ready', store)
  void store()
  const check = async () => {
    if (redis.status !== 'ready') return
    const found = await redis.expire(key, KEY_LIFETIME).catch(() => 1)
    if (found === 1) return
    await store()
    onLoss()
  }
  return setInterval(check, PING_INTERVAL).unref()
}

/**
 * Reopens a patient connection without a response for `maxSilence` milliseconds although Redis is back. A failure of the
 * network or of a proxy may have lost it silently. Waiting commands are sent again.
 */
async function reconnectIfSilent(redis: Redis, maxSilence: number): Promise<void> {
  // A connection that is not ready has sent only the commands that open it, which may also have been lost.
  const isReady = redis.status === 'ready'
  let turn: NodeJS.Immediate | undefined
  const timer = setTimeout(
    () => {
      // If this process itself was busy, the response may have arrived already. It is read before the immediate.
      turn = setImmediate(() => redis.disconnect(true))
    },
    isReady ? maxSilence : RESPONSE_TIMEOUT,
  )
  const response = isReady ? redis.ping() : new Promise((resolve) => redis.once('ready', resolve))
  await response.catch(() => {})
  clearTimeout(timer)
  clearImmediate(turn)
}

function logLossAndReturn(redis: Redis, logger: Pick<Logger, 'error' | 'warn'>, onReturn: () => void): void {
  let reason: string | null = null
  let lostAt: number | null = null
  redis.on('error', (error: NodeJS.ErrnoException) => {
    // If all addresses of a host refuse the connection, the error is an AggregateError without a message.
    reason = error.message || error.code || error.name
  })
  // This event is not emitted if the connection is closed intentionally.
  redis.on('reconnecting', () => {
    if (lostAt !== null) return
    lostAt = performance.now()
    logger.error({}, `Redis cannot be reached: ${reason ?? 'it closed the connection'}`)
  })
  redis.on('ready', () => {
    if (lostAt === null) return
    const seconds = ((performance.now() - lostAt) / 1_000).toFixed(1)
    lostAt = null
    reason = null
    logger.warn({}, `Redis is available again after ${seconds} s`)
    onReturn()
  })
}
