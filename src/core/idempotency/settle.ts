import type { Ctx } from '../context.ts'
import type { Claim } from './claim.ts'
import { type StoredOutcome, storedOutcomeSchema } from './outcome.ts'

/**
 * Keeps the outcome of a claimed request.
 * @returns the one that is kept: an earlier one where the request was resumed meanwhile, so that all tell the same
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
