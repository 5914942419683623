import type { Services } from '../foundation/context.ts'
import { ALL_ORGANIZATIONS, INSTALLATION_ACCOUNT } from '../spend/spending.ts'

/** State of the work of an installation, over all organizations. */
export interface InstallationState {
  /** Questions of unfinished runs and analyses that have no outcome yet, by provider. Providers without any are missing. */
  waiting: readonly { provider: string; questions: number; oldestSeconds: number }[]
  /** Providers that are not asked at the moment: with an open circuit for all countries or for some. */
  paused: readonly { provider: string; seconds: number }[]
  /** Spending today (UTC) with the credentials of the installation, in US dollars, by provider. */
  spending: readonly { provider: string; usd: number }[]
  /** Unfinished runs and async analyses, by kind. */
  unfinished: readonly { kind: string; batches: number }[]
  webhooks: { pending: number; failedToday: number; overdueSeconds: number }
  /** How late the most delayed weekly run is, in seconds; 0 if none is late. */
  scheduleDelaySeconds: number
  /** Credits moved since the installation exists, by kind of ledger entry. */
  credits: readonly { kind: string; credits: number }[]
  /** Credits of all organizations together. */
  creditBalance: number
  organizations: number
  projects: number
}

/** Reads the state of the installation. For operators: it is not limited to an organization. */
export async function readInstallationState({ db, now }: Services): Promise<InstallationState> {
  const { prisma } = db
  const at = now()
  const today = at.toISOString().slice(0, 10)
  const [waiting, paused, spending, unfinished, webhooks, schedule, credits, balance, projects] =
    await Promise.all([
      prisma.$queryRaw<InstallationState['waiting']>`
        SELECT r.provider, count(*)::int AS questions,
          greatest(0, extract(epoch FROM ${at}::timestamptz - min(b.created_at)))::float8 AS "oldestSeconds"
        FROM batch b JOIN result r ON r.batch_id = b.id
        WHERE b.status IN ('queued', 'running') AND r.status = 'pending' GROUP BY r.provider`,
      prisma.$queryRaw<InstallationState['paused']>`
        SELECT provider, extract(epoch FROM max(open_until) - ${at}::timestamptz)::float8 AS seconds
        FROM provider_circuit WHERE open_until > ${at} GROUP BY provider`,
      prisma.$queryRaw<InstallationState['spending']>`
        SELECT provider, sum(usd)::float8 AS usd FROM provider_spend
        WHERE account_id = ${INSTALLATION_ACCOUNT}::uuid AND organization_id = ${ALL_ORGANIZATIONS}::uuid
          AND day = ${today}::date GROUP BY provider`,
      prisma.$queryRaw<InstallationState['unfinished']>`
        SELECT kind::text, count(*)::int AS batches FROM batch WHERE status IN ('queued', 'running') GROUP BY kind`,
      prisma.$queryRaw<InstallationState['webhooks'][]>`
        SELECT count(*) FILTER (WHERE status = 'pending')::int AS pending,
          count(*) FILTER (WHERE status = 'failed' AND created_at >= ${today}::date)::int AS "failedToday",
          coalesce(greatest(0, extract(epoch FROM ${at}::timestamptz - min(next_attempt_at))), 0)::float8 AS "overdueSeconds"
        FROM webhook_delivery WHERE status = 'pending' OR created_at >= ${today}::date`,
      prisma.$queryRaw<{ seconds: number }[]>`
        SELECT coalesce(greatest(0, extract(epoch FROM ${at}::timestamptz - min(next_run_at))), 0)::float8 AS seconds
        FROM schedule WHERE enabled AND next_run_at <= ${at}`,
      prisma.$queryRaw<InstallationState['credits']>`
        SELECT kind::text, sum(credits)::float8 AS credits FROM credit_entry GROUP BY kind`,
      prisma.$queryRaw<{ organizations: number; creditBalance: number }[]>`
        SELECT count(*)::int AS organizations, coalesce(sum(credit_balance), 0)::float8 AS "creditBalance" FROM organization`,
      prisma.project.count({ where: { organizationId: { not: null } } }),
    ])
  return {
    waiting,
    paused,
    spending,
    unfinished,
    webhooks: webhooks[0] ?? { pending: 0, failedToday: 0, overdueSeconds: 0 },
    scheduleDelaySeconds: schedule[0]?.seconds ?? 0,
    credits,
    creditBalance: balance[0]?.creditBalance ?? 0,
    organizations: balance[0]?.organizations ?? 0,
    projects,
  }
}
