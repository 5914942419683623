import { Redis } from 'ioredis'
import type { TestDatabase } from '../../world.ts'
import { type OwnRedis, startOwnRedis } from '../own-redis.ts'
import { openRedisGroup } from '../redis-group.ts'
import type { Cut } from './cut-service.ts'
import type { Services } from './services.ts'

function servicesWith(redis: OwnRedis, database: TestDatabase): Services {
  return {
    databaseUrl: database.databaseUrl,
    redisUrl: redis.url,
    async close() {
      await redis.kill()
      await database.drop()
    },
  }
}

/** Redis is killed, and comes back empty. */
export async function redisKilled(database: TestDatabase): Promise<Cut> {
  const redis = await startOwnRedis()
  return {
    services: servicesWith(redis, database),
    begin: () => redis.kill(),
    end: () => redis.start(),
  }
}

/** Redis loses all its data, but no connection. */
export async function redisEmptied(database: TestDatabase): Promise<Cut> {
  const redis = await startOwnRedis()
  return {
    services: servicesWith(redis, database),
    async begin() {
      const client = new Redis(redis.url)
      await client.flushall()
      client.disconnect()
    },
    async end() {},
  }
}

/** The primary of a Redis group is killed. Sentinel makes the replica the primary, and the killed server its replica. */
export async function redisFailover(database: TestDatabase): Promise<Cut> {
  const group = await openRedisGroup()
  return {
    services: {
      databaseUrl: database.databaseUrl,
      redisUrl: group.url,
      environmentOf: () => ({ REDIS_SENTINELS: group.sentinels.join(',') }),
      async close() {
        await group.close()
        await database.drop()
      },
    },
    begin: () => group.killPrimary(),
    async end() {},
    repair: () => group.repair(),
  }
}
