import type { Prisma } from '../../generated/prisma/client.ts'
import type { Ctx, Services } from '../foundation/context.ts'
import type { Breakers, Guard } from '../provider-port/breaker.ts'
import type { Provider } from '../provider-port/registry.ts'

/** Dependencies of verbs that ask providers. */
export interface CircuitDeps {
  breakers: Breakers
}

/** Number of the last opening of each circuit that has been stored in the database. */
const announced = new WeakMap<Guard, number>()

/** Maximum stored length of a message, in UTF-16 code units. */
const MAX_MESSAGE_LENGTH = 500

/**
 * Calls a provider through its circuit breaker in this process. When the breaker opens or closes, this is stored in the
 * database, because the process that accepts work, and responds with 503 while the breaker is open, may be another one.
 * @throws the errors of `ask`; a CircuitOpenError while the circuit is open
 */
export async function withCircuitBreaker<T>(
  ctx: Ctx<CircuitDeps>,
  provider: Provider,
  ask: () => Promise<T>,
): Promise<T> {
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
    // Stores each opening only once. Many questions may be in progress when the circuit opens, or wait for the outcome
    // of a trial request.
    if (cause && openings > (announced.get(guard) ?? 0)) {
      announced.set(guard, openings)
      const openUntil = new Date(ctx.now().getTime() + (guard.retryAfter ?? 0))
      const message = cause.message.slice(0, MAX_MESSAGE_LENGTH)
      const circuit = { openUntil, refused: cause.kind === 'stop', message }
      ctx.deps.logger.warn(
        { provider: provider.id, ...circuit },
        'pausing requests to a provider after failures',
      )
      await ctx.db.prisma.providerCircuit.upsert({
        where: { provider: provider.id },
        create: { provider: provider.id, ...circuit },
        update: circuit,
      })
    }
    throw error
  }
}

/**
 * Returns whether a provider needs a circuit breaker. A provider without credentials is never called, and replaying
 * recordings from a file does not overload anything.
 */
function hasCircuit({ state, routes }: Provider): boolean {
  return state !== 'unavailable' && !routes.some(({ used, surface }) => used && surface === 'replay')
}

/** An open circuit, or the last rejection, of a provider. */
export interface Circuit {
  openUntil: Date
  /** Whether the provider rejected the credentials or the account, rather than just failing. */
  refused: boolean
  /** Message of the provider for operators, without credentials. */
  message: string | null
}

/**
 * Returns the open circuits and the rejections of the last question, by provider token. Within a transaction pass its
 * `db`: transactions that each wait for a second connection from the pool can block each other.
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

/**
 * Deletes stored rejections of credentials for the configured providers. Called at startup, because the process may
 * have new credentials.
 */
export async function forgetRefusals({ db, deps }: Services): Promise<void> {
  await db.prisma.providerCircuit.deleteMany({
    where: { provider: { in: deps.providers.tokens() }, refused: true },
  })
}
