import type { Provider } from '../provider-port/registry.ts'
import { inDollars } from '../spend/describe.ts'
import type { ReachedLimit } from '../spend/limits.ts'
import type { Circuit, ProviderCircuits } from './circuits.ts'
import { FAULT_TEXTS } from './faults.ts'

/** Reasons that providers are unavailable, by token. */
export interface Obstacles {
  circuits: ReadonlyMap<string, ProviderCircuits>
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
  const { all: circuit = null, locations = new Map() } = circuits.get(provider.id) ?? {}
  const limit = limits.get(provider.id)
  if (circuit && circuit.openUntil > now) return failure(provider, circuit, circuit.openUntil)
  if (limit) return limited(provider, limit)
  if (provider.state !== 'real') return null
  if (circuit?.fault) return failure(provider, circuit, null)
  return locations.size > 0 ? rejectedLocations(provider, locations) : null
}

/** Returns a message for customers. It does not reveal the configuration. */
export function notAskedUntil(time: Date): string {
  return `paused until ${time.toISOString()}`
}

function failure(provider: Provider, { fault, message }: Circuit, until: Date | null): Obstacle {
  const wait = until ? notAskedUntil(until) : 'the next question will try again'
  const detail = message === null ? '' : `: ${message}`
  if (!fault) return { until, reason: `${wait} after repeated failures${detail}`, fix: null }
  const texts = FAULT_TEXTS[fault]
  return { until, reason: `${texts.rejected(provider)}${detail}; ${wait}`, fix: texts.fix(provider) }
}

function rejectedLocations({ settingName }: Provider, locations: ReadonlyMap<string, Circuit>): Obstacle {
  const codes = new Intl.ListFormat('en').format(locations.keys())
  const [{ message }] = [...locations.values()] as [Circuit]
  return {
    until: null,
    reason: `questions from ${codes} were rejected${message === null ? '' : `: ${message}`}`,
    fix: `remove ${codes} from the locations of prompts, or list the countries it supports in ${settingName('locations')}`,
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
