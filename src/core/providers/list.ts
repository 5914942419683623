import type { Provider } from '../../providers/registry.ts'
import type { Ctx } from '../context.ts'
import { openCircuits } from './circuits.ts'

/** A provider as users and operators see it. */
export interface ProviderRecord {
  id: string
  label: string
  aliases: readonly string[]
  driver: string
  model: string | null
  /** Answers are made up, and marked so. */
  simulated: boolean
  available: boolean
  /** Why it is not available, for operators. */
  reason: string | null
  locations: '*' | readonly string[]
  circuit: 'closed' | 'open'
  /** Until when its circuit is open. */
  openUntil: Date | null
}

/** The registry, with what is known of each provider's health. */
export async function listProviders({ ctx }: { ctx: Ctx }): Promise<ProviderRecord[]> {
  const circuits = await openCircuits(ctx)
  return ctx.deps.providers.list().map((provider) => recordOf(provider, circuits.get(provider.id) ?? null))
}

function recordOf(provider: Provider, openUntil: Date | null): ProviderRecord {
  const { id, label, aliases, driverName, model, simulated, available, unavailableReason, locations } =
    provider
  return {
    id,
    label,
    aliases,
    driver: driverName,
    model,
    simulated,
    available: available && !openUntil,
    reason: unavailableReason ?? (openUntil ? 'left alone for a while after repeated failures' : null),
    locations,
    circuit: openUntil ? 'open' : 'closed',
    openUntil,
  }
}
