import type { SplitService } from './split-service.ts'

/** A way to disconnect a service from Redis and to restore the connection. */
export interface RedisLoss {
  what: string
  take(service: SplitService): Promise<void> | void
  bring(service: SplitService): Promise<void> | void
}

/** Redis can lose its data, stop responding for a while, or silently lose its open connections. */
export const REDIS_LOSSES: RedisLoss[] = [
  { what: 'killed', take: ({ redis }) => redis.kill(), bring: ({ redis }) => redis.start() },
  { what: 'frozen', take: ({ redis }) => redis.freeze(), bring: ({ redis }) => redis.resume() },
  {
    what: 'cut off, with its open connections silently dropped',
    take: ({ route }) => route.freeze(),
    bring: ({ route }) => route.forget(),
  },
]
