import type { Batch, Prisma } from '../../generated/prisma/client.ts'
import { NO_EVIDENCE } from '../alerts/definition.ts'
import type { AlertDraft } from '../alerts/raise.ts'
import type { Ctx } from '../foundation/context.ts'
import type { SpendDeps } from '../spend/limits.ts'
import { organizationLimits } from '../spend/organization-limits.ts'

/** Share of a daily limit at which an alert is raised. */
const NEARLY_SPENT = 0.8

/**
 * Returns alerts about what is left after a batch: fewer credits than an async analysis used, or less than a fifth of a daily
 * spend limit.
 */
export async function budgetProblems(
  ctx: Pick<Ctx<SpendDeps>, 'deps' | 'db' | 'now'>,
  db: Prisma.TransactionClient,
  { kind, organizationId, creditsCharged }: Pick<Batch, 'kind' | 'organizationId' | 'creditsCharged'>,
): Promise<AlertDraft[]> {
  if (organizationId === null) return []
  const drafts: AlertDraft[] = []
  if (kind === 'async' && creditsCharged > 0) {
    const { creditBalance } = await db.organization.findUniqueOrThrow({ where: { id: organizationId } })
    if (creditBalance < creditsCharged)
      drafts.push({
        kind: 'credits_low',
        subject: 'credits',
        evidence: { ...NO_EVIDENCE, budget: { left: creditBalance, needed: creditsCharged } },
      })
  }
  for (const { name, limit, spent } of await organizationLimits(ctx, { organizationId, tx: db }))
    if (spent >= limit * NEARLY_SPENT)
      drafts.push({
        kind: 'spend_high',
        subject: name,
        evidence: { ...NO_EVIDENCE, name, budget: { left: Math.max(0, limit - spent), needed: limit } },
      })
  return drafts
}
