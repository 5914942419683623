import type { Database } from '../../infra/database.ts'

/** Tokens that are reserved from an organization's daily budget. */
export interface Reservation {
  organizationId: string
  /** `YYYY-MM-DD`, UTC. */
  day: string
  tokens: number
}

/** A single atomic statement, so that concurrent reservations cannot exceed the limit. */
const RESERVE = `INSERT INTO judge_usage AS u (organization_id, day, tokens)
  SELECT b.organization_id, $2::date, $3::bigint FROM result r JOIN batch b ON b.id = r.batch_id
  WHERE r.id = $1 AND $3::bigint <= $4::bigint
  ON CONFLICT (organization_id, day) DO UPDATE SET tokens = u.tokens + excluded.tokens
  WHERE u.tokens + excluded.tokens <= $4::bigint
  RETURNING u.organization_id AS "organizationId"`

/**
 * Reserves tokens for one request about a unit from its organization's budget for the UTC day. Returns null, without
 * reserving any tokens, if the remaining budget is too small or the unit was deleted.
 */
export async function reserveTokens(
  { pool }: Database,
  { unitId, tokens, limit, at }: { unitId: string; tokens: number; limit: number; at: Date },
): Promise<Reservation | null> {
  const day = at.toISOString().slice(0, 10)
  const { rows } = await pool.query<{ organizationId: string }>({
    name: 'reserve-judge-tokens',
    text: RESERVE,
    values: [unitId, day, tokens, limit],
  })
  const organizationId = rows[0]?.organizationId
  return organizationId === undefined ? null : { organizationId, day, tokens }
}

/** Replaces a reservation with the tokens that were used. */
export async function settleTokens(
  { pool }: Database,
  { organizationId, day, tokens }: Reservation,
  used: number,
): Promise<void> {
  if (used === tokens) return
  await pool.query({
    name: 'settle-judge-tokens',
    text: 'UPDATE judge_usage SET tokens = greatest(0, tokens + $3::bigint) WHERE organization_id = $1 AND day = $2::date',
    values: [organizationId, day, used - tokens],
  })
}
