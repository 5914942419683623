import { Redis } from 'ioredis'

/** Opens a connection whose commands wait while Redis cannot be reached instead of failing, as BullMQ requires. */
export function connectRedis(url: string): Redis {
  const redis = new Redis(url, { maxRetriesPerRequest: null, enableReadyCheck: true })
  // ioredis reconnects by itself; without a listener the first error event would end the process.
  redis.on('error', () => {})
  return redis
}
