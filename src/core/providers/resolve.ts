import { partsOf } from '../../definitions/countries/location.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { requireOrganizationId } from '../access/authorize.ts'
import type { Ctx } from '../foundation/context.ts'
import { AppError, type FieldErrors } from '../foundation/errors.ts'
import { badFields } from '../foundation/parse.ts'
import type { Provider } from '../provider-port/registry.ts'
import { reachedLimits, type SpendDeps } from '../spend/limits.ts'
import { readCircuits } from './circuits.ts'
import { FAULT_TEXTS } from './faults.ts'
import { providersOf } from './registry-of.ts'

/**
 * Returns the providers for tokens and aliases, in the given order.
 * @param field path of the list, for error messages
 * @throws {AppError} INVALID_PROVIDER for unknown tokens; BAD_REQUEST if the list contains a provider twice
 */
export function resolveProviders(ctx: Ctx, tokens: readonly string[], field: string): Provider[] {
  const unknown: FieldErrors = {}
  const repeated: FieldErrors = {}
  const resolved: Provider[] = []
  const available = providersOf(ctx).tokens().join(', ')
  tokens.forEach((token, index) => {
    const provider = providersOf(ctx).find(token)
    if (!provider) unknown[`${field}.${index}`] = `is not a provider; available providers are ${available}`
    else if (resolved.includes(provider))
      repeated[`${field}.${index}`] = `is ${provider.id}, which the list already contains; remove it`
    else resolved.push(provider)
  })
  if (Object.keys(unknown).length > 0) {
    const names = tokens
      .filter((token) => !providersOf(ctx).find(token))
      .map((token) => JSON.stringify(token))
    throw new AppError('INVALID_PROVIDER', `Unknown provider: ${names.slice(0, 3).join(', ')}.`, {
      fieldErrors: unknown,
    })
  }
  if (Object.keys(repeated).length > 0) throw badFields(repeated)
  return resolved
}

/**
 * Checks that each provider supports each location.
 * @throws {AppError} BAD_REQUEST, listing every unsupported combination
 */
export function checkLocations(providers: readonly Provider[], locations: readonly string[]): void {
  const fieldErrors: FieldErrors = {}
  locations.forEach((location, index) => {
    const unsupported = providers
      .filter((provider) => !provider.supportsLocation(location))
      .map(({ id }) => id)
    if (unsupported.length > 0)
      fieldErrors[`locations.${index}`] = `${location} is not supported by ${unsupported.join(', ')}`
  })
  if (Object.keys(fieldErrors).length > 0) throw badFields(fieldErrors)
}

/**
 * Checks that each provider is available now for all locations. Within a transaction pass its `db`; see
 * {@link readCircuits}.
 * @throws {AppError} PROVIDER_UNAVAILABLE if a driver or credential is missing, a circuit is open, or a spend limit
 *   is reached
 */
export async function checkAvailable(
  ctx: Ctx<SpendDeps>,
  { providers, locations }: { providers: readonly Provider[]; locations: readonly string[] },
  db?: Prisma.TransactionClient,
): Promise<void> {
  const [first] = await unavailableAmong(ctx, { providers, locations }, db)
  if (!first) return
  const { id, because, wait } = first
  throw unavailable(
    `The provider ${id} is temporarily unavailable${because}. Nothing was started or charged.`,
    wait,
  )
}

/**
 * Checks that at least one of the providers is available now. Tokens that are no longer in the registry count as
 * unavailable. Within a transaction pass its `db`; see {@link readCircuits}.
 * @throws {AppError} PROVIDER_UNAVAILABLE
 */
export async function checkSomeAvailable(
  ctx: Ctx<SpendDeps>,
  tokens: readonly string[],
  db?: Prisma.TransactionClient,
): Promise<void> {
  const providers = tokens.flatMap((token) => providersOf(ctx).find(token) ?? [])
  const missing = await unavailableAmong(ctx, { providers, locations: [] }, db)
  if (missing.length < providers.length) return
  const waits = missing.map(({ wait }) => wait)
  throw unavailable(
    `None of the providers is available now: ${tokens.join(', ')}. Nothing was started.`,
    // An operator must configure tokens that are not in the registry.
    Math.min(...waits, ...(waits.length < tokens.length ? [UNCONFIGURED_RETRY_DELAY] : [])),
  )
}

/** Retry-After for a provider that an operator must configure first, in milliseconds. */
const UNCONFIGURED_RETRY_DELAY = 60_000

interface UnavailableProvider {
  id: string
  /** Why it is unavailable, as part of a message to customers. */
  because: string
  /** Milliseconds to wait before trying again. */
  wait: number
}

async function unavailableAmong(
  ctx: Ctx<SpendDeps>,
  { providers, locations }: { providers: readonly Provider[]; locations: readonly string[] },
  db?: Prisma.TransactionClient,
): Promise<UnavailableProvider[]> {
  const circuits = await readCircuits(ctx, providersOf(ctx), db)
  const limits = await reachedLimits(ctx, providers, { organizationId: requireOrganizationId(ctx), db })
  const waitUntil = (time: Date | undefined) => (time ? time.getTime() - ctx.now().getTime() : 0)
  return providers.flatMap(({ id, state }): UnavailableProvider | [] => {
    const limit = limits.get(id)
    if (limit)
      return { id, because: ', because a daily spend limit is reached', wait: waitUntil(limit.until) }
    const circuit = circuits.get(id)?.all
    const wait = waitUntil(circuit?.openUntil)
    if (circuit && wait > 0) {
      const because = circuit.fault ? `, ${FAULT_TEXTS[circuit.fault].because}` : ' after repeated failures'
      return { id, because, wait }
    }
    if (state === 'unavailable') return { id, because: '', wait: UNCONFIGURED_RETRY_DELAY }
    for (const location of locations) {
      const { country } = partsOf(location)
      const wait = waitUntil(circuits.get(id)?.locations.get(country)?.openUntil)
      if (wait > 0) return { id, because: ` for ${country}, because it rejects questions from there`, wait }
    }
    return []
  })
}

function unavailable(message: string, wait: number): AppError {
  return new AppError('PROVIDER_UNAVAILABLE', message, { retryAfter: Math.max(1, Math.ceil(wait / 1_000)) })
}
