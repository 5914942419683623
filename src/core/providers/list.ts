import type { Enumeration } from '../../definitions/enumeration.ts'
import type { Provider, ProviderRegistry, ProviderState } from '../../providers/registry.ts'
import type { Ctx } from '../context.ts'
import { openCircuits } from './circuits.ts'

/** Whether a provider is asked at all. */
export const CIRCUIT_STATES = {
  closed: 'The provider is asked as usual.',
  open: 'The provider is not asked until `openUntil`, after repeated failures.',
} as const satisfies Enumeration

/** A provider as users and operators see it. */
export interface ProviderRecord {
  id: string
  label: string
  aliases: readonly string[]
  driver: string
  model: string | null
  /** `unavailable` also while its circuit is open. */
  state: ProviderState
  /** Whether its answers are generated locally and marked as simulated. */
  simulated: boolean
  available: boolean
  /** Why it is simulated or unavailable; null when it works as configured. Only operators read what is missing. */
  reason: string | null
  /** What an operator can do about it; null when there is nothing to do, and for customers. */
  fix: string | null
  locations: '*' | readonly string[]
  circuit: keyof typeof CIRCUIT_STATES
  /** Until when its circuit is open. */
  openUntil: Date | null
}

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
  if (record.circuit === 'open' || record.reason === null) return record
  return { ...record, reason: record.simulated ? 'simulated: not available' : 'not available', fix: null }
}

function toProviderRecord(provider: Provider, openUntil: Date | null): ProviderRecord {
  const { id, label, aliases, driverName, model, missing, locations } = provider
  const state = openUntil ? 'unavailable' : provider.state
  return {
    id,
    label,
    aliases,
    driver: driverName,
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
