import type { Prompt } from '../../generated/prisma/client.ts'
import type { LockedProject } from '../access/project-access.ts'
import type { Ctx } from '../foundation/context.ts'
import { badFields } from '../foundation/parse.ts'
import { defaultTokens, providersOf } from '../providers/registry-of.ts'
import { checkLocations, resolveProviders } from '../providers/resolve.ts'
import type { PromptState } from './apply.ts'
import type { GivenFields } from './input.ts'

/** Providers and locations of a prompt. */
export interface Targets {
  /** Provider tokens, not aliases. */
  providers: string[]
  locations: string[]
}

/** Locations of a new prompt when none are given. */
const DEFAULT_LOCATIONS = ['US']

/**
 * Returns the targets of a new prompt when none are given: the project's default providers. If none of them is configured
 * any more, returns the default providers of new projects.
 */
export function defaultTargets(ctx: Ctx, defaultProviders: readonly string[]): Targets {
  const configured = defaultProviders.filter((token) => providersOf(ctx).find(token))
  return {
    providers: configured.length > 0 ? configured : defaultTokens(providersOf(ctx)),
    locations: [...DEFAULT_LOCATIONS],
  }
}

/**
 * Returns the targets after a change: the given providers and locations, otherwise the current ones.
 * @throws {AppError} BAD_REQUEST if a provider does not support a location, on the field that was given
 */
export function targetsOf(ctx: Ctx, fields: Pick<GivenFields, keyof Targets>, current: Targets): Targets {
  const givenProviders = fields.providers && resolveProviders(ctx, fields.providers, 'providers')
  // A current provider that is no longer configured is not an error in this request.
  const providers =
    givenProviders ??
    current.providers.map((token) => providersOf(ctx).find(token)).filter((provider) => provider !== null)
  const locations = fields.locations ?? current.locations
  if (fields.locations) checkLocations(providers, fields.locations)
  const fieldErrors: Record<string, string> = {}
  providers.forEach((provider, index) => {
    const missing = locations.filter((location) => !provider.supportsLocation(location))
    if (missing.length === 0) return
    const field = givenProviders ? `providers.${index}` : 'locations'
    fieldErrors[field] ??=
      `${provider.id} does not support ${missing.join(', ')}; choose other locations or providers`
  })
  if (Object.keys(fieldErrors).length > 0) throw badFields(fieldErrors)
  return {
    providers: givenProviders ? givenProviders.map(({ id }) => id) : current.providers,
    locations: [...locations],
  }
}

/**
 * Returns the state of a new prompt, using the defaults of its project.
 * @throws {AppError} BAD_REQUEST if a provider does not support a location
 */
export function newPromptState(
  ctx: Ctx,
  project: LockedProject,
  fields: GivenFields & { text: string },
): PromptState {
  const targets = targetsOf(ctx, fields, defaultTargets(ctx, project.defaultProviders))
  return { text: fields.text, ...targets, active: fields.active ?? true, tags: fields.tags ?? null }
}

/**
 * Returns the state of a prompt after changing the given fields.
 * @throws {AppError} BAD_REQUEST if a provider does not support a location
 */
export function changedPromptState(
  ctx: Ctx,
  prompt: Prompt,
  fields: GivenFields,
): PromptState & { id: string } {
  const { id, text, providers, locations, active } = prompt
  const current = { providers, locations }
  const targets = fields.providers || fields.locations ? targetsOf(ctx, fields, current) : current
  return {
    id,
    text: fields.text ?? text,
    ...targets,
    active: fields.active ?? active,
    tags: fields.tags ?? null,
  }
}
