import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { PrismaClient } from '../generated/prisma/client.ts'

/** One database: Prisma for ordinary writes, the pool underneath it for statements whose speed matters. */
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

/** A pool of at most `connections`, whose statements look into `schema` first. */
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
  // Each of BullMQ's queues and workers listens to it.
  pool.setMaxListeners(0)
  // A server that goes away breaks idle connections; the pool replaces them, and the next query tells its caller.
  pool.on('error', () => {})
  return pool
}
