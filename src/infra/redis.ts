import { Redis } from 'ioredis'

/** A connection that waits for Redis instead of failing its commands, as BullMQ needs it. */
export function connectRedis(url: string): Redis {
  const redis = new Redis(url, { maxRetriesPerRequest: null, enableReadyCheck: true })
  // ioredis reconnects by itself; without a listener the first refusal would end the process.
  redis.on('error', () => {})
  return redis
}
