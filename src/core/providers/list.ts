import type { Ctx } from '../foundation/context.ts'
import type { Provider, ProviderRegistry, Route } from '../provider-port/registry.ts'
import { reachedLimits, type SpendDeps } from '../spend/limits.ts'
import { readCircuits } from './circuits.ts'
import type { ProviderRecord, RouteRecord } from './definition.ts'
import { providersOf } from './registry-of.ts'
import { notAskedUntil, type Obstacles, unavailableReason } from './unavailable-reason.ts'

/**
 * Returns all providers in the order of the registry, with the state of their circuits. For every caller; the
 * configuration is only shown to operators.
 */
export async function listProviders({ ctx }: { ctx: Ctx<SpendDeps> }): Promise<ProviderRecord[]> {
  const { actor, now } = ctx
  const organizationId = actor.type === 'key' || actor.type === 'member' ? actor.organizationId : null
  const registry = providersOf(ctx)
  const limits = await reachedLimits(ctx, registry.list(), { organizationId })
  const obstacles = { circuits: await readCircuits(ctx, registry), limits, now: now() }
  return providerRecords(registry, obstacles).map((record) => {
    // Organizations may see everything about their own credentials.
    const isOwn = organizationId !== null && registry.find(record.id)?.account === organizationId
    return actor.type === 'operator' || isOwn ? record : withoutConfiguration(record)
  })
}

/** Returns the providers as operators see them. */
export function providerRecords(providers: ProviderRegistry, obstacles: Obstacles): ProviderRecord[] {
  return providers.list().map((provider) => toProviderRecord(provider, obstacles))
}

/** Returns providers by token, in the given order. Unknown tokens and aliases give null. */
export async function readProviders({
  ctx,
  input,
}: {
  ctx: Ctx<SpendDeps>
  input: { ids: readonly string[] }
}): Promise<(ProviderRecord | null)[]> {
  const providersById = new Map((await listProviders({ ctx })).map((provider) => [provider.id, provider]))
  return input.ids.map((id) => providersById.get(id) ?? null)
}

/** Returns the display name of a provider, or the token itself if the registry no longer has the provider. */
export function providerLabel(ctx: Ctx, token: string): string {
  return providersOf(ctx).find(token)?.label ?? token
}

function withoutConfiguration(record: ProviderRecord): ProviderRecord {
  const routes = record.routes.map((route) => ({
    ...route,
    reason: route.fix === null ? route.reason : 'not configured',
    fix: null,
  }))
  return { ...record, routes, reason: reasonForCustomers(record), fix: null }
}

function reasonForCustomers({ reason, openUntil, circuit, state }: ProviderRecord): string | null {
  if (openUntil)
    return `${notAskedUntil(openUntil)}${circuit === 'open' ? '' : ': a daily spend limit is reached'}`
  // Available providers may still have a reason, such as a previous rejection, but it is for operators only.
  if (reason === null || state === 'real') return null
  return state === 'simulated' ? 'simulated: not available' : 'not available'
}

function toRouteRecord({ driver, surface, used, missing }: Route): RouteRecord {
  const reason = used ? null : (missing?.reason ?? 'a preferred route is used')
  return { driver, surface, used, reason, fix: missing?.fix ?? null }
}

function toProviderRecord(provider: Provider, obstacles: Obstacles): ProviderRecord {
  const { id, label, aliases, driverName, routes, model, missing, locations, applies } = provider
  const obstacle = unavailableReason(provider, obstacles)
  const openUntil = obstacle?.until ?? null
  const state = openUntil ? 'unavailable' : provider.state
  const circuit = obstacles.circuits.get(id)?.all
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
    reason: (obstacle ?? missing)?.reason ?? null,
    fix: (obstacle ?? missing)?.fix ?? null,
    locations,
    languageApplied: applies.language,
    cityApplied: applies.city,
    circuit: circuit && circuit.openUntil > obstacles.now ? 'open' : 'closed',
    openUntil,
  }
}
