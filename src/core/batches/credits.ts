import type { Prisma } from '../../generated/prisma/client.ts'
import type { BatchEndHandler, Transaction } from '../context.ts'
import { moveCredits } from '../credits/move.ts'
import { AppError } from '../errors.ts'

/** How the ledger names what a batch's entries are for: one entry of each kind per batch. */
const causeOf = (batchId: string) => `${PREFIX}${batchId}`
const PREFIX = 'batch:'

/** The id of the batch that an entry of the ledger with this cause is about; null for other entries. */
export function batchOfCause(cause: string): string | null {
  return cause.startsWith(PREFIX) ? cause.slice(PREFIX.length) : null
}

/**
 * Reserves one credit for each unit of a batch that may be asked.
 * @throws {AppError} API_CREDITS_EXCEEDED, with nothing reserved
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

/** When a batch ends: charges the units that were answered and refunds those that failed or were not asked. */
export const settleCredits: BatchEndHandler = async (
  _,
  { id, organizationId, creditsReserved, completed },
) => {
  const creditsCharged = creditsReserved > 0 ? completed : 0
  const creditsRefunded = creditsReserved - creditsCharged
  return {
    columns: { creditsCharged, creditsRefunded },
    async write({ db }) {
      if (creditsReserved > 0)
        await settle(db, { id, organizationId, charged: creditsCharged, refunded: creditsRefunded })
    },
  }
}

/** For a batch that is deleted before its end: charges the units that were completed and refunds all others. */
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
