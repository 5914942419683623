import type { Prisma } from '../../generated/prisma/client.ts'
import type { Provider } from '../../providers/registry.ts'
import type { Ctx } from '../context.ts'

/**
 * Asks a provider through its circuit breaker in this process, and stores in the database when the breaker opens and closes,
 * because the process that accepts work, and answers 503 while it is open, may be another one.
 * @throws what `ask` throws; a ProviderError of kind `retry` while the circuit is open
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
 * The providers with an open circuit, with the time until which they are not asked. Within a transaction pass its `db`:
 * transactions that each wait for a second connection of the pool can block one another.
 */
export async function openCircuits(
  ctx: Pick<Ctx, 'now' | 'db'>,
  db: Prisma.TransactionClient = ctx.db.prisma,
): Promise<ReadonlyMap<string, Date>> {
  const open = await db.providerCircuit.findMany({ where: { openUntil: { gt: ctx.now() } } })
  return new Map(open.map(({ provider, openUntil }) => [provider, openUntil]))
}
