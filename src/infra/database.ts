import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { PrismaClient } from '../generated/prisma/client.ts'
import { DatabaseSockets } from './database-sockets.ts'

/** A database: Prisma for ordinary statements, and the pool that Prisma uses for hand-written SQL where speed matters. */
export interface Database {
  prisma: PrismaClient
  pool: pg.Pool
  /** Of all connections to the database, also those of other pools. */
  sockets: DatabaseSockets
  close(): Promise<void>
}

/** Opens a pool of at most `connections` to a database that is already migrated. */
export function openDatabase(url: string, { connections = 10 } = {}): Database {
  const sockets = new DatabaseSockets()
  const pool = openPool(url, { connections, sockets })
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) })
  return {
    prisma,
    pool,
    sockets,
    close: async () => {
      await prisma.$disconnect()
      await pool.end()
    },
  }
}

/** Milliseconds without traffic after which the system checks a connection. */
const KEEP_ALIVE_DELAY = 10_000

/** Opens a pool of at most `connections`; `schema` is the search path of its statements, by default the database's. */
export function openPool(
  url: string,
  { connections, sockets, schema }: { connections: number; sockets: DatabaseSockets; schema?: string },
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    application_name: sockets.name,
    stream: sockets.create,
    // A connection whose route was lost is noticed although nothing is sent on it.
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY,
    ...(schema && { options: `-c search_path=${schema}` }),
  })
  // Each of BullMQ's queues and workers adds a listener; Node.js would warn at eleven.
  pool.setMaxListeners(0)
  // When the server stops, idle connections report errors here. The pool replaces them; a query that fails rejects by itself.
  pool.on('error', () => {})
  // Others report them themselves: without a listener that ends the process where nobody uses the connection at that moment.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
