import type { Prisma } from '../../generated/prisma/client.ts'
import type { Ctx } from '../foundation/context.ts'
import type { SpendLimit } from '../provider-port/cost.ts'
import type { Provider } from '../provider-port/registry.ts'
import { type AccountSpending, readSpending } from './spending.ts'

/** Dependencies of verbs that check spend limits. */
export interface SpendDeps {
  /** Daily spend limit for the questions to all providers together. */
  spendLimit: SpendLimit
}

/** The configured spend limits. */
interface Configured {
  deps: SpendDeps
}

/** A question to a provider on behalf of an organization. */
export interface SpendQuestion {
  provider: string
  /** See `Provider.account`. */
  account: string | null
  /** Null for no organization; then only the limits for all organizations together apply. */
  organizationId: string | null
}

/** A spend limit that does not allow another question today. */
export interface ReachedLimit {
  /** Whether the limit applies to one provider or to all together. */
  scope: 'provider' | 'all'
  field: keyof SpendLimit
  /** In US dollars, like `spent`. */
  limit: number
  spent: number
  /** Next midnight in UTC, when the limit resets. */
  until: Date
}

/** Returns whether any spend limit applies to one of the providers. */
export function hasSpendLimits({ deps }: Configured, providers: readonly Provider[]): boolean {
  return [deps.spendLimit, ...providers.map(({ spendLimit }) => spendLimit)].some(
    ({ perDay, perOrganizationPerDay }) => perDay !== null || perOrganizationPerDay !== null,
  )
}

/**
 * Returns the limit that another question to a provider would exceed, based on the mean cost of answers; null if no
 * limit would be exceeded. Providers with simulated answers cost nothing and have no limit.
 * @param state.underWay questions in progress, which are not part of the spending yet; they count with the mean cost
 *   of their provider
 */
export function reachedLimit(
  { deps, now }: Configured & Pick<Ctx, 'now'>,
  { id, state, account, spendLimit }: Pick<Provider, 'id' | 'state' | 'account' | 'spendLimit'>,
  {
    organizationId,
    spending,
    underWay = [],
  }: {
    organizationId: string | null
    spending: AccountSpending
    underWay?: readonly SpendQuestion[]
  },
): ReachedLimit | null {
  if (state !== 'real') return null
  const ofAccount = account === null ? spending.installation : spending.own
  const questions = [...underWay, { provider: id, account, organizationId }].filter(
    (question) => question.account === account,
  )
  const check = (scope: ReachedLimit['scope'], field: keyof SpendLimit): ReachedLimit | null => {
    const limit = (scope === 'all' ? deps.spendLimit : spendLimit)[field]
    const isPerOrganization = field === 'perOrganizationPerDay'
    if (limit === null || (isPerOrganization && organizationId === null)) return null
    const spent = [...ofAccount]
      .filter(([provider]) => scope === 'all' || provider === id)
      .reduce((sum, [, { usd, ownUsd }]) => sum + (isPerOrganization ? ownUsd : usd), 0)
    const expected = questions
      .filter((question) => scope === 'all' || question.provider === id)
      .filter((question) => !isPerOrganization || question.organizationId === organizationId)
      .reduce((sum, { provider }) => sum + (ofAccount.get(provider)?.meanUsd ?? 0), 0)
    if (spent < limit && spent + expected <= limit + TOLERANCE) return null
    return { scope, field, limit, spent, until: nextMidnight(now()) }
  }
  // The limits of the installation do not apply to questions that an organization pays for.
  if (account !== null) return check('provider', 'perDay')
  return (
    check('provider', 'perDay') ??
    check('all', 'perDay') ??
    check('provider', 'perOrganizationPerDay') ??
    check('all', 'perOrganizationPerDay')
  )
}

/**
 * Returns the reached limits by provider token. Within a transaction pass its `db`.
 * @param options.organizationId null to check only the limits for all organizations together
 */
export async function reachedLimits(
  ctx: Configured & Pick<Ctx, 'db' | 'now'>,
  providers: readonly Provider[],
  { organizationId, db }: { organizationId: string | null; db?: Prisma.TransactionClient | undefined },
): Promise<ReadonlyMap<string, ReachedLimit>> {
  if (!hasSpendLimits(ctx, providers)) return new Map()
  const spending = await readSpending(ctx, organizationId, db)
  return new Map(
    providers.flatMap((provider) => {
      const reached = reachedLimit(ctx, provider, { organizationId, spending })
      return reached ? [[provider.id, reached] as const] : []
    }),
  )
}

/** Tolerance in US dollars, because sums of floating-point numbers are not exact. */
const TOLERANCE = 1e-9

function nextMidnight(time: Date): Date {
  return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate() + 1))
}
