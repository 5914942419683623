import type { Provider, ProviderRegistry, Route } from '../../providers/registry.ts'
import type { Ctx } from '../context.ts'
import { type Circuit, readCircuits } from './circuits.ts'
import type { ProviderRecord, RouteRecord } from './definition.ts'

/**
 * All providers in the order of the registry, with the state of their circuits. For every caller; customers do not learn how the
 * installation is configured.
 */
export async function listProviders({ ctx }: { ctx: Ctx }): Promise<ProviderRecord[]> {
  const records = providerRecords(ctx.deps.providers, { circuits: await readCircuits(ctx), now: ctx.now() })
  return ctx.actor.type === 'operator' ? records : records.map(withoutConfiguration)
}

/** The providers as operators see them. */
export function providerRecords(
  providers: ProviderRegistry,
  { circuits, now }: { circuits: ReadonlyMap<string, Circuit>; now: Date },
): ProviderRecord[] {
  return providers
    .list()
    .map((provider) => toProviderRecord(provider, circuits.get(provider.id) ?? null, now))
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
  return { ...record, routes, reason: reasonForCustomers(record), fix: null }
}

function reasonForCustomers({ reason, openUntil, state }: ProviderRecord): string | null {
  if (openUntil) return notAskedUntil(openUntil)
  // Of one that is asked again there is only something to tell to operators.
  if (reason === null || state === 'real') return null
  return state === 'simulated' ? 'simulated: not available' : 'not available'
}

function toRouteRecord({ driver, surface, used, missing }: Route): RouteRecord {
  const reason = used ? null : (missing?.reason ?? 'a route before it is used')
  return { driver, surface, used, reason, fix: missing?.fix ?? null }
}

function toProviderRecord(provider: Provider, circuit: Circuit | null, now: Date): ProviderRecord {
  const { id, label, aliases, driverName, routes, model, missing, locations } = provider
  const openUntil = circuit && circuit.openUntil > now ? circuit.openUntil : null
  const state = openUntil ? 'unavailable' : provider.state
  const failure = circuit && provider.state === 'real' ? failureOf(provider, circuit, openUntil) : null
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
    reason: failure?.reason ?? (openUntil ? notAskedUntil(openUntil) : (missing?.reason ?? null)),
    fix: failure?.fix ?? missing?.fix ?? null,
    locations,
    circuit: openUntil ? 'open' : 'closed',
    openUntil,
  }
}

function notAskedUntil(time: Date): string {
  return `not asked until ${time.toISOString()}`
}

/** Why a provider is not asked, or was refused when it last was, and what an operator can do about it. */
function failureOf(
  { variables }: Provider,
  { refused, message }: Circuit,
  openUntil: Date | null,
): { reason: string; fix: string | null } {
  const now = openUntil ? notAskedUntil(openUntil) : 'the next question tries again'
  const said = message === null ? '' : `: ${message}`
  if (!refused) return { reason: `${now} after repeated failures${said}`, fix: null }
  const names = new Intl.ListFormat('en').format(variables)
  return {
    reason: `${names === '' ? 'the request' : names} was refused${said}; ${now}`,
    fix:
      names === ''
        ? 'correct its entry in PROVIDERS_FILE'
        : `set a valid ${names}, or raise the quota of its account, and restart`,
  }
}
