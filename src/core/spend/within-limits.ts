import type { Provider } from '../../providers/registry.ts'
import type { Ctx } from '../context.ts'
import { storageGate } from '../storage-gate.ts'
import { hasSpendLimits, type ReachedLimit, reachedLimit, type SpendQuestion } from './limits.ts'
import { readSpending } from './spending.ts'

/** The questions that this process asks now, whose cost is not recorded yet. By database. */
const questionsUnderWay = new WeakMap<Ctx['db'], Set<SpendQuestion>>()

/** `reached`: the limit that leaves no room for the question. `wait`: whether it does depends on questions that are under way. */
type Outcome<T> = { done: T } | { reached: ReachedLimit } | { wait: true }

/**
 * Asks a question and records its cost, unless that would exceed a limit of spending. Questions under way in this process count as
 * much as answers of their provider cost on average, so that a limit is exceeded at most by what answers cost more than that; and,
 * where several processes ask, by the questions under way in the others. As long as no cost is known of a provider, its questions
 * under way, at most its `concurrency`, do not count.
 * @param work asks and records
 */
export async function withinSpendLimits<T>(
  ctx: Ctx,
  provider: Provider,
  { organizationId, work }: { organizationId: string; work: () => Promise<T> },
): Promise<Outcome<T>> {
  if (!hasSpendLimits(ctx)) return { done: await work() }
  const underWay = questionsUnderWay.get(ctx.db) ?? new Set()
  questionsUnderWay.set(ctx.db, underWay)
  // Before the spending is read: what ends meanwhile is in one of both, at worst in both.
  const before = [...underWay]
  const spending = await storageGate(ctx).run(() => readSpending(ctx, organizationId))
  const state = { organizationId, spending }
  const reached = reachedLimit(ctx, provider, state)
  if (reached) return { reached }
  const all = [...new Set([...before, ...underWay])]
  if (reachedLimit(ctx, provider, { ...state, underWay: all })) return { wait: true }
  const question = { provider: provider.id, organizationId }
  underWay.add(question)
  try {
    return { done: await work() }
  } finally {
    underWay.delete(question)
  }
}
