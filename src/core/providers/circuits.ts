import type { Prisma } from '../../generated/prisma/client.ts'
import type { Provider } from '../../providers/registry.ts'
import type { Ctx } from '../context.ts'

/**
 * Asks through the provider's circuit breaker, and lets other processes know when the breaker opens: the one that accepts
 * work need not be the one that does it.
 */
export async function throughCircuit<T>(ctx: Ctx, provider: Provider, ask: () => Promise<T>): Promise<T> {
  const guard = ctx.deps.breakers.guard(provider)
  const before = guard.state
  try {
    const answer = await guard.run(ask)
    if (before !== 'closed')
      await ctx.db.prisma.providerCircuit.deleteMany({ where: { provider: provider.id } })
    return answer
  } catch (error) {
    if (before !== 'open' && guard.state === 'open') {
      const openUntil = new Date(ctx.now().getTime() + (guard.retryAfter ?? 0))
      await ctx.db.prisma.providerCircuit.upsert({
        where: { provider: provider.id },
        create: { provider: provider.id, openUntil },
        update: { openUntil },
      })
    }
    throw error
  }
}

/**
 * Until when each of the providers is left alone; those that are asked as usual are absent. Within a transaction give its
 * `db`: many that each waited for a second connection would wait for one another.
 */
export async function openCircuits(
  ctx: Ctx,
  db: Prisma.TransactionClient = ctx.db.prisma,
): Promise<ReadonlyMap<string, Date>> {
  const open = await db.providerCircuit.findMany({ where: { openUntil: { gt: ctx.now() } } })
  return new Map(open.map(({ provider, openUntil }) => [provider, openUntil]))
}
