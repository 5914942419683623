import { Socket } from 'node:net'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import pg from 'pg'
import { ConfigError } from '../config.ts'
import type { DatabaseSockets } from './database-sockets.ts'

/** Pause between two checks, and the time the server has to answer one, in milliseconds: together below two seconds. */
const CHECK_INTERVAL = 250
const CHECK_TIMEOUT = 1_250

/** Pause between two attempts to connect, and the time for one, in milliseconds: together below five seconds. */
const CONNECT_INTERVAL = 250
const CONNECT_TIMEOUT = 3_000

/** Options of {@link watchDatabase}. */
export interface DatabaseWatchOptions {
  url: string
  /** Refused while the database is lost. */
  sockets: DatabaseSockets
  /**
   * Called with every new connection of the watch before the database counts as usable, such as to take a lock that lasts as
   * long as the connection. After a ConfigError the watch gives up; after any other error it connects again.
   */
  prepare(client: pg.Client): Promise<void>
  onLost(reason: unknown): void
  /** `away` is in milliseconds. */
  onReturn(away: number): void
}

/** A running watch. */
export interface DatabaseWatch {
  /** Rejects with the ConfigError after which the watch has given up; connections stay refused. Never resolves. */
  failed: Promise<never>
  /** Ends the watch and its connection. */
  close(): Promise<void>
}

/**
 * Asks a database again and again, on a connection of its own, whether it answers. When it does not within 1.25 seconds, or the
 * connection ends, the database is lost: all other connections of the process are ended and refused until it answers again. A
 * frozen server or a lost route is thereby treated as a server that has stopped; statements that take long are not.
 * @throws what the first connection or `prepare` throws
 */
export async function watchDatabase(options: DatabaseWatchOptions): Promise<DatabaseWatch> {
  const { sockets, onLost, onReturn } = options
  const closing = new AbortController()
  const wait = (milliseconds: number) =>
    pause(milliseconds, undefined, { signal: closing.signal }).catch(() => {})
  let connection = await connect(options)

  const prepare = async (client: pg.Client) => {
    await endEarlier(client, sockets.name)
    await options.prepare(client)
  }

  async function reconnect(): Promise<WatchConnection> {
    for (;;) {
      try {
        return await connect({ ...options, prepare })
      } catch (error) {
        if (error instanceof ConfigError || closing.signal.aborted) throw error
      }
      await wait(CONNECT_INTERVAL)
    }
  }

  async function watch(): Promise<void> {
    while (!closing.signal.aborted) {
      const reason = await connection.ask().catch((error: Error) => error)
      if (reason === null) await wait(CHECK_INTERVAL)
      else if (!closing.signal.aborted) {
        const lostAt = performance.now()
        sockets.refuse()
        connection.end()
        onLost(reason)
        connection = await reconnect()
        sockets.allow()
        onReturn(performance.now() - lostAt)
      }
    }
  }

  const ended = watch()
  const failed = new Promise<never>((_, reject) => ended.catch(reject))
  // Thrown where `failed` is awaited; this only prevents an unhandled rejection.
  failed.catch(() => {})
  return {
    failed,
    async close() {
      closing.abort()
      connection.end()
      await ended.catch(() => {})
      connection.end()
    },
  }
}

interface WatchConnection {
  /** Resolves with null when the server answers. */
  ask(): Promise<null>
  /** Ends it at once; the server, where it can, releases what the connection holds. */
  end(): void
}

async function connect({
  url,
  sockets,
  prepare,
}: Pick<DatabaseWatchOptions, 'url' | 'sockets' | 'prepare'>): Promise<WatchConnection> {
  const socket = new Socket()
  const client = new pg.Client({
    connectionString: url,
    application_name: sockets.name,
    stream: () => socket,
  })
  let failure: Error | null = null
  client.on('error', (error) => {
    failure ??= error
  })
  try {
    await inTime(CONNECT_TIMEOUT, client.connect())
    await inTime(CONNECT_TIMEOUT, prepare(client))
  } catch (error) {
    socket.destroy()
    throw error
  }
  return {
    ask: async () => {
      await inTime(CHECK_TIMEOUT, client.query('SELECT 1')).catch((error) => {
        // The first error of the connection says why it ended; later statements only say that it has.
        throw failure ?? error
      })
      return null
    },
    end: () => socket.destroy(),
  }
}

/**
 * Ends the connections of before the loss, of which the server may not have noticed that they are gone: what they hold is
 * released, and no statement that was sent on them takes effect later.
 */
async function endEarlier(client: pg.Client, name: string): Promise<void> {
  for (;;) {
    const { rowCount } = await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = $1 AND datname = current_database() AND pid <> pg_backend_pid()`,
      [name],
    )
    if (rowCount === 0) return
    await pause(20)
  }
}

async function inTime<T>(milliseconds: number, answer: Promise<T>): Promise<T> {
  const answered = new AbortController()
  const late = async (): Promise<never> => {
    await pause(milliseconds, undefined, { signal: answered.signal })
    // If this process itself was busy or stopped, the answer may have arrived, and is read in the next turns of the event loop.
    await turn()
    await turn()
    throw new Error(`it did not answer within ${milliseconds / 1_000} s`)
  }
  try {
    return await Promise.race([answer, late()])
  } finally {
    answered.abort()
  }
}
