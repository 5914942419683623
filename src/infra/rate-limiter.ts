import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { RateLimiter } from '../core/admission.ts'

const WINDOW_SECONDS = 60

/** A fixed window of one minute per subject: in this process, or shared by all that use the same Redis. */
export function createRateLimiter({ perMinute, redis }: { perMinute: number; redis: Redis | null }): RateLimiter {
  const settings = { points: perMinute, duration: WINDOW_SECONDS, keyPrefix: 'answergraph:rate' }
  const limiter = redis
    ? new RateLimiterRedis({
        ...settings,
        storeClient: redis,
        // Without Redis a process goes on counting for itself.
        insuranceLimiter: new RateLimiterMemory(settings),
      })
    : new RateLimiterMemory(settings)
  return {
    async consume(subject) {
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
