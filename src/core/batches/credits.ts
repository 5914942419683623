import type { Prisma } from '../../generated/prisma/client.ts'
import { moveCredits } from '../credits/move.ts'
import type { Transaction } from '../foundation/context.ts'
import { AppError } from '../foundation/errors.ts'
import type { BatchEndHandler } from './batch-end.ts'

/** Returns the `cause` of a batch's ledger entries. A batch has at most one entry of each kind. */
const causeOf = (batchId: string) => `${PREFIX}${batchId}`
const PREFIX = 'batch:'

/** Returns the batch id from the `cause` of a ledger entry; null for entries that do not belong to a batch. */
export function batchOfCause(cause: string): string | null {
  return cause.startsWith(PREFIX) ? cause.slice(PREFIX.length) : null
}

/**
 * Reserves the credits of a batch.
 * @throws {AppError} API_CREDITS_EXCEEDED, without reserving any credits
 */
export async function reserveBatchCredits(
  tx: Transaction,
  { id, organizationId, credits }: { id: string; organizationId: string; credits: number },
): Promise<void> {
  const outcome = await moveCredits(tx.db, { organizationId, kind: 'reserve', credits, cause: causeOf(id) })
  if (outcome !== 'insufficient') return
  throw new AppError(
    'API_CREDITS_EXCEEDED',
    `This needs ${credits} credit${credits === 1 ? '' : 's'}, more than the organization has left. Nothing was started or charged.`,
  )
}

/**
 * When a batch ends, charges the answered units and refunds the failed units and the replicates that were not asked.
 */
export const settleCredits: BatchEndHandler = async (
  _,
  { id, organizationId, creditsReserved, completed },
) => {
  const creditsCharged = creditsReserved > 0 ? completed : 0
  const creditsRefunded = creditsReserved - creditsCharged
  return {
    columns: { creditsCharged, creditsRefunded },
    async write({ db }) {
      // The credits of a deleted batch are settled with its deletion.
      if (creditsReserved > 0 && organizationId !== null)
        await settle(db, { id, organizationId, charged: creditsCharged, refunded: creditsRefunded })
    },
  }
}

/** When a batch is deleted before its end, charges the completed units and refunds all others. */
export async function settleDeletedBatch(
  db: Prisma.TransactionClient,
  {
    id,
    organizationId,
    reserved,
    completed,
  }: Record<'id' | 'organizationId', string> & Record<'reserved' | 'completed', number>,
): Promise<void> {
  if (reserved > 0)
    await settle(db, { id, organizationId, charged: completed, refunded: reserved - completed })
}

async function settle(
  db: Prisma.TransactionClient,
  {
    id,
    organizationId,
    charged,
    refunded,
  }: Record<'id' | 'organizationId', string> & Record<'charged' | 'refunded', number>,
): Promise<void> {
  const entry = { organizationId, cause: causeOf(id) }
  await moveCredits(db, { ...entry, kind: 'charge', credits: charged })
  if (refunded > 0) await moveCredits(db, { ...entry, kind: 'refund', credits: refunded })
}
