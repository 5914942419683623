import type { Prisma } from '../../generated/prisma/client.ts'
import type { Ctx } from '../context.ts'

/** The organization under whose id the sums over all organizations are stored. */
export const ALL_ORGANIZATIONS = '00000000-0000-0000-0000-000000000000'

/** What the answers of a provider cost today, a day of UTC, in US dollars. */
export interface Spending {
  usd: number
  /** Of it, for the organization that was named. */
  ownUsd: number
  /** Answers that may have cost money, and of how many it is known how much. */
  questions: number
  priced: number
  /** The mean of an answer in the last seven days; 0 where nothing is known. */
  meanUsd: number
}

/**
 * The spending on each provider by its token; those without a question in seven days are missing. Within a transaction pass its
 * `db`. It checks no tenant: name the organization of the caller.
 */
export async function readSpending(
  ctx: Pick<Ctx, 'db' | 'now'>,
  organizationId: string | null,
  db: Prisma.TransactionClient = ctx.db.prisma,
): Promise<ReadonlyMap<string, Spending>> {
  const today = ctx.now().toISOString().slice(0, 10)
  const rows = await db.$queryRaw<(Spending & { provider: string })[]>`
    WITH recent AS (
      SELECT *, day = ${today}::date AS today, organization_id = ${ALL_ORGANIZATIONS}::uuid AS total
      FROM provider_spend
      WHERE organization_id IN (${ALL_ORGANIZATIONS}::uuid, ${organizationId}::uuid)
        AND day BETWEEN ${today}::date - 6 AND ${today}::date)
    SELECT provider,
      coalesce(sum(usd) FILTER (WHERE total AND today), 0)::float8 AS usd,
      coalesce(sum(usd) FILTER (WHERE NOT total AND today), 0)::float8 AS "ownUsd",
      coalesce(sum(questions) FILTER (WHERE total AND today), 0)::int AS questions,
      coalesce(sum(priced) FILTER (WHERE total AND today), 0)::int AS priced,
      coalesce(sum(usd) FILTER (WHERE total) / nullif(sum(priced) FILTER (WHERE total), 0), 0)::float8 AS "meanUsd"
    FROM recent GROUP BY provider`
  return new Map(rows.map(({ provider, ...spending }) => [provider, spending]))
}
