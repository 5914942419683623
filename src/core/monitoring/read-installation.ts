import { authorize } from '../access/authorize.ts'
import type { Ctx } from '../foundation/context.ts'
import { type InstallationState, readInstallationState } from './installation-state.ts'

/** Dependencies of {@link readInstallation}. */
export interface InstallationDeps {
  /** Version of the program. */
  version: string
}

/** The installation as operators see it. */
export interface Installation extends InstallationState {
  /** Version of the program. */
  version: string
  /** Version of PostgreSQL, such as `18.1`. */
  databaseVersion: string
}

/** An organization as operators see it. */
export interface OrganizationOverview {
  id: string
  name: string
  plan: 'free' | 'pro'
  credits: number
  members: number
  projects: number
  /** Runs and async analyses that have not ended. */
  unfinished: number
  /** Spending today (UTC) in US dollars, with the credentials of the installation. */
  spendTodayUsd: number
  createdAt: Date
}

/** A webhook delivery without success after the last attempt. */
export interface FailedWebhook {
  id: string
  organizationName: string
  /** Host of the receiver. The path may contain a secret. */
  host: string
  type: string
  createdAt: Date
  /** Of the last attempt; null if it had no response or no error. */
  statusCode: number | null
  error: string | null
}

/** Number of failed webhooks that are listed. */
const FAILED_WEBHOOKS = 50

/** Returns the state of the installation. For operators. @throws {AppError} FORBIDDEN */
export async function readInstallation({ ctx }: { ctx: Ctx<InstallationDeps> }): Promise<Installation> {
  authorize(ctx, 'installation:read')
  const [state, versions] = await Promise.all([
    readInstallationState(ctx),
    ctx.db.prisma.$queryRaw<{ version: string }[]>`SELECT current_setting('server_version') AS version`,
  ])
  // Debian adds the name of its package in parentheses.
  const { version } = ctx.deps
  return { ...state, version, databaseVersion: versions[0]?.version.split(' ')[0] ?? '' }
}

/** Returns all organizations, by name. For operators. @throws {AppError} FORBIDDEN */
export async function listOrganizationOverviews({ ctx }: { ctx: Ctx }): Promise<OrganizationOverview[]> {
  authorize(ctx, 'installation:read')
  const today = ctx.now().toISOString().slice(0, 10)
  return ctx.db.prisma.$queryRaw<OrganizationOverview[]>`
    SELECT o.id, o.name, o.plan::text AS plan, o.credit_balance AS credits, o.created_at AS "createdAt",
      (SELECT count(*) FROM member m WHERE m.organization_id = o.id)::int AS members,
      (SELECT count(*) FROM project p WHERE p.organization_id = o.id)::int AS projects,
      (SELECT count(*) FROM batch b WHERE b.organization_id = o.id AND b.status IN ('queued', 'running'))::int AS unfinished,
      (SELECT coalesce(sum(s.usd), 0) FROM provider_spend s WHERE s.organization_id = o.id AND s.day = ${today}::date
        AND s.account_id = '00000000-0000-0000-0000-000000000000')::float8 AS "spendTodayUsd"
    FROM organization o ORDER BY lower(o.name), o.id`
}

/** Returns the newest failed webhooks of all organizations. For operators. @throws {AppError} FORBIDDEN */
export async function listFailedWebhooks({ ctx }: { ctx: Ctx }): Promise<FailedWebhook[]> {
  authorize(ctx, 'installation:read')
  const deliveries = await ctx.db.prisma.webhookDelivery.findMany({
    where: { status: 'failed' },
    orderBy: { id: 'desc' },
    take: FAILED_WEBHOOKS,
    include: { organization: true, attempts: { orderBy: { number: 'desc' }, take: 1 } },
  })
  return deliveries.map(({ id, organization, url, type, createdAt, attempts: [last] }) => ({
    id,
    organizationName: organization.name,
    host: new URL(url).host,
    type,
    createdAt,
    statusCode: last?.statusCode ?? null,
    error: last?.error ?? null,
  }))
}
