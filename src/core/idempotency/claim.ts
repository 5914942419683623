import { createHash } from 'node:crypto'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { Ctx } from '../foundation/context.ts'
import { AppError } from '../foundation/errors.ts'
import { type StoredOutcome, storedOutcomeSchema } from './outcome.ts'

/** Milliseconds for which a key and its outcome are stored. */
const RETENTION = 24 * 60 * 60_000

/** Milliseconds after which an unfinished first request counts as interrupted. Longer than any request takes. */
const REQUEST_TIMEOUT = 60_000

/**
 * A use of an idempotency key. `expiresAt` distinguishes it from later uses of the same key. A request that resumes an
 * interrupted one has the same claim.
 */
export interface Claim {
  organizationId: string
  key: string
  expiresAt: Date
}

/**
 * `new`: this is the first request with the key. Work that must happen once belongs in the same transaction. `resumed`:
 * the first request was interrupted after that transaction. `replay`: the outcome of the first request is stored.
 */
export type ClaimResult =
  | { state: 'new' | 'resumed'; claim: Claim }
  | { state: 'replay'; outcome: StoredOutcome }

/**
 * Claims a key for a request for 24 hours. If two transactions claim a key concurrently, the second waits for the first
 * and sees its claim if the first commits.
 * @param request JSON that is equal for equal requests
 * @throws {AppError} CONFLICT if the key was used for another request, or the first request is still in progress
 */
export async function claimKey(
  db: Prisma.TransactionClient,
  { organizationId, key, request, now }: { organizationId: string; key: string; request: object; now: Date },
): Promise<ClaimResult> {
  const requestHash = createHash('sha256').update(JSON.stringify(request)).digest()
  const expiresAt = new Date(now.getTime() + RETENTION)
  // Waits for a concurrent transaction that inserts the same key. An expired record is overwritten.
  const inserted = await db.$executeRaw`
    INSERT INTO idempotency_record AS r (organization_id, key, request_hash, created_at, expires_at)
    VALUES (${organizationId}::uuid, ${key}, ${requestHash}, ${now}, ${expiresAt})
    ON CONFLICT (organization_id, key) DO UPDATE
      SET request_hash = excluded.request_hash, response = NULL, created_at = excluded.created_at,
          expires_at = excluded.expires_at
      WHERE r.expires_at <= ${now}`
  const claim = { organizationId, key, expiresAt }
  if (inserted > 0) return { state: 'new', claim }
  const record = await db.idempotencyRecord.findUnique({
    where: { organizationId_key: { organizationId, key } },
  })
  if (!record)
    throw new AppError('CONFLICT', 'The idempotency key expired during the request; send it again.')
  if (!Buffer.from(record.requestHash).equals(requestHash)) {
    throw new AppError('CONFLICT', 'This idempotency key was used for another request; use a new key.')
  }
  if (record.response !== null) {
    return { state: 'replay', outcome: storedOutcomeSchema.parse(record.response) }
  }
  const resumed = await db.$executeRaw`
    UPDATE idempotency_record SET created_at = ${now}
    WHERE organization_id = ${organizationId}::uuid AND key = ${key} AND response IS NULL
      AND created_at <= ${new Date(now.getTime() - REQUEST_TIMEOUT)}`
  if (resumed === 0) {
    throw new AppError(
      'CONFLICT',
      'The first request with this idempotency key is still in progress; send it again later.',
    )
  }
  return { state: 'resumed', claim: { ...claim, expiresAt: record.expiresAt } }
}

/**
 * Stores the outcome of a claimed request.
 * @returns the stored outcome. If a concurrent request stored its outcome first, returns that one, so that all callers
 *   get the same outcome
 */
export async function settleClaim(
  ctx: Ctx,
  { organizationId, key, expiresAt }: Claim,
  outcome: StoredOutcome,
): Promise<StoredOutcome> {
  const { rows } = await ctx.db.pool.query<{ response: unknown }>({
    name: 'settle-idempotency',
    text: `UPDATE idempotency_record SET response = COALESCE(response, $4::jsonb)
           WHERE organization_id = $1 AND key = $2 AND expires_at = $3 RETURNING response`,
    values: [organizationId, key, expiresAt, JSON.stringify(outcome)],
  })
  return rows[0] ? storedOutcomeSchema.parse(rows[0].response) : outcome
}

/**
 * Deletes expired records.
 * @returns the number of deleted records
 */
export async function sweepIdempotency({ ctx }: { ctx: Ctx }): Promise<number> {
  const { count } = await ctx.db.prisma.idempotencyRecord.deleteMany({
    where: { expiresAt: { lte: ctx.now() } },
  })
  return count
}
