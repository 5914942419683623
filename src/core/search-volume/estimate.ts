import type { z } from 'zod'
import { authorize, requireOrganizationId } from '../access/authorize.ts'
import { lockBalance, moveCredits } from '../credits/move.ts'
import type { Ctx } from '../foundation/context.ts'
import { AppError, notFound } from '../foundation/errors.ts'
import { transaction } from '../foundation/transaction.ts'
import { type ClaimResult, claimKey, settleClaim } from '../idempotency/claim.ts'
import { idempotencyKeySchema, parseWithKey } from '../idempotency/key.ts'
import { dataOf, failedOutcome, type StoredOutcome } from '../idempotency/outcome.ts'
import type { VolumeSource } from '../provider-port/volume-source.ts'
import type { VolumeDeps } from './dependencies.ts'
import { figureOf, unavailable } from './figure.ts'
import { rememberKeyword } from './looked-up-keywords.ts'
import {
  VOLUME_CREDITS,
  type VolumeInput,
  type VolumeRecord,
  volumeDefinition,
  volumeInputSchema,
} from './volume.ts'

type Question = z.output<typeof volumeInputSchema>

/**
 * Estimates how often per month people ask language models about a keyword in a country. Each attempt costs 40 credits,
 * even if the result is cached, there is no data, or the source fails. For 24 hours, requests with the same idempotency
 * key and input return the first outcome at no charge. If the process dies during a request, the request can be resumed
 * after a minute.
 * @throws {AppError} FORBIDDEN for a project key; BAD_REQUEST, including for a country that the source does not
 *   cover; API_CREDITS_EXCEEDED; CONFLICT for a key that is in progress or used for another input. These errors are
 *   charged: NOT_FOUND if there is no data, UPSTREAM_ERROR, PROVIDER_UNAVAILABLE, UPSTREAM_TIMEOUT. A stored error of
 *   an earlier request with the same key is thrown as {@link ReplayedError}.
 */
export async function estimateSearchVolume({
  ctx,
  input,
  idempotencyKey,
}: {
  ctx: Ctx<VolumeDeps>
  input: VolumeInput
  idempotencyKey: string
}): Promise<{ estimate: VolumeRecord; replayed: boolean }> {
  authorize(ctx, 'search-volume:estimate')
  const question = parseWithKey(volumeInputSchema, input, {
    key: idempotencyKey,
    keySchema: idempotencyKeySchema,
  })
  const source = ctx.deps.volume
  // If no source is configured, there is no attempt and no charge.
  if (!source) throw unavailable()
  if (source.countries !== '*' && !source.countries.includes(question.country)) {
    throw new AppError('BAD_REQUEST', 'The search volume source does not cover this country.', {
      fieldErrors: { country: `is not supported by ${source.id}; you were not charged` },
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

/** Claims the idempotency key and charges the credits in one transaction, so that both succeed or fail together. */
function claimAndCharge(ctx: Ctx, key: string, question: Question): Promise<ClaimResult> {
  const organizationId = requireOrganizationId(ctx)
  return transaction(ctx, async ({ db }) => {
    const request = { operation: 'search-volume', ...question }
    // Must come before the claim; see lockBalance.
    await lockBalance(db, organizationId)
    const claimed = await claimKey(db, { organizationId, key, request, now: ctx.now() })
    if (claimed.state !== 'new') return claimed
    const outcome = await moveCredits(db, {
      organizationId,
      kind: 'charge',
      direct: true,
      credits: VOLUME_CREDITS,
      // Includes the expiry to make the cause unique, because the same key may be used again after 24 hours.
      cause: `search-volume:${key}@${claimed.claim.expiresAt.toISOString()}`,
    })
    if (outcome === 'insufficient') {
      throw new AppError(
        'API_CREDITS_EXCEEDED',
        `This request costs ${VOLUME_CREDITS} credits, but the organization has fewer left. You were not charged.`,
      )
    }
    return claimed
  })
}

async function attempt(ctx: Ctx, source: VolumeSource, question: Question): Promise<StoredOutcome> {
  try {
    const { figure, cached } = await figureOf(ctx, source, question)
    if (!figure) return failedOutcome(notFound('Search volume of this keyword'))
    // Simulated figures would suggest prompts without demand.
    if (source.id !== 'simulated')
      await rememberKeyword(ctx, {
        organizationId: requireOrganizationId(ctx),
        keyword: question.keyword,
        country: question.country,
        monthlyVolume: figure.monthlyVolume,
      })
    const charged = { cached, creditsCharged: VOLUME_CREDITS }
    const estimate: VolumeRecord = { ...question, ...figure, source: source.id, ...charged }
    return { data: estimate }
  } catch (error) {
    // The claim stays unsettled after an unexpected error, so that the request can be resumed.
    if (!(error instanceof AppError)) throw error
    ctx.deps.logger.warn({ error, requestId: ctx.requestId }, 'search volume source failed')
    return failedOutcome(error)
  }
}
