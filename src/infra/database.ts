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
  const pool = new pg.Pool({ connectionString: url, max: connections, application_name: 'answergraph' })
  // A server that goes away breaks idle connections; the pool replaces them, and the next query tells its caller.
  pool.on('error', () => {})
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
