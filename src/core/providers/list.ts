import type { Provider, ProviderRegistry, Route } from '../../providers/registry.ts'
import type { Ctx } from '../context.ts'
import { openCircuits } from './circuits.ts'
import type { ProviderRecord, RouteRecord } from './definition.ts'

/**
 * All providers in the order of the registry, with the state of their circuits. For every caller; customers do not learn how the
 * installation is configured.
 */
export async function listProviders({ ctx }: { ctx: Ctx }): Promise<ProviderRecord[]> {
  const records = providerRecords(ctx.deps.providers, await openCircuits(ctx))
  return ctx.actor.type === 'operator' ? records : records.map(withoutConfiguration)
}

/** The providers as operators see them, with the circuits that are open and until when. */
export function providerRecords(
  providers: ProviderRegistry,
  circuits: ReadonlyMap<string, Date>,
): ProviderRecord[] {
  return providers.list().map((provider) => toProviderRecord(provider, circuits.get(provider.id) ?? null))
}

/** Providers by their tokens, in the given order; null for one that the registry does not have, and for an alias. */
export async function readProviders({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<(ProviderRecord | null)[]> {
  const found = new Map((await listProviders({ ctx })).map((provider) => [provider.id, provider]))
  return input.ids.map((id) => found.get(id) ?? null)
}

/** The display name of a provider; the token itself where the registry no longer has the provider. */
export function providerLabel(ctx: Ctx, token: string): string {
  return ctx.deps.providers.find(token)?.label ?? token
}

function withoutConfiguration(record: ProviderRecord): ProviderRecord {
  const routes = record.routes.map((route) => ({
    ...route,
    reason: route.fix === null ? route.reason : 'not configured',
    fix: null,
  }))
  if (record.circuit === 'open' || record.reason === null) return { ...record, routes }
  const reason = record.simulated ? 'simulated: not available' : 'not available'
  return { ...record, routes, reason, fix: null }
}

function toRouteRecord({ driver, surface, used, missing }: Route): RouteRecord {
  const reason = used ? null : (missing?.reason ?? 'a route before it is used')
  return { driver, surface, used, reason, fix: missing?.fix ?? null }
}

function toProviderRecord(provider: Provider, openUntil: Date | null): ProviderRecord {
  const { id, label, aliases, driverName, routes, model, missing, locations } = provider
  const state = openUntil ? 'unavailable' : provider.state
  return {
    id,
    label,
    aliases,
    driver: driverName,
    surface: routes.find(({ used }) => used)?.surface ?? null,
    routes: routes.map(toRouteRecord),
    model,
    state,
    simulated: provider.state === 'simulated',
    available: state !== 'unavailable',
    reason: openUntil
      ? `not asked until ${openUntil.toISOString()} after repeated failures`
      : (missing?.reason ?? null),
    fix: missing?.fix ?? null,
    locations,
    circuit: openUntil ? 'open' : 'closed',
    openUntil,
  }
}
