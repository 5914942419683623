import { ProviderError } from '../../providers/driver.ts'
import type { UnitOutcome } from './record.ts'

/** Tries of one unit before it counts as failed; pauses of an open circuit included. */
export const MAXIMUM_TRIES = 8

const FIRST_PAUSE = 1_000
const LONGEST_PAUSE = 60_000

/** Why a unit has no answer, in words for its reader. */
export interface UnitError {
  code:
    | 'PROVIDER_ERROR'
    | 'PROVIDER_REFUSED_REQUEST'
    | 'LOCATION_UNSUPPORTED'
    | 'UNREADABLE_ANSWER'
    | 'CANCELLED'
  message: string
}

/** What to do after a failed question: ask again after a pause (milliseconds), or give up. */
export type Verdict = { again: number } | { error: UnitError }

/** What becomes of a unit after a failure, by its kind and by how often the unit was tried. */
export function verdictOn(error: unknown, tries: number): Verdict {
  if (!(error instanceof ProviderError)) {
    return { error: { code: 'UNREADABLE_ANSWER', message: 'What the provider sent could not be read.' } }
  }
  switch (error.kind) {
    case 'retry':
      if (tries < MAXIMUM_TRIES) return { again: error.retryAfter ?? pauseAfter(tries) }
      return { error: { code: 'PROVIDER_ERROR', message: `Gave up after ${tries} tries: ${error.message}` } }
    case 'stop':
      return { error: { code: 'PROVIDER_REFUSED_REQUEST', message: error.message } }
    case 'invalid':
      return { error: { code: 'PROVIDER_REFUSED_REQUEST', message: error.message } }
    case 'location_unsupported':
      return { error: { code: 'LOCATION_UNSUPPORTED', message: error.message } }
    case 'drift':
      return { error: { code: 'UNREADABLE_ANSWER', message: error.message } }
  }
}

/** Doubles from one second to a minute, up to half of it by chance, so that many units do not come back at once. */
function pauseAfter(tries: number): number {
  const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (tries - 1))
  return Math.round(pause * (0.5 + Math.random() / 2))
}

/** The outcome of a unit that remains without an answer. */
export function failedOutcome(id: string, error: UnitError, at: Date): UnitOutcome {
  return {
    id,
    status: 'failed',
    simulated: false,
    surface: null,
    locationApplied: null,
    modelRequested: null,
    modelReported: null,
    error,
    observation: null,
    extractionVersion: null,
    answeredAt: at,
    answer: null,
  }
}
