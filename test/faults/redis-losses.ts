import type { SplitService } from './split-service.ts'

/** A way to take Redis away from a service, and to bring it back. */
export interface RedisLoss {
  what: string
  take(service: SplitService): Promise<void> | void
  bring(service: SplitService): Promise<void> | void
}

/** The ways in which a Redis is lost: with its data, for a while, and with the connections that were open. */
export const REDIS_LOSSES: RedisLoss[] = [
  { what: 'killed', take: ({ redis }) => redis.kill(), bring: ({ redis }) => redis.start() },
  { what: 'frozen', take: ({ redis }) => redis.freeze(), bring: ({ redis }) => redis.resume() },
  {
    what: 'cut off, and the connections to it are forgotten',
    take: ({ route }) => route.freeze(),
    bring: ({ route }) => route.forget(),
  },
]
