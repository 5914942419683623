import type { VolumeEstimate } from '../../generated/prisma/client.ts'
import { VolumeError, type VolumeFigure, type VolumeSource } from '../../providers/volume-source.ts'
import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import { canonicalKey } from '../text.ts'
import { volumeDefinition } from './volume.ts'

const figureSchema = volumeDefinition.pick({
  monthlyVolume: true,
  confidence: true,
  method: true,
  asOf: true,
})

/** How long a source may take, in milliseconds. */
const TIMEOUT = 20_000

/** How long a figure is cached, in milliseconds: sources update theirs monthly. */
const CACHE_TIME = 30 * 24 * 60 * 60_000

/** The Retry-After of PROVIDER_UNAVAILABLE where the source gives none, in milliseconds. */
const DEFAULT_RETRY_DELAY = 30_000

/** A figure with what it is of: a month, or the day on which the source was asked. */
export type DatedFigure = VolumeFigure & { asOf: string }

/**
 * The figure of a source for a keyword, cached for 30 days; null if it has no data, which is cached as well.
 * @throws {AppError} UPSTREAM_ERROR, UPSTREAM_TIMEOUT, PROVIDER_UNAVAILABLE
 */
export async function figureOf(
  ctx: Ctx,
  source: VolumeSource,
  { keyword, country }: { keyword: string; country: string },
): Promise<{ figure: DatedFigure | null; cached: boolean }> {
  const cacheKey = { keyword: canonicalKey(keyword), country, source: source.id }
  const { volumeEstimate } = ctx.db.prisma
  const known = await volumeEstimate.findUnique({
    where: { keyword_country_source: cacheKey, expiresAt: { gt: ctx.now() } },
  })
  if (known) return { figure: figureIn(known), cached: true }
  const given = await ask(source, { keyword, country })
  const figure = given && { ...given, asOf: given.asOf ?? ctx.now().toISOString().slice(0, 10) }
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
  known: Pick<VolumeEstimate, 'monthlyVolume' | 'confidence' | 'method' | 'asOf'>,
): DatedFigure | null {
  return known.monthlyVolume === null ? null : figureSchema.parse(known)
}

async function ask(
  source: VolumeSource,
  question: { keyword: string; country: string },
): Promise<VolumeFigure | null> {
  const late = AbortSignal.timeout(TIMEOUT)
  // A source may ignore the signal.
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
      return new AppError('UPSTREAM_ERROR', 'The source of search volumes failed.', { cause: error })
    case 'timeout':
      return new AppError('UPSTREAM_TIMEOUT', 'The source of search volumes did not answer in time.', {
        cause: error,
      })
    case 'unavailable': {
      const pause = (error instanceof VolumeError ? error.retryAfter : null) ?? DEFAULT_RETRY_DELAY
      return unavailable(pause, error)
    }
  }
}

/** The error for a source that cannot be asked now; `pause` is the time in milliseconds after which to try again. */
export function unavailable(pause = DEFAULT_RETRY_DELAY, cause?: unknown): AppError {
  const retryAfter = Math.max(1, Math.ceil(pause / 1_000))
  const message = 'The source of search volumes is temporarily unavailable.'
  return new AppError('PROVIDER_UNAVAILABLE', message, { retryAfter, cause })
}
