import type { z } from 'zod'
import type { VolumeSource } from '../../providers/volume/source.ts'
import { authorize, organizationOf } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { lockBalance, moveCredits } from '../credits/move.ts'
import { AppError, notFound } from '../errors.ts'
import { type Claimed, claimKey } from '../idempotency/claim.ts'
import { dataOf, failedOutcome, type StoredOutcome } from '../idempotency/outcome.ts'
import { settleClaim } from '../idempotency/settle.ts'
import { badFields, parse } from '../parse.ts'
import { transaction } from '../transaction.ts'
import { figureOf, unavailable } from './figure.ts'
import { idempotencyKeySchema, type VolumeInput, volumeInputSchema } from './input.ts'
import { VOLUME_CREDITS, type VolumeRecord, volumeRecordSchema } from './record.ts'

type Question = z.output<typeof volumeInputSchema>

/**
 * Estimates how often a keyword is put to language models in a country, a month. Charges 40 credits for an attempt, also
 * for one from the cache, without data or with an error of the source. The same key and input give the first answer
 * again for 24 hours, without a charge; a request that died is taken up where it stopped after a minute.
 * @throws {AppError} FORBIDDEN for a project key; BAD_REQUEST; API_CREDITS_EXCEEDED; CONFLICT for a key that is used for
 *   another input or under way; charged: NOT_FOUND without data, UPSTREAM_ERROR, PROVIDER_UNAVAILABLE, UPSTREAM_TIMEOUT.
 *   A {@link ReplayedError} when it is given again.
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
  const question = parseBoth(input, idempotencyKey)
  const source = ctx.deps.volume
  // Nobody there to ask is no attempt.
  if (!source) throw unavailable()
  const claimed = await claimAndCharge(ctx, idempotencyKey, question)
  const replayed = claimed.state === 'replay'
  const outcome =
    claimed.state === 'replay'
      ? claimed.outcome
      : await settleClaim(ctx, claimed.claim, await attempt(ctx, source, question))
  return { estimate: volumeRecordSchema.parse(dataOf(outcome, replayed)), replayed }
}

/** All that is wrong is told at once. */
function parseBoth(input: VolumeInput, idempotencyKey: string): Question {
  const problem = idempotencyKeySchema.safeParse(idempotencyKey).error?.issues[0]?.message
  const wrongKey = problem === undefined ? null : { idempotencyKey: problem }
  try {
    const question = parse(volumeInputSchema, input)
    if (wrongKey) throw badFields(wrongKey)
    return question
  } catch (error) {
    if (!wrongKey || !(error instanceof AppError)) throw error
    throw badFields({ ...error.fieldErrors, ...wrongKey })
  }
}

/** In one transaction: a key that is claimed is paid for, and one that cannot be paid for is not claimed. */
function claimAndCharge(ctx: Ctx, key: string, question: Question): Promise<Claimed> {
  const organizationId = organizationOf(ctx)
  return transaction(ctx, async ({ db }) => {
    const request = { operation: 'search-volume', ...question }
    // Ahead of the claim, whose foreign key would lock the organization too weakly for the charge.
    await lockBalance(db, organizationId)
    const claimed = await claimKey(db, { organizationId, key, request, now: ctx.now() })
    if (claimed.state !== 'new') return claimed
    const outcome = await moveCredits(db, {
      organizationId,
      kind: 'charge',
      direct: true,
      credits: VOLUME_CREDITS,
      // The same key may be used again after its 24 hours.
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
    // Anything unexpected leaves the claim open: the request can be resumed.
    if (!(error instanceof AppError)) throw error
    ctx.deps.logger.warn({ error, requestId: ctx.requestId }, 'no search volume')
    return failedOutcome(error)
  }
}
