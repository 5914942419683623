import { toEnumeration } from '../../definitions/fields/enumeration.ts'
import type { ReachedLimit } from '../spend/limits.ts'

/**
 * Reasons why a unit has no answer. `providerFailed` marks failures that the provider or its configuration caused, and
 * not the question. A manual run with only such failures does not count toward the limit of manual runs.
 */
export const UNIT_ERRORS = {
  PROVIDER_UNAVAILABLE: {
    description:
      'The provider is not available: it is no longer configured, lacks its driver or a credential, rejects the credentials, or has no quota left.',
    providerFailed: true,
  },
  PROVIDER_ERROR: {
    description: 'The provider failed or could not be reached in every attempt.',
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
    description: "The provider's response could not be parsed.",
    providerFailed: false,
  },
  SPEND_LIMIT_REACHED: {
    description: 'The provider was not asked because a daily spend limit is reached.',
    providerFailed: true,
  },
  CANCELLED: { description: 'Cancelled before it was answered.', providerFailed: false },
} as const satisfies Record<string, { description: string; providerFailed: boolean }>

export type UnitErrorCode = keyof typeof UNIT_ERRORS

/** Error codes with their descriptions. */
export const UNIT_ERROR_CODES = toEnumeration(UNIT_ERRORS)

/** Reason why a unit has no answer, with a message for the user. */
export interface UnitError {
  code: UnitErrorCode
  message: string
}

/** Returns the error of a unit that was not asked because of a spend limit. */
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

/** Returns the error of a unit with a provider that is no longer in the registry. */
export function noLongerConfigured(provider: string): UnitError {
  return { code: 'PROVIDER_UNAVAILABLE', message: `The provider ${provider} is no longer configured.` }
}
