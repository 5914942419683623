import type { Prisma } from '../../generated/prisma/client.ts'
import type { Ctx } from '../foundation/context.ts'
import type { SpendDeps } from './limits.ts'
import { readSpending } from './spending.ts'

/** A daily limit on the spending of an organization. */
export interface OrganizationLimit {
  /** Token of the provider that the limit is for, or `all providers`. */
  name: string
  /** US dollars, like `spent`. */
  limit: number
  spent: number
}

/**
 * Returns the daily limits that apply to an organization, with its spending today. Limits of the whole installation are left out,
 * because their spending includes other organizations.
 */
export async function organizationLimits(
  { deps, db, now }: Pick<Ctx<SpendDeps>, 'deps' | 'db' | 'now'>,
  { organizationId, tx }: { organizationId: string; tx: Prisma.TransactionClient },
): Promise<OrganizationLimit[]> {
  const providers = deps.providers.of(organizationId).list()
  const limits = providers.flatMap(({ id, state, account, spendLimit }) => {
    const limit = account === null ? spendLimit.perOrganizationPerDay : spendLimit.perDay
    return state === 'real' && limit !== null ? [{ name: id, limit, isOwn: account !== null }] : []
  })
  const ofAll = deps.spendLimit.perOrganizationPerDay
  if (limits.length === 0 && ofAll === null) return []
  const spending = await readSpending({ db, now }, organizationId, tx)
  const spentOn = (name: string, isOwn: boolean) =>
    isOwn ? (spending.own.get(name)?.usd ?? 0) : (spending.installation.get(name)?.ownUsd ?? 0)
  const total = [...spending.installation.values()].reduce((sum, { ownUsd }) => sum + ownUsd, 0)
  return [
    ...limits.map(({ name, limit, isOwn }) => ({ name, limit, spent: spentOn(name, isOwn) })),
    ...(ofAll === null ? [] : [{ name: 'all providers', limit: ofAll, spent: total }]),
  ]
}
