import type { Ctx } from '../foundation/context.ts'
import type { Provider, ProviderRegistry } from '../provider-port/registry.ts'

/**
 * Returns the providers that answer the questions of the caller's organization. Jobs and operators get the providers of
 * the installation; a job that works for an organization must use `deps.providers.of` instead.
 */
export function providersOf({ actor, deps }: Pick<Ctx, 'actor' | 'deps'>): ProviderRegistry {
  return deps.providers.of(actor.type === 'key' || actor.type === 'member' ? actor.organizationId : null)
}

/**
 * Returns the provider with a token in any account, to read stored answers: all accounts read them in the same way. Null
 * for an unknown token.
 */
export function findInAnyAccount({ deps }: Pick<Ctx, 'deps'>, token: string): Provider | null {
  for (const registry of deps.providers.all()) {
    const provider = registry.find(token)
    if (provider) return provider
  }
  return null
}

/**
 * Returns the providers of prompts that name none: the ones that are really asked. Otherwise simulated answers would be
 * counted together with real ones. An installation without any credentials has all providers, such as the demo.
 */
export function defaultTokens(registry: ProviderRegistry): string[] {
  const real = registry.list().filter(({ state }) => state === 'real')
  return real.length > 0 ? real.map(({ id }) => id) : registry.tokens()
}
