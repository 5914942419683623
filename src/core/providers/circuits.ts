import type { Prisma } from '../../generated/prisma/client.ts'
import type { Guard } from '../../providers/breaker.ts'
import type { Provider } from '../../providers/registry.ts'
import type { Ctx, Services } from '../context.ts'

/** The last opening of each circuit that was stored. */
const announced = new WeakMap<Guard, number>()

/** UTF-16 code units of a message that are stored. */
const LONGEST_MESSAGE = 500

/**
 * Asks a provider through its circuit breaker in this process, and stores in the database when the breaker opens and closes,
 * because the process that accepts work, and answers 503 while it is open, may be another one.
 * @throws what `ask` throws; a CircuitOpenError while the circuit is open
 */
export async function throughCircuit<T>(ctx: Ctx, provider: Provider, ask: () => Promise<T>): Promise<T> {
  if (!hasCircuit(provider)) return ask()
  const guard = ctx.deps.breakers.guard(provider)
  const before = guard.state
  try {
    const answer = await guard.run(ask)
    if (before !== 'closed')
      await ctx.db.prisma.providerCircuit.deleteMany({ where: { provider: provider.id } })
    return answer
  } catch (error) {
    const { cause, openings } = guard
    // Once for each opening: many questions may be under way when the circuit opens, or wait for the outcome of a trial.
    if (cause && openings > (announced.get(guard) ?? 0)) {
      announced.set(guard, openings)
      const openUntil = new Date(ctx.now().getTime() + (guard.retryAfter ?? 0))
      const message = cause.message.slice(0, LONGEST_MESSAGE)
      const circuit = { openUntil, refused: cause.kind === 'stop', message }
      ctx.deps.logger.warn({ provider: provider.id, ...circuit }, 'provider not asked for a while: it failed')
      await ctx.db.prisma.providerCircuit.upsert({
        where: { provider: provider.id },
        create: { provider: provider.id, ...circuit },
        update: circuit,
      })
    }
    throw error
  }
}

/** Without its credentials a provider is not asked at all, which says nothing about it; and a file of recordings needs no rest. */
function hasCircuit({ state, routes }: Provider): boolean {
  return state !== 'unavailable' && !routes.some(({ used, surface }) => used && surface === 'replay')
}

/** Why a provider is not asked. */
export interface Circuit {
  openUntil: Date
  /** Whether it refused the credentials or the account, and not only failed. */
  refused: boolean
  /** What it said, for operators; without credentials. */
  message: string | null
}

/**
 * The providers whose circuit is open, and those that refused the last question, by their tokens. Within a transaction pass its
 * `db`: transactions that each wait for a second connection of the pool can block one another.
 */
export async function readCircuits(
  ctx: Pick<Ctx, 'now' | 'db'>,
  db: Prisma.TransactionClient = ctx.db.prisma,
): Promise<ReadonlyMap<string, Circuit>> {
  const circuits = await db.providerCircuit.findMany({
    where: { OR: [{ openUntil: { gt: ctx.now() } }, { refused: true }] },
  })
  return new Map(circuits.map(({ provider, ...circuit }) => [provider, circuit]))
}

/** Forgets which of its providers refused the credentials: a process that starts may have been given others. */
export async function forgetRefusals({ db, deps }: Services): Promise<void> {
  await db.prisma.providerCircuit.deleteMany({
    where: { provider: { in: deps.providers.tokens() }, refused: true },
  })
}
