import type { Prisma } from '../../generated/prisma/client.ts'
import type { Provider } from '../../providers/registry.ts'
import type { Ctx } from '../context.ts'
import { AppError, type FieldErrors } from '../errors.ts'
import { badFields } from '../parse.ts'
import { openCircuits } from './circuits.ts'

/**
 * The providers behind tokens and aliases, in the order given.
 * @throws {AppError} INVALID_PROVIDER for unknown tokens, BAD_REQUEST for one that is named twice; `field` is the path of the list
 */
export function resolveProviders(ctx: Ctx, tokens: readonly string[], field: string): Provider[] {
  const unknown: FieldErrors = {}
  const twice: FieldErrors = {}
  const found: Provider[] = []
  const known = ctx.deps.providers.tokens().join(', ')
  tokens.forEach((token, index) => {
    const provider = ctx.deps.providers.find(token)
    if (!provider) unknown[`${field}.${index}`] = `is not a provider; known are ${known}`
    else if (found.includes(provider)) twice[`${field}.${index}`] = `names ${provider.id} a second time`
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
  if (Object.keys(twice).length > 0) throw badFields(twice)
  return found
}

/** @throws {AppError} BAD_REQUEST naming every pair of a provider and a location it cannot answer for */
export function checkLocations(providers: readonly Provider[], locations: readonly string[]): void {
  const fieldErrors: FieldErrors = {}
  locations.forEach((location, index) => {
    const unable = providers.filter((provider) => !provider.supportsLocation(location)).map(({ id }) => id)
    if (unable.length > 0)
      fieldErrors[`locations.${index}`] = `${location} is not supported by ${unable.join(', ')}`
  })
  if (Object.keys(fieldErrors).length > 0) throw badFields(fieldErrors)
}

/** @throws {AppError} PROVIDER_UNAVAILABLE when one has no credentials or its circuit is open */
export async function checkAvailable(
  ctx: Ctx,
  providers: readonly Provider[],
  db?: Prisma.TransactionClient,
): Promise<void> {
  const circuits = await openCircuits(ctx, db)
  for (const { id, available } of providers) {
    const openUntil = circuits.get(id)
    if (available && !openUntil) continue
    const wait = openUntil ? openUntil.getTime() - ctx.now().getTime() : WAIT_FOR_CREDENTIALS
    throw new AppError(
      'PROVIDER_UNAVAILABLE',
      `The provider ${id} is temporarily unavailable${openUntil ? ' after repeated failures' : ''}. Nothing was started or charged.`,
      { retryAfter: Math.max(1, Math.ceil(wait / 1_000)) },
    )
  }
}

/** A provider without credentials comes back when somebody mends that; milliseconds. */
const WAIT_FOR_CREDENTIALS = 60_000
