import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'

/** State of a subject's limit after one request was counted; `resetAt` in Unix seconds, `retryAfter` in seconds. */
export interface RateCount {
  limit: number
  remaining: number
  resetAt: number
  retryAfter: number | null
}

const WINDOW_SECONDS = 60

/** A fixed window of one minute per subject: in this process, or shared by all that use the same Redis. */
export function createRateLimiter({
  perMinute,
  shared,
}: {
  perMinute: number
  shared: { redis: Redis; prefix: string } | null
}) {
  const settings = { points: perMinute, duration: WINDOW_SECONDS, keyPrefix: `${shared?.prefix ?? ''}rate` }
  const limiter = shared
    ? new RateLimiterRedis({
        ...settings,
        storeClient: shared.redis,
        // Without Redis a process goes on counting for itself.
        insuranceLimiter: new RateLimiterMemory(settings),
      })
    : new RateLimiterMemory(settings)
  return {
    async consume(subject: string): Promise<RateCount> {
      const { result, refused } = await limiter.consume(subject).then(
        (result) => ({ result, refused: false }),
        (reason) => {
          // It rejects with its result when the limit is exceeded, and with an error when it fails.
          if (reason instanceof RateLimiterRes) return { result: reason, refused: true }
          throw reason
        },
      )
      const seconds = Math.max(1, Math.ceil(result.msBeforeNext / 1_000))
      return {
        limit: perMinute,
        remaining: Math.max(0, result.remainingPoints),
        resetAt: Math.ceil((Date.now() + result.msBeforeNext) / 1_000),
        retryAfter: refused ? seconds : null,
      }
    },
  }
}
