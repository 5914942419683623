import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { RedisConnections } from './redis.ts'

/** State of a rate limit. */
export interface RateCount {
  limit: number
  remaining: number
  /** Unix time in seconds. */
  resetAt: number
  /** Seconds; null within the limit. */
  retryAfter: number | null
}

/**
 * Creates a limiter that allows each subject `limit` requests per fixed window of `seconds`. It counts in this process, or
 * across all processes with the same Redis.
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
        // While Redis is unavailable, each process counts separately.
        insuranceLimiter: new RateLimiterMemory(settings),
        rejectIfRedisNotReady: true,
      })
    : new RateLimiterMemory(settings)
  return {
    async consume(subject: string): Promise<RateCount> {
      try {
        return toRateCount(await limiter.consume(subject))
      } catch (reason) {
        // The library rejects with a result if the limit is exceeded, and with an error if it fails.
        if (!(reason instanceof RateLimiterRes)) throw reason
        const retryAfter = Math.max(1, Math.ceil(reason.msBeforeNext / 1_000))
        return { ...toRateCount(reason), retryAfter }
      }
    },
    async giveBack(subject: string): Promise<void> {
      await limiter.reward(subject, 1)
    },
    async read(subject: string): Promise<RateCount> {
      return toRateCount((await limiter.get(subject)) ?? new RateLimiterRes(limit, seconds * 1_000))
    },
  }

  function toRateCount({ remainingPoints, msBeforeNext }: RateLimiterRes): RateCount {
    return {
      limit,
      remaining: Math.max(0, remainingPoints),
      resetAt: Math.ceil((Date.now() + msBeforeNext) / 1_000),
      retryAfter: null,
    }
  }
}
