import type { Prisma } from '../../generated/prisma/client.ts'
import type { Provider } from '../../providers/registry.ts'
import { organizationOf } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { AppError, type FieldErrors } from '../errors.ts'
import { badFields } from '../parse.ts'
import { reachedLimits } from '../spend/limits.ts'
import { readCircuits } from './circuits.ts'

/**
 * The providers behind tokens and aliases, in the order given.
 * @throws {AppError} INVALID_PROVIDER for unknown tokens, BAD_REQUEST for a provider that the list contains twice; `field` is the path of the list
 */
export function resolveProviders(ctx: Ctx, tokens: readonly string[], field: string): Provider[] {
  const unknown: FieldErrors = {}
  const repeated: FieldErrors = {}
  const found: Provider[] = []
  const known = ctx.deps.providers.tokens().join(', ')
  tokens.forEach((token, index) => {
    const provider = ctx.deps.providers.find(token)
    if (!provider) unknown[`${field}.${index}`] = `is not a provider; known are ${known}`
    else if (found.includes(provider))
      repeated[`${field}.${index}`] = `is ${provider.id}, which the list already contains; remove it`
    else found.push(provider)
  })
  if (Object.keys(unknown).length > 0) {
    const names = tokens
      .filter((token) => !ctx.deps.providers.find(token))
      .map((token) => JSON.stringify(token))
    throw new AppError('INVALID_PROVIDER', `Unknown provider: ${names.slice(0, 3).join(', ')}.`, {
      fieldErrors: unknown,
    })
  }
  if (Object.keys(repeated).length > 0) throw badFields(repeated)
  return found
}

/**
 * Checks that each provider answers for each location.
 * @throws {AppError} BAD_REQUEST naming every pair of a provider and a location it cannot answer for
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
 * Checks that each provider can be asked now. Within a transaction pass its `db`: see {@link readCircuits}.
 * @throws {AppError} PROVIDER_UNAVAILABLE when its driver or a credential is missing, its circuit is open, or a limit of
 *   spending leaves no room for a question
 */
export async function checkAvailable(
  ctx: Ctx,
  providers: readonly Provider[],
  db?: Prisma.TransactionClient,
): Promise<void> {
  const [first] = await unavailableAmong(ctx, providers, db)
  if (!first) return
  const { id, cause, wait } = first
  throw unavailable(
    `The provider ${id} is temporarily unavailable${CAUSES[cause]}. Nothing was started or charged.`,
    wait,
  )
}

/**
 * Checks that at least one of the providers behind tokens can be asked now, whatever the others do. A token that is not in the
 * registry any more names none. Within a transaction pass its `db`: see {@link readCircuits}.
 * @throws {AppError} PROVIDER_UNAVAILABLE
 */
export async function checkSomeAvailable(
  ctx: Ctx,
  tokens: readonly string[],
  db?: Prisma.TransactionClient,
): Promise<void> {
  const providers = tokens.flatMap((token) => ctx.deps.providers.find(token) ?? [])
  const missing = await unavailableAmong(ctx, providers, db)
  if (missing.length < providers.length) return
  const waits = missing.map(({ wait }) => wait)
  throw unavailable(
    `None of the providers can be asked now: ${tokens.join(', ')}. Nothing was started.`,
    // A token that is not in the registry counts as one that an operator must configure.
    Math.min(...waits, ...(waits.length < tokens.length ? [UNCONFIGURED_RETRY_DELAY] : [])),
  )
}

/** The Retry-After for a provider that an operator must configure first, in milliseconds. */
const UNCONFIGURED_RETRY_DELAY = 60_000

/** Why a provider cannot be asked, as part of a message to customers. */
const CAUSES = {
  failures: ' after repeated failures',
  spend_limit: ', because a daily spend limit is reached',
  /** An operator has to act. */
  configuration: '',
} as const

interface UnavailableProvider {
  id: string
  cause: keyof typeof CAUSES
  /** Milliseconds after which to try again. */
  wait: number
}

async function unavailableAmong(
  ctx: Ctx,
  providers: readonly Provider[],
  db?: Prisma.TransactionClient,
): Promise<UnavailableProvider[]> {
  const circuits = await readCircuits(ctx, db)
  const limits = await reachedLimits(ctx, providers, { organizationId: organizationOf(ctx), db })
  return providers.flatMap(({ id, state }): UnavailableProvider | [] => {
    const limit = limits.get(id)
    if (limit) return { id, cause: 'spend_limit', wait: limit.until.getTime() - ctx.now().getTime() }
    const circuit = circuits.get(id)
    const wait = circuit ? circuit.openUntil.getTime() - ctx.now().getTime() : 0
    if (circuit && wait > 0) return { id, cause: circuit.refused ? 'configuration' : 'failures', wait }
    return state === 'unavailable' ? { id, cause: 'configuration', wait: UNCONFIGURED_RETRY_DELAY } : []
  })
}

function unavailable(message: string, wait: number): AppError {
  return new AppError('PROVIDER_UNAVAILABLE', message, { retryAfter: Math.max(1, Math.ceil(wait / 1_000)) })
}
