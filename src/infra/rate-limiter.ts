import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { RedisConnections } from './redis.ts'

/** The state of a subject's limit. `resetAt` is in Unix seconds; `retryAfter` in seconds, null within the limit. */
export interface RateCount {
  limit: number
  remaining: number
  resetAt: number
  retryAfter: number | null
}

/**
 * Counts requests of each subject, at most `limit` in a fixed window of `seconds`: in this process, or shared by all processes
 * that use the same Redis.
 */
export function createRateLimiter({
  limit,
  seconds = 60,
  shared,
}: {
  limit: number
  seconds?: number
  shared: { redis: RedisConnections; prefix: string } | null
}) {
  const settings = { points: limit, duration: seconds, keyPrefix: `${shared?.prefix ?? ''}rate` }
  const limiter = shared
    ? new RateLimiterRedis({
        ...settings,
        storeClient: shared.redis.commands,
        // While Redis cannot be reached, each process counts by itself.
        insuranceLimiter: new RateLimiterMemory(settings),
        rejectIfRedisNotReady: true,
      })
    : new RateLimiterMemory(settings)
  return {
    async consume(subject: string): Promise<RateCount> {
      const { result, refused } = await limiter.consume(subject).then(
        (result) => ({ result, refused: false }),
        (reason) => {
          // The library rejects with a result when the limit is exceeded, and with an error when it fails.
          if (reason instanceof RateLimiterRes) return { result: reason, refused: true }
          throw reason
        },
      )
      const wait = Math.max(1, Math.ceil(result.msBeforeNext / 1_000))
      return { ...stateOf(result), retryAfter: refused ? wait : null }
    },
    async giveBack(subject: string): Promise<void> {
      await limiter.reward(subject, 1)
    },
    async read(subject: string): Promise<RateCount> {
      const found = await limiter.get(subject)
      const unused = { remainingPoints: limit, msBeforeNext: seconds * 1_000 }
      return { ...stateOf(found ?? unused), retryAfter: null }
    },
  }

  function stateOf({
    remainingPoints,
    msBeforeNext,
  }: Pick<RateLimiterRes, 'remainingPoints' | 'msBeforeNext'>) {
    return {
      limit,
      remaining: Math.max(0, remainingPoints),
      resetAt: Math.ceil((Date.now() + msBeforeNext) / 1_000),
    }
  }
}
