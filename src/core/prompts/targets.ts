import type { Ctx } from '../context.ts'
import { badFields } from '../parse.ts'
import { checkLocations, resolveProviders } from '../providers/resolve.ts'
import type { GivenFields } from './input.ts'

/** Whom a prompt is asked, and from where. */
export interface Targets {
  /** Literal tokens. */
  providers: string[]
  locations: string[]
}

/** Locations of a prompt that names none (specification §2 "Prompt"). */
const DEFAULT_LOCATIONS = ['US']

/** Targets of a new prompt that names none: the project's provider settings, of which the registry may have lost some. */
export function defaultTargets(ctx: Ctx, defaultProviders: readonly string[]): Targets {
  const known = defaultProviders.filter((token) => ctx.deps.providers.find(token))
  return {
    providers: known.length > 0 ? known : ctx.deps.providers.tokens(),
    locations: [...DEFAULT_LOCATIONS],
  }
}

/**
 * The targets after a change: what is given, else what stands.
 * @throws {AppError} BAD_REQUEST when a provider cannot answer for a location, on the field that was given
 */
export function targetsOf(ctx: Ctx, given: Pick<GivenFields, keyof Targets>, standing: Targets): Targets {
  const named = given.providers && resolveProviders(ctx, given.providers, 'providers')
  // A standing one that left the registry is nobody's mistake now.
  const providers =
    named ??
    standing.providers.map((token) => ctx.deps.providers.find(token)).filter((found) => found !== null)
  const locations = given.locations ?? standing.locations
  if (given.locations) checkLocations(providers, given.locations)
  const unable: Record<string, string> = {}
  providers.forEach((provider, index) => {
    const missing = locations.filter((location) => !provider.supportsLocation(location))
    if (missing.length === 0) return
    const field = named ? `providers.${index}` : 'locations'
    unable[field] ??=
      `${provider.id} does not support ${missing.join(', ')}; give other locations or providers`
  })
  if (Object.keys(unable).length > 0) throw badFields(unable)
  return { providers: named ? named.map(({ id }) => id) : standing.providers, locations: [...locations] }
}
