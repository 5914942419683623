import { once } from 'node:events'
import { Redis, type RedisOptions } from 'ioredis'
import type { Logger } from 'pino'

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
  /** Calls the listener whenever Redis is available again. */
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
  url: string,
  logger: Pick<Logger, 'error' | 'warn'>,
): Promise<RedisConnections> {
  const commands = new Redis(url, IMPATIENT)
  await connected(commands)
  const subscriber = new Redis(url, { ...IMPATIENT, autoResubscribe: false })
  const workers = new Redis(url, PATIENT)
  // Each BullMQ worker waits for jobs on a separate connection.
  const waiting: Redis[] = []
  workers.duplicate = (override) => {
    const duplicate = new Redis(url, { ...PATIENT, ...override })
    waiting.push(duplicate)
    return duplicate
  }
  // Without a listener, ioredis prints the errors of every attempt. `logLossAndReturn` logs the loss once.
  for (const connection of [commands, subscriber, workers]) connection.on('error', () => {})
  const pings = [commands, subscriber].map(startPings)
  const listeners: (() => void)[] = []
  logLossAndReturn(commands, logger, () => {
    void reconnectIfSilent(workers, RESPONSE_TIMEOUT)
    for (const connection of waiting) void reconnectIfSilent(connection, MAX_WAIT_FOR_JOB)
    for (const listener of listeners) listener()
  })
  return {
    commands,
    subscriber,
    workers,
    isReachable: () => commands.status === 'ready',
    onReturn: (listener) => listeners.push(listener),
    close() {
      for (const interval of pings) clearInterval(interval)
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
