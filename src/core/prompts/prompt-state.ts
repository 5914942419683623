import type { Prompt } from '../../generated/prisma/client.ts'
import type { Ctx } from '../context.ts'
import { badFields } from '../parse.ts'
import type { LockedProject } from '../project-access.ts'
import { checkLocations, resolveProviders } from '../providers/resolve.ts'
import type { PromptState } from './apply.ts'
import type { GivenFields } from './input.ts'

/** The providers and locations that a prompt is asked of and from. */
export interface Targets {
  /** Literal tokens. */
  providers: string[]
  locations: string[]
}

/** Locations of a prompt that names none. */
const DEFAULT_LOCATIONS = ['US']

/** Targets of a new prompt that names none: the project's default providers, as far as they are still configured. */
export function defaultTargets(ctx: Ctx, defaultProviders: readonly string[]): Targets {
  const known = defaultProviders.filter((token) => ctx.deps.providers.find(token))
  return {
    providers: known.length > 0 ? known : ctx.deps.providers.tokens(),
    locations: [...DEFAULT_LOCATIONS],
  }
}

/**
 * The targets after a change: the given ones, otherwise the current ones.
 * @throws {AppError} BAD_REQUEST when a provider cannot answer for a location, on the field that was given
 */
export function targetsOf(ctx: Ctx, given: Pick<GivenFields, keyof Targets>, current: Targets): Targets {
  const named = given.providers && resolveProviders(ctx, given.providers, 'providers')
  // Current providers that are no longer configured are not an error of this request.
  const providers =
    named ??
    current.providers.map((token) => ctx.deps.providers.find(token)).filter((found) => found !== null)
  const locations = given.locations ?? current.locations
  if (given.locations) checkLocations(providers, given.locations)
  const fieldErrors: Record<string, string> = {}
  providers.forEach((provider, index) => {
    const missing = locations.filter((location) => !provider.supportsLocation(location))
    if (missing.length === 0) return
    const field = named ? `providers.${index}` : 'locations'
    fieldErrors[field] ??=
      `${provider.id} does not support ${missing.join(', ')}; give other locations or providers`
  })
  if (Object.keys(fieldErrors).length > 0) throw badFields(fieldErrors)
  return { providers: named ? named.map(({ id }) => id) : current.providers, locations: [...locations] }
}

/**
 * The state of a new prompt, with the defaults of its project.
 * @throws {AppError} BAD_REQUEST when a provider cannot answer for a location
 */
export function newPromptState(
  ctx: Ctx,
  project: LockedProject,
  given: GivenFields & { text: string },
): PromptState {
  const targets = targetsOf(ctx, given, defaultTargets(ctx, project.defaultProviders))
  return { text: given.text, ...targets, active: given.active ?? true, tags: given.tags ?? null }
}

/**
 * The state of a prompt after a change of the given fields.
 * @throws {AppError} BAD_REQUEST when a provider cannot answer for a location
 */
export function changedPromptState(
  ctx: Ctx,
  prompt: Prompt,
  given: GivenFields,
): PromptState & { id: string } {
  const { id, text, providers, locations, active } = prompt
  const current = { providers, locations }
  const targets = given.providers || given.locations ? targetsOf(ctx, given, current) : current
  return {
    id,
    text: given.text ?? text,
    ...targets,
    active: given.active ?? active,
    tags: given.tags ?? null,
  }
}
