import type { TestDatabase } from '../../world.ts'
import { startOwnRedis } from '../own-redis.ts'

/** Where the jobs are queued. Without Redis, one process has all roles. */
export type Backend = 'redis' | 'postgres'

/** The servers that the processes of an installation share. */
export interface Services {
  /** URL of the migrated database for the processes. */
  databaseUrl: string
  /** URL for the checks of the test, if the database is not checked through `databaseUrl`. */
  checkUrl?: string
  redisUrl: string | null
  /** Further environment variables of a process. */
  environmentOf?(name: string): Record<string, string>
  close(): Promise<void>
}

/** Starts a Redis, unless the jobs are queued in the database. */
export async function openServices(backend: Backend, database: TestDatabase): Promise<Services> {
  const redis = backend === 'redis' ? await startOwnRedis() : null
  return {
    databaseUrl: database.databaseUrl,
    redisUrl: redis?.url ?? null,
    async close() {
      await redis?.kill()
      await database.drop()
    },
  }
}
