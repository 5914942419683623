import { enumerationOf } from '../../definitions/enumeration.ts'
import type { ReachedLimit } from '../spend/limits.ts'

/**
 * Why a unit has no answer. `providerFailed`: not because of what was asked, but because the provider could not be asked or
 * did not work; a manual run that failed for nothing else does not count against its limit.
 */
export const UNIT_ERRORS = {
  PROVIDER_UNAVAILABLE: {
    description:
      'The provider cannot be asked: it is no longer configured, lacks its driver or a credential, or does not accept the credentials or has no quota left.',
    providerFailed: true,
  },
  PROVIDER_ERROR: {
    description: 'The provider failed, or could not be reached, at every try.',
    providerFailed: true,
  },
  PROVIDER_REFUSED_REQUEST: {
    description: 'The provider does not accept this question.',
    providerFailed: false,
  },
  LOCATION_UNSUPPORTED: {
    description: 'The provider does not answer for this location.',
    providerFailed: false,
  },
  UNREADABLE_ANSWER: {
    description: 'The provider answered in a form that could not be read.',
    providerFailed: false,
  },
  SPEND_LIMIT_REACHED: {
    description: 'The provider was not asked: a limit of what may be spent in a day is reached.',
    providerFailed: true,
  },
  CANCELLED: { description: 'Cancelled before it was answered.', providerFailed: false },
} as const satisfies Record<string, { description: string; providerFailed: boolean }>

export type UnitErrorCode = keyof typeof UNIT_ERRORS

/** The codes with what each means. */
export const UNIT_ERROR_CODES = enumerationOf(UNIT_ERRORS)

/** Why a unit has no answer, with a message for the user. */
export interface UnitError {
  code: UnitErrorCode
  message: string
}

/** The error of a unit that was not asked because of a limit, by what it limits. */
export function spendLimitReached(provider: string, { scope, field, until }: ReachedLimit): UnitError {
  const limit = {
    provider: { perDay: 'of this provider', perOrganizationPerDay: 'of the organization for this provider' },
    all: { perDay: 'of all providers together', perOrganizationPerDay: 'of the organization' },
  }[scope][field]
  return {
    code: 'SPEND_LIMIT_REACHED',
    message: `The provider ${provider} was not asked: the daily spend limit ${limit} is reached until ${until.toISOString()}.`,
  }
}

/** The error of a unit whose provider is not in the registry any more. */
export function noLongerConfigured(provider: string): UnitError {
  return { code: 'PROVIDER_UNAVAILABLE', message: `The provider ${provider} is no longer configured.` }
}
