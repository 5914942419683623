import { partsOf } from '../../definitions/countries/location.ts'
import type { Prisma, ProviderCircuit } from '../../generated/prisma/client.ts'
import type { Ctx, Services } from '../foundation/context.ts'
import type { Breakers, Guard } from '../provider-port/breaker.ts'
import { PROVIDER_FAULTS, type ProviderFault } from '../provider-port/driver.ts'
import type { Provider, ProviderRegistry } from '../provider-port/registry.ts'
import { INSTALLATION_ACCOUNT } from '../spend/spending.ts'

/** Dependencies of verbs that ask providers. */
export interface CircuitDeps {
  breakers: Breakers
}

/** `location` of the circuit for questions from all countries. */
const ALL_LOCATIONS = ''

/** A row of the table of circuits. */
type CircuitKey = Pick<ProviderCircuit, 'accountId' | 'provider' | 'location'>

/** Number of the last opening of each circuit that has been stored in the database. */
const announced = new WeakMap<Guard, number>()

/** Maximum stored length of a message, in UTF-16 code units. */
const MAX_MESSAGE_LENGTH = 500

/**
 * Asks a provider a question from a country through the circuit breakers of both in this process. When one opens or
 * closes, this is stored in the database, because the process that accepts work, and responds with 503 while it is
 * open, may be another one.
 * @throws the errors of `ask`; a CircuitOpenError while a circuit is open
 */
export async function withCircuitBreaker<T>(
  ctx: Ctx<CircuitDeps>,
  provider: Provider,
  location: string,
  ask: () => Promise<T>,
): Promise<T> {
  if (!hasCircuit(provider)) return ask()
  const { breakers } = ctx.deps
  const accountId = provider.account ?? INSTALLATION_ACCOUNT
  const all = { accountId, provider: provider.id, location: ALL_LOCATIONS }
  const { country } = partsOf(location)
  const one = { accountId, provider: provider.id, location: country }
  return guarded(ctx, breakers.locationGuard(provider, country), one, () =>
    guarded(ctx, breakers.guard(provider), all, ask),
  )
}

async function guarded<T>(
  ctx: Ctx<CircuitDeps>,
  guard: Guard,
  key: CircuitKey,
  ask: () => Promise<T>,
): Promise<T> {
  const before = guard.state
  try {
    const answer = await guard.run(ask)
    if (before !== 'closed') await ctx.db.prisma.providerCircuit.deleteMany({ where: key })
    return answer
  } catch (error) {
    const { cause, openings } = guard
    // Stores each opening only once. Many questions may be in progress when the circuit opens, or wait for the outcome
    // of a trial request.
    if (cause && openings > (announced.get(guard) ?? 0)) {
      announced.set(guard, openings)
      const openUntil = new Date(ctx.now().getTime() + (guard.retryAfter ?? 0))
      const message = cause.message.slice(0, MAX_MESSAGE_LENGTH)
      const circuit = { ...key, openUntil, fault: cause.fault, message }
      ctx.deps.logger.warn(circuit, 'pausing requests to a provider after failures')
      await ctx.db.prisma.providerCircuit.upsert({
        where: { accountId_provider_location: key },
        create: circuit,
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

/** An open circuit, or the last lasting failure, of a provider. */
export interface Circuit {
  openUntil: Date
  /** What an operator has to change; null if the provider just failed. */
  fault: ProviderFault | null
  /** Message of the provider for operators, without credentials. */
  message: string | null
}

/** The circuits of a provider. */
export interface ProviderCircuits {
  /** The circuit for questions from all countries; null if it is closed and there was no lasting failure. */
  all: Circuit | null
  /** The circuits of the countries that the provider rejected, by ISO 3166-1 alpha-2 code. */
  locations: ReadonlyMap<string, Circuit>
}

/**
 * Returns the open circuits and the lasting failures of the last question, by provider token. Within a transaction pass
 * its `db`: transactions that each wait for a second connection from the pool can block each other.
 * @param registry the providers of an account; the circuits of other accounts are not returned
 */
export async function readCircuits(
  ctx: Pick<Ctx, 'now' | 'db'>,
  registry: ProviderRegistry,
  db: Prisma.TransactionClient = ctx.db.prisma,
): Promise<ReadonlyMap<string, ProviderCircuits>> {
  const accounts = new Map(registry.list().map(({ id, account }) => [id, account ?? INSTALLATION_ACCOUNT]))
  const stored = await db.providerCircuit.findMany({
    where: {
      accountId: { in: [...new Set([INSTALLATION_ACCOUNT, ...accounts.values()])] },
      OR: [{ openUntil: { gt: ctx.now() } }, { fault: { not: null } }, { location: { not: ALL_LOCATIONS } }],
    },
    orderBy: { location: 'asc' },
  })
  const rows = stored.filter(
    ({ provider, accountId }) => accountId === (accounts.get(provider) ?? INSTALLATION_ACCOUNT),
  )
  const circuits = new Map<string, { all: Circuit | null; locations: Map<string, Circuit> }>()
  for (const { provider, location, fault, openUntil, message } of rows) {
    const circuit = { openUntil, message, fault: PROVIDER_FAULTS.find((known) => known === fault) ?? null }
    const ofProvider = circuits.get(provider) ?? { all: null, locations: new Map() }
    circuits.set(provider, ofProvider)
    if (location === ALL_LOCATIONS) ofProvider.all = circuit
    else ofProvider.locations.set(location, circuit)
  }
  return circuits
}

/**
 * Deletes stored lasting failures of the configured providers. Called at startup, because the process may have new
 * credentials or settings.
 */
export async function forgetRefusals({ db, deps }: Services): Promise<void> {
  await db.prisma.providerCircuit.deleteMany({
    where: {
      provider: { in: deps.providers.all().flatMap((registry) => registry.tokens()) },
      OR: [{ fault: { not: null } }, { location: { not: ALL_LOCATIONS } }],
    },
  })
}
