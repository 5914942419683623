import type { Database } from '../../infra/database.ts'

/** Tokens that were taken out of an organization's budget for a day. */
export interface Reservation {
  organizationId: string
  /** `YYYY-MM-DD`, UTC. */
  day: string
  tokens: number
}

/** In one statement: of questions that ask at once none gets what another has taken, and nobody reads before writing. */
const RESERVE = `INSERT INTO judge_usage AS u (organization_id, day, tokens)
  SELECT b.organization_id, $2::date, $3::bigint FROM result r JOIN batch b ON b.id = r.batch_id
  WHERE r.id = $1 AND $3::bigint <= $4::bigint
  ON CONFLICT (organization_id, day) DO UPDATE SET tokens = u.tokens + excluded.tokens
  WHERE u.tokens + excluded.tokens <= $4::bigint
  RETURNING u.organization_id AS "organizationId"`

/**
 * Takes tokens for one question about a unit out of its organization's budget for the day of UTC; null, and nothing is taken, where the
 * rest does not suffice, or the unit is gone.
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

/** Puts what a question really took in the place of what was reserved for it. */
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
