import { Socket } from 'node:net'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import pg from 'pg'
import { ConfigError } from '../config/error.ts'
import type { DatabaseSockets } from './database-sockets.ts'

/** Milliseconds between two checks, and time limit of a check. A loss is detected within two seconds. */
const CHECK_INTERVAL = 250
const CHECK_TIMEOUT = 1_250

/** Milliseconds between two connection attempts, and time limit of an attempt. A return is detected within five seconds. */
const CONNECT_INTERVAL = 250
const CONNECT_TIMEOUT = 3_000

/** Options of {@link watchDatabase}. */
export interface DatabaseWatchOptions {
  url: string
  /** Closed while the database is unavailable. */
  sockets: DatabaseSockets
  /**
   * Prepares every new connection of the watch before the database counts as available, for example by taking a session lock.
   * After a ConfigError the watch gives up. After any other error it reconnects.
   */
  prepare(client: pg.Client): Promise<void>
  onLost(reason: unknown): void
  /** Called when the database is available again, with the duration of the outage in milliseconds. */
  onReturn(outage: number): void
}

/** A running watch. */
export interface DatabaseWatch {
  /** Rejects with a ConfigError if the watch gives up, in which case the sockets stay closed. Never resolves. */
  failed: Promise<never>
  /** Ends the watch and its connection. */
  close(): Promise<void>
}

/**
 * Pings a database repeatedly on a dedicated connection. If it does not respond within 1.25 seconds, or the connection ends, all
 * other connections of the process are closed, and new ones fail until it responds again. So a frozen server or a lost route has
 * the same effect as a stopped server. Slow statements are not affected.
 * @throws the error of the first connection or of `prepare`
 */
export async function watchDatabase(options: DatabaseWatchOptions): Promise<DatabaseWatch> {
  const { sockets, onLost, onReturn } = options
  const closing = new AbortController()
  const wait = (milliseconds: number) =>
    pause(milliseconds, undefined, { signal: closing.signal }).catch(() => {})
  let connection = await connect(options)

  const prepare = async (client: pg.Client) => {
    await terminateOldConnections(client, sockets.name)
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
      const reason = await connection.ping().catch((error: Error) => error)
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
  // Prevents an unhandled rejection. Callers that await `failed` receive the error.
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
  /** Resolves with null if the server responds. */
  ping(): Promise<null>
  /** Closes the connection immediately. The server releases its locks once it notices. */
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
    await withTimeout(CONNECT_TIMEOUT, client.connect())
    await withTimeout(CONNECT_TIMEOUT, prepare(client))
  } catch (error) {
    socket.destroy()
    throw error
  }
  return {
    ping: async () => {
      await withTimeout(CHECK_TIMEOUT, client.query('SELECT 1')).catch((error) => {
        // The first error of a connection has the reason. Later statements only report that it has ended.
        throw failure ?? error
      })
      return null
    },
    end: () => socket.destroy(),
  }
}

/**
 * Terminates the connections from before the outage, because the server may not have noticed that they are closed. This
 * releases their locks and prevents their last statements from taking effect later.
 */
async function terminateOldConnections(client: pg.Client, name: string): Promise<void> {
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

async function withTimeout<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const done = new AbortController()
  const fail = async (): Promise<never> => {
    await pause(milliseconds, undefined, { signal: done.signal })
    // If this process itself was busy or paused, the response may have arrived already. It is read in the next turns of the
    // event loop.
    await turn()
    await turn()
    throw new Error(`no response within ${milliseconds / 1_000} s`)
  }
  try {
    return await Promise.race([work, fail()])
  } finally {
    done.abort()
  }
}
