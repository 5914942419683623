import type { VolumeEstimate } from '../../generated/prisma/client.ts'
import type { Ctx } from '../foundation/context.ts'
import { AppError } from '../foundation/errors.ts'
import { canonicalKey } from '../foundation/text.ts'
import { VolumeError, type VolumeFigure, type VolumeSource } from '../provider-port/volume-source.ts'
import { volumeDefinition } from './volume.ts'

const figureSchema = volumeDefinition.pick({
  monthlyVolume: true,
  confidence: true,
  method: true,
  asOf: true,
})

/** Timeout of a source, in milliseconds. */
const TIMEOUT = 20_000

/** How long an estimate is cached, in milliseconds. Sources update their data monthly. */
const CACHE_TIME = 30 * 24 * 60 * 60_000

/** Retry-After of PROVIDER_UNAVAILABLE if the source does not specify one, in milliseconds. */
const DEFAULT_RETRY_DELAY = 30_000

/** A figure and its date: a month, or the day of the request. */
export type DatedFigure = VolumeFigure & { asOf: string }

/**
 * Returns the figure of a source for a keyword, or null if there is no data. Both outcomes are cached for 30 days.
 * @throws {AppError} UPSTREAM_ERROR, UPSTREAM_TIMEOUT, PROVIDER_UNAVAILABLE
 */
export async function figureOf(
  ctx: Ctx,
  source: VolumeSource,
  { keyword, country }: { keyword: string; country: string },
): Promise<{ figure: DatedFigure | null; cached: boolean }> {
  const cacheKey = { keyword: canonicalKey(keyword), country, source: source.id }
  const { volumeEstimate } = ctx.db.prisma
  const cachedEstimate = await volumeEstimate.findUnique({
    where: { keyword_country_source: cacheKey, expiresAt: { gt: ctx.now() } },
  })
  if (cachedEstimate) return { figure: figureIn(cachedEstimate), cached: true }
  const answer = await ask(source, { keyword, country })
  const figure = answer && { ...answer, asOf: answer.asOf ?? ctx.now().toISOString().slice(0, 10) }
  const entry = {
    monthlyVolume: figure?.monthlyVolume ?? null,
    confidence: figure?.confidence ?? 'none',
    method: figure?.method ?? null,
    asOf: figure?.asOf ?? null,
    createdAt: ctx.now(),
    expiresAt: new Date(ctx.now().getTime() + CACHE_TIME),
  }
  await volumeEstimate.upsert({
    where: { keyword_country_source: cacheKey },
    create: { ...cacheKey, ...entry },
    update: entry,
  })
  return { figure, cached: false }
}

function figureIn(
  estimate: Pick<VolumeEstimate, 'monthlyVolume' | 'confidence' | 'method' | 'asOf'>,
): DatedFigure | null {
  return estimate.monthlyVolume === null ? null : figureSchema.parse(estimate)
}

async function ask(
  source: VolumeSource,
  question: { keyword: string; country: string },
): Promise<VolumeFigure | null> {
  const late = AbortSignal.timeout(TIMEOUT)
  // Rejects separately, because a source may ignore the signal.
  const timeout = new Promise<never>((_, reject) => {
    late.addEventListener('abort', () => reject(new VolumeError('timeout', 'The source did not answer.')))
  })
  try {
    return await Promise.race([source.estimate({ ...question, signal: late }), timeout])
  } catch (error) {
    throw upstream(error, late.aborted)
  }
}

function upstream(error: unknown, late: boolean): AppError {
  const kind = late ? 'timeout' : error instanceof VolumeError ? error.kind : 'failed'
  switch (kind) {
    case 'failed':
      return new AppError('UPSTREAM_ERROR', 'The search volume source failed.', { cause: error })
    case 'timeout':
      return new AppError('UPSTREAM_TIMEOUT', 'The search volume source did not answer in time.', {
        cause: error,
      })
    case 'unavailable': {
      const pause = (error instanceof VolumeError ? error.retryAfter : null) ?? DEFAULT_RETRY_DELAY
      return unavailable(pause, error)
    }
  }
}

/** Returns the error for an unavailable source. `pause` is the number of milliseconds to wait before trying again. */
export function unavailable(pause = DEFAULT_RETRY_DELAY, cause?: unknown): AppError {
  const retryAfter = Math.max(1, Math.ceil(pause / 1_000))
  const message = 'The search volume source is temporarily unavailable.'
  return new AppError('PROVIDER_UNAVAILABLE', message, { retryAfter, cause })
}
