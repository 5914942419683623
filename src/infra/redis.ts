import { Redis, type RedisOptions } from 'ioredis'
import type { Logger } from 'pino'

/** How long Redis may take to accept a connection, and to answer on it, in milliseconds; after that it counts as away. */
const ANSWER_TIMEOUT = 1_000

/** The longest pause between two attempts to connect, in milliseconds. */
const LONGEST_PAUSE = 1_000

/** Interval of the pings that find out about a Redis that no longer answers while nobody needs it, in milliseconds. */
const PING_INTERVAL = 1_000

const SHARED: RedisOptions = {
  connectTimeout: ANSWER_TIMEOUT,
  retryStrategy: (attempt) => Math.min(50 * 2 ** (attempt - 1), LONGEST_PAUSE),
  // Idle connections whose other end has vanished are closed by the operating system within a quarter of a minute.
  keepAlive: 5_000,
}

/**
 * A command that is not answered in time closes the connection. With it fail all commands that wait, and every further one at
 * once until a new connection works: only the first requests after Redis stopped answering wait for it.
 */
const IMPATIENT: RedisOptions = {
  ...SHARED,
  socketTimeout: ANSWER_TIMEOUT,
  maxRetriesPerRequest: 0,
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
}

/**
 * Commands wait until Redis is back, as BullMQ's workers require. No time limit: commands that a Redis has received before it
 * stopped for a while are executed later, and the answer to one that takes a job must not be lost.
 */
const PATIENT: RedisOptions = { ...SHARED, maxRetriesPerRequest: null, disconnectTimeout: 100 }

/**
 * How long a connection on which a worker waits for a job may be silent once Redis can be reached again, in milliseconds; longer
 * than BullMQ's workers wait. Any other command is answered within `ANSWER_TIMEOUT`.
 */
const LONGEST_WAIT_FOR_JOB = 2_500

/** The connections of a process to one Redis. */
export interface RedisConnections {
  /** For requests: a command is answered or fails within a second, and fails at once while Redis is away. */
  commands: Redis
  /** As `commands`, for Pub/Sub. Who subscribes does so again at every event `ready`. */
  subscriber: Redis
  /** For workers, as are its duplicates: commands wait while Redis is away. */
  workers: Redis
  /** Whether Redis answered last time. */
  isReachable(): boolean
  /** Calls the listener whenever Redis is reached again after a loss. */
  onReturn(listener: () => void): void
  /** Closes all connections, also the duplicates; commands that wait fail. */
  close(): void
}

/**
 * Connects to Redis. From then on the connections are restored whenever they are lost, within about a second after Redis can
 * be reached again; loss and return are logged once each.
 * @throws {Error} why Redis cannot be reached; within two seconds, also when it accepts connections and does not answer
 */
export async function connectRedis(
  url: string,
  logger: Pick<Logger, 'error' | 'warn'>,
): Promise<RedisConnections> {
  const commands = new Redis(url, IMPATIENT)
  await firstAnswer(commands)
  const subscriber = new Redis(url, { ...IMPATIENT, autoResubscribe: false })
  const workers = new Redis(url, PATIENT)
  // Each of BullMQ's workers waits for jobs on a connection of its own.
  const waiting: Redis[] = []
  workers.duplicate = (override) => {
    const duplicate = new Redis(url, { ...PATIENT, ...override })
    waiting.push(duplicate)
    return duplicate
  }
  // Without a listener ioredis prints the errors of each attempt. The loss is logged once, below.
  for (const connection of [commands, subscriber, workers]) connection.on('error', () => {})
  const pings = [commands, subscriber].map(keepAsking)
  const listeners: (() => void)[] = []
  logLossAndReturn(commands, logger, () => {
    void reconnectUnlessAnswered(workers, ANSWER_TIMEOUT)
    for (const connection of waiting) void reconnectUnlessAnswered(connection, LONGEST_WAIT_FOR_JOB)
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

async function firstAnswer(redis: Redis): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      redis.once('ready', resolve)
      redis.once('error', reject)
    })
  } catch (error) {
    redis.disconnect()
    throw error
  }
}

function keepAsking(redis: Redis): NodeJS.Timeout {
  // An answer that does not come closes the connection.
  const ask = () => redis.status === 'ready' && redis.ping().catch(() => {})
  return setInterval(ask, PING_INTERVAL).unref()
}

/**
 * Opens a patient connection anew that does not answer within `longestCommand` milliseconds although Redis can be reached
 * again: its other end may be gone, as after a failure of the network or of a proxy. Commands that wait are sent again.
 */
async function reconnectUnlessAnswered(redis: Redis, longestCommand: number): Promise<void> {
  // One that was opened during the loss has sent no command yet but what opens it, which may have been lost as well.
  const silence = redis.status === 'ready' ? longestCommand : ANSWER_TIMEOUT
  let turn: NodeJS.Immediate | undefined
  const timer = setTimeout(() => {
    // If this process itself was busy, the answer may have arrived, and is read before the immediate.
    turn = setImmediate(() => redis.disconnect(true))
  }, silence)
  const answer =
    redis.status === 'ready' ? redis.ping() : new Promise((resolve) => redis.once('ready', resolve))
  await answer.catch(() => {})
  clearTimeout(timer)
  clearImmediate(turn)
}

function logLossAndReturn(redis: Redis, logger: Pick<Logger, 'error' | 'warn'>, onReturn: () => void): void {
  let reason: string | null = null
  let lostAt: number | null = null
  redis.on('error', (error: NodeJS.ErrnoException) => {
    // When all addresses of a host refuse, the error is an AggregateError without a message.
    reason = error.message || error.code || error.name
  })
  // Not emitted when the connection is closed on purpose.
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
    logger.warn({}, `Redis is reached again after ${seconds} s`)
    onReturn()
  })
}
