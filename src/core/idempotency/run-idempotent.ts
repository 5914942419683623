import type { z } from 'zod'
import type { Ctx, Transaction } from '../foundation/context.ts'
import { transaction } from '../foundation/transaction.ts'
import { claimKey } from './claim.ts'
import { dataOf } from './outcome.ts'

/** A request with an idempotency key. */
export interface KeyedRequest {
  organizationId: string
  /** Scope of the key: a project, or null for the organization. */
  projectId: string | null
  /** Undefined for a request that is executed every time. */
  key: string | undefined
  /** Operation and input, compared with the first request that has the same key. */
  request: { operation: string }
}

/** Work for {@link runIdempotent}, and how to store its result for 24 hours. */
export interface StoredWork<Lock, Result, Stored> {
  /**
   * Called first in the transaction. Takes the locks that `work` needs, in the same order as all other transactions.
   * `work` receives its result.
   */
  lock: (tx: Transaction) => Promise<Lock>
  work: (tx: Transaction, lock: Lock) => Promise<Result>
  /** Parses the stored JSON. */
  schema: z.ZodType<Stored>
  store: (result: Result) => Stored
  /** Returns the result for a repeated request. Called after the transaction, because it uses other connections. */
  replay: (stored: Stored) => Promise<Result>
}

/**
 * Runs `work` in a transaction. If an earlier request had the same key, runs `replay` instead and changes no data. The
 * key is claimed in the same transaction, so a failed request leaves it unused. The second of two concurrent requests
 * waits for the first.
 * @throws {AppError} CONFLICT if the key was used for another request
 * @throws any error of the functions in `StoredWork`
 */
export async function runIdempotent<Lock, Result, Stored>(
  ctx: Ctx,
  keyed: KeyedRequest,
  { lock, work, schema, store, replay }: StoredWork<Lock, Result, Stored>,
): Promise<{ result: Result; replayed: boolean }> {
  const outcome = await transaction(ctx, async (tx) => {
    const taken = await lock(tx)
    const { organizationId, projectId, request } = keyed
    if (keyed.key === undefined) return { replayed: false as const, result: await work(tx, taken) }
    // Keys contain no spaces, so a project's key cannot equal a key of the organization.
    const key = projectId === null ? keyed.key : `${projectId} ${keyed.key}`
    const claimed = await claimKey(tx.db, { organizationId, key, request, now: ctx.now() })
    if (claimed.state === 'replay') {
      return { replayed: true as const, stored: schema.parse(dataOf(claimed.outcome, true)) }
    }
    const result = await work(tx, taken)
    const response = JSON.stringify({ data: store(result) })
    await tx.db.$executeRaw`
      UPDATE idempotency_record SET response = ${response}::jsonb
      WHERE organization_id = ${organizationId}::uuid AND key = ${key}`
    return { replayed: false as const, result }
  })
  return outcome.replayed ? { result: await replay(outcome.stored), replayed: true } : outcome
}
