import { createHash } from 'node:crypto'
import type { Prisma } from '../../generated/prisma/client.ts'
import { AppError } from '../errors.ts'
import { type StoredOutcome, storedOutcomeSchema } from './outcome.ts'

/** How long an answer is kept, in milliseconds. */
const KEPT = 24 * 60 * 60_000

/** How long the first request is believed to be under way, in milliseconds; longer than any takes. */
const IN_FLIGHT = 60_000

/** One use of a key. `expiresAt` tells it from a later use of the same key: it stays while a dead request is resumed. */
export interface Claim {
  organizationId: string
  key: string
  expiresAt: Date
}

/**
 * `new`: the first request, which goes on in the same transaction with what must happen once. `resumed`: the first one
 * died on the way after that. `replay`: there is an answer already.
 */
export type Claimed = { state: 'new' | 'resumed'; claim: Claim } | { state: 'replay'; outcome: StoredOutcome }

/**
 * Claims a key for a request, for 24 hours. Two at once wait for each other: whoever comes second sees what the first has
 * committed, and nothing of one whose transaction failed.
 * @param request anything JSON that tells requests apart
 * @throws {AppError} CONFLICT when the key was used for another request, or the first is under way
 */
export async function claimKey(
  db: Prisma.TransactionClient,
  { organizationId, key, request, now }: { organizationId: string; key: string; request: object; now: Date },
): Promise<Claimed> {
  const requestHash = createHash('sha256').update(JSON.stringify(request)).digest()
  const expiresAt = new Date(now.getTime() + KEPT)
  // Waits for another transaction that inserts the same key; an answer that has expired makes room.
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
  if (!record) throw new AppError('CONFLICT', 'The first request with this key has just expired; try again.')
  if (!Buffer.from(record.requestHash).equals(requestHash)) {
    throw new AppError('CONFLICT', 'This idempotency key was used for another request; take a new one.')
  }
  if (record.response !== null) {
    return { state: 'replay', outcome: storedOutcomeSchema.parse(record.response) }
  }
  const resumed = await db.$executeRaw`
    UPDATE idempotency_record SET created_at = ${now}
    WHERE organization_id = ${organizationId}::uuid AND key = ${key} AND response IS NULL
      AND created_at <= ${new Date(now.getTime() - IN_FLIGHT)}`
  if (resumed === 0) {
    throw new AppError('CONFLICT', 'The first request with this key is still under way; try again later.')
  }
  return { state: 'resumed', claim: { ...claim, expiresAt: record.expiresAt } }
}
