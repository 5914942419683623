import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { PrismaClient } from '../generated/prisma/client.ts'

/** A database: Prisma for ordinary statements, and the pool that Prisma uses for hand-written SQL where speed matters. */
export interface Database {
  prisma: PrismaClient
  pool: pg.Pool
  close(): Promise<void>
}

/** Opens a pool of at most `connections` to a database that is already migrated. */
export function openDatabase(url: string, { connections = 10 } = {}): Database {
  const pool = openPool(url, { connections })
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) })
  return {
    prisma,
    pool,
    close: async () => {
      await prisma.$disconnect()
      await pool.end()
    },
  }
}

/** Opens a pool of at most `connections`; `schema` is the search path of its statements, by default the database's. */
export function openPool(
  url: string,
  { connections, schema }: { connections: number; schema?: string },
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    application_name: 'answergraph',
    ...(schema && { options: `-c search_path=${schema}` }),
  })
  // Each of BullMQ's queues and workers adds a listener; Node.js would warn at eleven.
  pool.setMaxListeners(0)
  // When the server stops, idle connections report errors here. The pool replaces them; a query that fails rejects by itself.
  pool.on('error', () => {})
  return pool
}
