import type { Ctx } from '../foundation/context.ts'
import { storageGate } from '../foundation/storage-gate.ts'
import type { Provider } from '../provider-port/registry.ts'
import {
  hasSpendLimits,
  type ReachedLimit,
  reachedLimit,
  type SpendDeps,
  type SpendQuestion,
} from './limits.ts'
import { readSpending } from './spending.ts'

/** Questions in progress in this process, by database. Their cost is not recorded yet. */
const questionsUnderWay = new WeakMap<Ctx['db'], Set<SpendQuestion>>()

/**
 * `reached`: a limit does not allow the question. `wait`: whether a limit allows it depends on questions in progress.
 */
type Outcome<T> = { done: T } | { reached: ReachedLimit } | { wait: true }

/**
 * Runs `work`, which asks a question and records its cost, unless that would exceed a spend limit. Questions in
 * progress in this process count with the mean cost of their provider's answers. Therefore a limit can be exceeded only
 * if answers cost more than the mean, or by questions in progress in other processes. As long as the cost of a
 * provider's answers is unknown, its questions in progress do not count; there are at most `concurrency` of them.
 * @param work asks the question and records its cost
 */
export async function withinSpendLimits<T>(
  ctx: Ctx<SpendDeps>,
  provider: Provider,
  { organizationId, work }: { organizationId: string; work: () => Promise<T> },
): Promise<Outcome<T>> {
  if (!hasSpendLimits(ctx, [provider])) return { done: await work() }
  const underWay = questionsUnderWay.get(ctx.db) ?? new Set()
  questionsUnderWay.set(ctx.db, underWay)
  // Taken before reading the spending. A question that ends in between is then counted at least once, at worst twice.
  const before = [...underWay]
  const spending = await storageGate(ctx).run(() => readSpending(ctx, organizationId))
  const state = { organizationId, spending }
  const reached = reachedLimit(ctx, provider, state)
  if (reached) return { reached }
  const all = [...new Set([...before, ...underWay])]
  if (reachedLimit(ctx, provider, { ...state, underWay: all })) return { wait: true }
  const question = { provider: provider.id, account: provider.account, organizationId }
  underWay.add(question)
  try {
    return { done: await work() }
  } finally {
    underWay.delete(question)
  }
}
