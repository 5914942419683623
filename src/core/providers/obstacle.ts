import type { Provider } from '../../providers/registry.ts'
import { inDollars } from '../spend/describe.ts'
import type { ReachedLimit } from '../spend/limits.ts'
import type { Circuit } from './circuits.ts'

/** What keeps providers from being asked, by their tokens. */
export interface Obstacles {
  circuits: ReadonlyMap<string, Circuit>
  limits: ReadonlyMap<string, ReachedLimit>
  now: Date
}

/** Why a provider is not asked, or was refused when it last was, for operators. */
interface Obstacle {
  /** When it will be asked again; null if it is asked. */
  until: Date | null
  reason: string
  /** What an operator can do about it; null where waiting helps. */
  fix: string | null
}

/** What keeps a provider from being asked although it is configured; null for nothing. */
export function obstacleTo(provider: Provider, { circuits, limits, now }: Obstacles): Obstacle | null {
  const circuit = circuits.get(provider.id)
  const limit = limits.get(provider.id)
  if (circuit && circuit.openUntil > now) return failure(provider, circuit, circuit.openUntil)
  if (limit) return limited(provider, limit)
  return circuit?.refused && provider.state === 'real' ? failure(provider, circuit, null) : null
}

/** The words for it that tell nothing of the configuration. */
export function notAskedUntil(time: Date): string {
  return `not asked until ${time.toISOString()}`
}

function failure({ variables }: Provider, { refused, message }: Circuit, until: Date | null): Obstacle {
  const wait = until ? notAskedUntil(until) : 'the next question tries again'
  const said = message === null ? '' : `: ${message}`
  if (!refused) return { until, reason: `${wait} after repeated failures${said}`, fix: null }
  const names = new Intl.ListFormat('en').format(variables)
  return {
    until,
    reason: `${names === '' ? 'the request' : names} ${variables.length > 1 ? 'were' : 'was'} refused${said}; ${wait}`,
    fix:
      names === ''
        ? 'correct its entry in PROVIDERS_FILE'
        : `set a valid ${names}, or raise the quota of its account, and restart`,
  }
}

/** The variables of the limits that hold for all providers together. */
const VARIABLES = {
  perDay: 'DAILY_SPEND_USD',
  perOrganizationPerDay: 'DAILY_SPEND_USD_PER_ORGANIZATION',
} as const

function limited({ id }: Provider, { scope, field, limit, spent, until }: ReachedLimit): Obstacle {
  const setting = scope === 'all' ? VARIABLES[field] : `options.spendLimit.${field} of ${id}`
  return {
    until,
    reason: `${inDollars(spent)} of ${inDollars(limit)} a day are spent (${setting}); ${notAskedUntil(until)}`,
    fix: `wait, or raise ${setting} and restart`,
  }
}
