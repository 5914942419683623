import type { Prisma } from '../../generated/prisma/client.ts'
import type { SpendLimit } from '../../providers/prices.ts'
import type { Provider } from '../../providers/registry.ts'
import type { Ctx, Deps } from '../context.ts'
import { readSpending, type Spending } from './spending.ts'

/** What limits are set where. */
interface Configured {
  deps: Pick<Deps, 'providers' | 'spendLimit'>
}

/** A question to a provider, for an organization. */
export interface SpendQuestion {
  provider: string
  /** Null for none: only what limits all organizations together counts. */
  organizationId: string | null
}

/** A limit that leaves no room for another question today. */
export interface ReachedLimit {
  /** Whether it limits one provider, or all together. */
  scope: 'provider' | 'all'
  field: keyof SpendLimit
  /** US dollars. */
  limit: number
  spent: number
  /** The next midnight of UTC, when it starts anew. */
  until: Date
}

/** Whether any limit is set for any provider. */
export function hasSpendLimits({ deps }: Configured): boolean {
  return [deps.spendLimit, ...deps.providers.list().map(({ spendLimit }) => spendLimit)].some(
    ({ perDay, perOrganizationPerDay }) => perDay !== null || perOrganizationPerDay !== null,
  )
}

/**
 * The limit that a further question to a provider would exceed, by the mean cost of its answers; null where there is room.
 * Providers whose answers are simulated cost nothing and have no limit.
 * @param state.underWay questions that are not part of the spending yet, which count by the same means
 */
export function reachedLimit(
  { deps, now }: Configured & Pick<Ctx, 'now'>,
  { id, state, spendLimit }: Pick<Provider, 'id' | 'state' | 'spendLimit'>,
  {
    organizationId,
    spending,
    underWay = [],
  }: {
    organizationId: string | null
    spending: ReadonlyMap<string, Spending>
    underWay?: readonly SpendQuestion[]
  },
): ReachedLimit | null {
  if (state !== 'real') return null
  const questions = [...underWay, { provider: id, organizationId }]
  const check = (scope: ReachedLimit['scope'], field: keyof SpendLimit): ReachedLimit | null => {
    const limit = (scope === 'all' ? deps.spendLimit : spendLimit)[field]
    const isOwn = field === 'perOrganizationPerDay'
    if (limit === null || (isOwn && organizationId === null)) return null
    const spent = [...spending]
      .filter(([provider]) => scope === 'all' || provider === id)
      .reduce((sum, [, { usd, ownUsd }]) => sum + (isOwn ? ownUsd : usd), 0)
    const expected = questions
      .filter((question) => scope === 'all' || question.provider === id)
      .filter((question) => !isOwn || question.organizationId === organizationId)
      .reduce((sum, { provider }) => sum + (spending.get(provider)?.meanUsd ?? 0), 0)
    if (spent < limit && spent + expected <= limit + TOLERANCE) return null
    return { scope, field, limit, spent, until: nextMidnight(now()) }
  }
  return (
    check('provider', 'perDay') ??
    check('all', 'perDay') ??
    check('provider', 'perOrganizationPerDay') ??
    check('all', 'perOrganizationPerDay')
  )
}

/**
 * The limits that leave no room for another question today, by the provider. Within a transaction pass its `db`.
 * @param options.organizationId null for those that hold for all organizations together only
 */
export async function reachedLimits(
  ctx: Configured & Pick<Ctx, 'db' | 'now'>,
  providers: readonly Provider[],
  { organizationId, db }: { organizationId: string | null; db?: Prisma.TransactionClient | undefined },
): Promise<ReadonlyMap<string, ReachedLimit>> {
  if (!hasSpendLimits(ctx)) return new Map()
  const spending = await readSpending(ctx, organizationId, db)
  return new Map(
    providers.flatMap((provider) => {
      const reached = reachedLimit(ctx, provider, { organizationId, spending })
      return reached ? [[provider.id, reached] as const] : []
    }),
  )
}

/** US dollars: sums of binary numbers are not exact. */
const TOLERANCE = 1e-9

function nextMidnight(time: Date): Date {
  return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate() + 1))
}
