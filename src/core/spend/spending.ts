import type { Prisma } from '../../generated/prisma/client.ts'
import type { Ctx } from '../foundation/context.ts'

/** Organization id under which the totals of all organizations are stored. */
export const ALL_ORGANIZATIONS = '00000000-0000-0000-0000-000000000000'

/** Account id of circuits and spending with the credentials of the installation. */
export const INSTALLATION_ACCOUNT = '00000000-0000-0000-0000-000000000000'

/** Spending of an account on a provider today (UTC), in US dollars. */
export interface Spending {
  usd: number
  /** The part of `usd` for the given organization. */
  ownUsd: number
  /** Number of answers that may have cost money. `priced` is the number of answers with a known cost. */
  questions: number
  priced: number
  /** Mean cost of an answer in the last seven days; 0 if unknown. */
  meanUsd: number
}

/** Spending by provider token. Providers without a question in the last seven days are missing. */
export interface AccountSpending {
  installation: ReadonlyMap<string, Spending>
  /** With the organization's own credentials; empty without an organization. */
  own: ReadonlyMap<string, Spending>
}

/**
 * Returns the spending with the credentials of the installation and of an organization. Within a transaction pass its
 * `db`.
 * @param organizationId the organization of the actor or of the batch; null for the totals only. It is not checked,
 *   because its own spending is never returned to a client.
 */
export async function readSpending(
  ctx: Pick<Ctx, 'db' | 'now'>,
  organizationId: string | null,
  db: Prisma.TransactionClient = ctx.db.prisma,
): Promise<AccountSpending> {
  const today = ctx.now().toISOString().slice(0, 10)
  const rows = await db.$queryRaw<(Spending & { provider: string; isOwn: boolean })[]>`
    WITH recent AS (
      SELECT *, day = ${today}::date AS today, account_id <> ${INSTALLATION_ACCOUNT}::uuid AS own,
        account_id <> ${INSTALLATION_ACCOUNT}::uuid OR organization_id = ${ALL_ORGANIZATIONS}::uuid AS total
      FROM provider_spend
      WHERE account_id IN (${INSTALLATION_ACCOUNT}::uuid, ${organizationId}::uuid)
        AND organization_id IN (${ALL_ORGANIZATIONS}::uuid, ${organizationId}::uuid)
        AND day BETWEEN ${today}::date - 6 AND ${today}::date)
    SELECT provider, own AS "isOwn",
      coalesce(sum(usd) FILTER (WHERE total AND today), 0)::float8 AS usd,
      coalesce(sum(usd) FILTER (WHERE NOT total AND today), 0)::float8 AS "ownUsd",
      coalesce(sum(questions) FILTER (WHERE total AND today), 0)::int AS questions,
      coalesce(sum(priced) FILTER (WHERE total AND today), 0)::int AS priced,
      coalesce(sum(usd) FILTER (WHERE total) / nullif(sum(priced) FILTER (WHERE total), 0), 0)::float8 AS "meanUsd"
    FROM recent GROUP BY provider, own`
  const mapOf = (own: boolean) =>
    new Map(
      rows
        .filter(({ isOwn }) => isOwn === own)
        .map(({ provider, isOwn: _, ...spending }) => [provider, spending]),
    )
  return { installation: mapOf(false), own: mapOf(true) }
}
