import type { z } from 'zod'
import type { VolumeSource } from '../../providers/volume-source.ts'
import { authorize, organizationOf } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { lockBalance, moveCredits } from '../credits/move.ts'
import { AppError, notFound } from '../errors.ts'
import { type ClaimResult, claimKey, settleClaim } from '../idempotency/claim.ts'
import { idempotencyKeySchema, parseWithKey } from '../idempotency/key.ts'
import { dataOf, failedOutcome, type StoredOutcome } from '../idempotency/outcome.ts'
import { transaction } from '../transaction.ts'
import { figureOf, unavailable } from './figure.ts'
import {
  VOLUME_CREDITS,
  type VolumeInput,
  type VolumeRecord,
  volumeDefinition,
  volumeInputSchema,
} from './volume.ts'

type Question = z.output<typeof volumeInputSchema>

/**
 * Estimates how often per month language models are asked about a keyword in a country. Charges 40 credits for each attempt,
 * also when it is answered from the cache, has no data or fails with an error of the source. For 24 hours the same key and input return the
 * first outcome without a charge; a request whose process died can be resumed after a minute.
 * @throws {AppError} FORBIDDEN for a project key; BAD_REQUEST, also for a country that the source does not cover; API_CREDITS_EXCEEDED; CONFLICT for a key that is used for
 *   another input or in progress; and, charged: NOT_FOUND without data, UPSTREAM_ERROR, PROVIDER_UNAVAILABLE, UPSTREAM_TIMEOUT.
 *   A stored error of an earlier request with the key is thrown as {@link ReplayedError}.
 */
export async function estimateSearchVolume({
  ctx,
  input,
  idempotencyKey,
}: {
  ctx: Ctx
  input: VolumeInput
  idempotencyKey: string
}): Promise<{ estimate: VolumeRecord; replayed: boolean }> {
  authorize(ctx, 'search-volume:estimate')
  const question = parseWithKey(volumeInputSchema, input, {
    key: idempotencyKey,
    keySchema: idempotencyKeySchema,
  })
  const source = ctx.deps.volume
  // Without a source there is no attempt, and nothing is charged.
  if (!source) throw unavailable()
  if (source.countries !== '*' && !source.countries.includes(question.country)) {
    throw new AppError('BAD_REQUEST', 'The source of search volumes does not cover this country.', {
      fieldErrors: { country: `has no search volumes at ${source.id}; nothing was charged` },
    })
  }
  const claimed = await claimAndCharge(ctx, idempotencyKey, question)
  const replayed = claimed.state === 'replay'
  const outcome =
    claimed.state === 'replay'
      ? claimed.outcome
      : await settleClaim(ctx, claimed.claim, await attempt(ctx, source, question))
  return { estimate: volumeDefinition.parse(dataOf(outcome, replayed)), replayed }
}

/** Claims and charges in one transaction, so that neither happens without the other. */
function claimAndCharge(ctx: Ctx, key: string, question: Question): Promise<ClaimResult> {
  const organizationId = organizationOf(ctx)
  return transaction(ctx, async ({ db }) => {
    const request = { operation: 'search-volume', ...question }
    // Before the claim: see lockBalance.
    await lockBalance(db, organizationId)
    const claimed = await claimKey(db, { organizationId, key, request, now: ctx.now() })
    if (claimed.state !== 'new') return claimed
    const outcome = await moveCredits(db, {
      organizationId,
      kind: 'charge',
      direct: true,
      credits: VOLUME_CREDITS,
      // The expiry makes the cause unique: the same key may be used again after 24 hours.
      cause: `search-volume:${key}@${claimed.claim.expiresAt.toISOString()}`,
    })
    if (outcome === 'insufficient') {
      throw new AppError(
        'API_CREDITS_EXCEEDED',
        `This needs ${VOLUME_CREDITS} credits, more than the organization has left. Nothing was charged.`,
      )
    }
    return claimed
  })
}

async function attempt(ctx: Ctx, source: VolumeSource, question: Question): Promise<StoredOutcome> {
  try {
    const { figure, cached } = await figureOf(ctx, source, question)
    if (!figure) return failedOutcome(notFound('Search volume of this keyword'))
    const charged = { cached, creditsCharged: VOLUME_CREDITS }
    const estimate: VolumeRecord = { ...question, ...figure, source: source.id, ...charged }
    return { data: estimate }
  } catch (error) {
    // After an unexpected error the claim stays unsettled, so that the request can be resumed.
    if (!(error instanceof AppError)) throw error
    ctx.deps.logger.warn({ error, requestId: ctx.requestId }, 'search volume source failed')
    return failedOutcome(error)
  }
}
