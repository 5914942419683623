import type { Provider } from '../provider-port/registry.ts'
import { inDollars } from '../spend/describe.ts'
import type { ReachedLimit } from '../spend/limits.ts'
import type { Circuit } from './circuits.ts'

/** Reasons that providers are unavailable, by token. */
export interface Obstacles {
  circuits: ReadonlyMap<string, Circuit>
  limits: ReadonlyMap<string, ReachedLimit>
  now: Date
}

/** Why a provider is paused, or rejected the last question; for operators. */
interface Obstacle {
  /** When questions will be sent again; null if the provider is not paused. */
  until: Date | null
  reason: string
  /** What an operator can do to fix it; null if waiting is enough. */
  fix: string | null
}

/** Returns why a provider is unavailable although it is configured; null if it is available. */
export function unavailableReason(provider: Provider, { circuits, limits, now }: Obstacles): Obstacle | null {
  const circuit = circuits.get(provider.id)
  const limit = limits.get(provider.id)
  if (circuit && circuit.openUntil > now) return failure(provider, circuit, circuit.openUntil)
  if (limit) return limited(provider, limit)
  return circuit?.refused && provider.state === 'real' ? failure(provider, circuit, null) : null
}

/** Returns a message for customers. It does not reveal the configuration. */
export function notAskedUntil(time: Date): string {
  return `paused until ${time.toISOString()}`
}

function failure({ variables }: Provider, { refused, message }: Circuit, until: Date | null): Obstacle {
  const wait = until ? notAskedUntil(until) : 'the next question will try again'
  const detail = message === null ? '' : `: ${message}`
  if (!refused) return { until, reason: `${wait} after repeated failures${detail}`, fix: null }
  const names = new Intl.ListFormat('en').format(variables)
  return {
    until,
    reason: `${names === '' ? 'the request' : names} ${variables.length > 1 ? 'were' : 'was'} rejected${detail}; ${wait}`,
    fix:
      names === ''
        ? 'correct its entry in PROVIDERS_FILE'
        : `set a valid ${names}, or raise the quota of its account, and restart`,
  }
}

/** Environment variables of the limits for all providers together. */
const VARIABLES = {
  perDay: 'DAILY_SPEND_USD',
  perOrganizationPerDay: 'DAILY_SPEND_USD_PER_ORGANIZATION',
} as const

function limited({ id }: Provider, { scope, field, limit, spent, until }: ReachedLimit): Obstacle {
  const setting = scope === 'all' ? VARIABLES[field] : `options.spendLimit.${field} of ${id}`
  return {
    until,
    reason: `${inDollars(spent)} of the daily limit of ${inDollars(limit)} has been spent (${setting}); ${notAskedUntil(until)}`,
    fix: `wait, or raise ${setting} and restart`,
  }
}
