import type { z } from 'zod'
import type { Ctx, Transaction } from '../context.ts'
import { transaction } from '../transaction.ts'
import { claimKey } from './claim.ts'
import { dataOf } from './outcome.ts'

/** A request with an idempotency key, as it is compared with earlier ones. */
export interface KeyedRequest {
  organizationId: string
  /** The project whose requests share the key; null for those of the organization. */
  projectId: string | null
  /** Undefined for a request that is carried out each time it is sent. */
  key: string | undefined
  /** Names the operation, and is equal for equal requests. */
  request: { operation: string }
}

/** What {@link once} carries out, and what is stored of it for 24 hours. */
export interface StoredWork<Result, Stored> {
  /** Called first in the transaction, to take the locks that `work` needs in the same order as all others do. */
  lock: (tx: Transaction) => Promise<unknown>
  work: (tx: Transaction) => Promise<Result>
  /** The schema of what is stored, which reads it from JSON. */
  schema: z.ZodType<Stored>
  store: (result: Result) => Stored
  /** The result for a repetition of the request; called after the transaction, because it reads by connections of its own. */
  replay: (stored: Stored) => Promise<Result>
}

/**
 * Carries out `work` in a transaction, unless an earlier request had the same key: then nothing is changed, and `replay` gives the
 * result. The key belongs to the same transaction, so that a request that failed leaves it unused. Of concurrent requests the
 * second waits for the first.
 * @throws {AppError} CONFLICT when the key was used for another request; what the functions throw
 */
export async function once<Result, Stored>(
  ctx: Ctx,
  keyed: KeyedRequest,
  { lock, work, schema, store, replay }: StoredWork<Result, Stored>,
): Promise<{ result: Result; replayed: boolean }> {
  const outcome = await transaction(ctx, async (tx) => {
    await lock(tx)
    const { organizationId, projectId, key: given, request } = keyed
    if (given === undefined) return { replayed: false as const, result: await work(tx) }
    // Keys contain no spaces, so that those of a project differ from those of its organization.
    const key = projectId === null ? given : `${projectId} ${given}`
    const claimed = await claimKey(tx.db, { organizationId, key, request, now: ctx.now() })
    if (claimed.state === 'replay') {
      return { replayed: true as const, stored: schema.parse(dataOf(claimed.outcome, true)) }
    }
    const result = await work(tx)
    const response = JSON.stringify({ data: store(result) })
    await tx.db.$executeRaw`
      UPDATE idempotency_record SET response = ${response}::jsonb
      WHERE organization_id = ${organizationId}::uuid AND key = ${key}`
    return { replayed: false as const, result }
  })
  return outcome.replayed ? { result: await replay(outcome.stored), replayed: true } : outcome
}
