import { z } from 'zod'
import { VolumeError, type VolumeFigure, type VolumeSource } from '../../providers/volume/source.ts'
import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import { canonicalKey } from '../text.ts'

/** How long a source may take, in milliseconds. */
const TIMEOUT = 20_000

/** How long a figure is good, in milliseconds: sources renew theirs monthly. */
const KEPT = 30 * 24 * 60 * 60_000

/** Told with a 503 where the source does not say when to come back, in milliseconds. */
const COME_BACK = 30_000

const confidenceSchema = z.enum(['low', 'medium', 'high'])

/**
 * What a source knows of a keyword, or knew in the last 30 days; null when it has no data, which is kept as well.
 * @throws {AppError} UPSTREAM_ERROR, UPSTREAM_TIMEOUT, PROVIDER_UNAVAILABLE
 */
export async function figureOf(
  ctx: Ctx,
  source: VolumeSource,
  { keyword, country }: { keyword: string; country: string },
): Promise<{ figure: VolumeFigure | null; cached: boolean }> {
  const place = { keyword: canonicalKey(keyword), country, source: source.id }
  const { volumeEstimate } = ctx.db.prisma
  const known = await volumeEstimate.findUnique({
    where: { keyword_country_source: place, expiresAt: { gt: ctx.now() } },
  })
  if (known) return { figure: figureIn(known), cached: true }
  const figure = await ask(source, { keyword, country })
  const kept = {
    monthlyVolume: figure?.monthlyVolume ?? null,
    confidence: figure?.confidence ?? 'none',
    createdAt: ctx.now(),
    expiresAt: new Date(ctx.now().getTime() + KEPT),
  }
  await volumeEstimate.upsert({
    where: { keyword_country_source: place },
    create: { ...place, ...kept },
    update: kept,
  })
  return { figure, cached: false }
}

function figureIn(known: { monthlyVolume: number | null; confidence: string }): VolumeFigure | null {
  const { monthlyVolume, confidence } = known
  return monthlyVolume === null ? null : { monthlyVolume, confidence: confidenceSchema.parse(confidence) }
}

async function ask(
  source: VolumeSource,
  question: { keyword: string; country: string },
): Promise<VolumeFigure | null> {
  const late = AbortSignal.timeout(TIMEOUT)
  // Not every source minds the signal.
  const silence = new Promise<never>((_, reject) => {
    late.addEventListener('abort', () => reject(new VolumeError('timeout', 'The source did not answer.')))
  })
  try {
    return await Promise.race([source.estimate({ ...question, signal: late }), silence])
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
      const pause = (error instanceof VolumeError ? error.retryAfter : null) ?? COME_BACK
      return unavailable(pause, error)
    }
  }
}

/** The source cannot be asked now; `pause` in milliseconds says when it can. */
export function unavailable(pause = COME_BACK, cause?: unknown): AppError {
  const retryAfter = Math.max(1, Math.ceil(pause / 1_000))
  const message = 'The source of search volumes is temporarily unavailable.'
  return new AppError('PROVIDER_UNAVAILABLE', message, { retryAfter, cause })
}
