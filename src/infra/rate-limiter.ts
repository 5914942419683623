import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'

/** The state of a subject's limit. `resetAt` is in Unix seconds; `retryAfter` in seconds, null within the limit. */
export interface RateCount {
  limit: number
  remaining: number
  resetAt: number
  retryAfter: number | null
}

const WINDOW_SECONDS = 60

/** Counts requests of each subject in fixed windows of one minute: in this process, or shared by all processes that use the same Redis. */
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
        // While Redis cannot be reached, each process counts by itself.
        insuranceLimiter: new RateLimiterMemory(settings),
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
      const seconds = Math.max(1, Math.ceil(result.msBeforeNext / 1_000))
      return { ...stateOf(result), retryAfter: refused ? seconds : null }
    },
    async read(subject: string): Promise<RateCount> {
      const found = await limiter.get(subject)
      const unused = { remainingPoints: perMinute, msBeforeNext: WINDOW_SECONDS * 1_000 }
      return { ...stateOf(found ?? unused), retryAfter: null }
    },
  }

  function stateOf({
    remainingPoints,
    msBeforeNext,
  }: Pick<RateLimiterRes, 'remainingPoints' | 'msBeforeNext'>) {
    return {
      limit: perMinute,
      remaining: Math.max(0, remainingPoints),
      resetAt: Math.ceil((Date.now() + msBeforeNext) / 1_000),
    }
  }
}
