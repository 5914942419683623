import { z } from 'zod'
import { ProviderError, type ProviderErrorKind } from '../../core/provider-port/driver.ts'
import type { ErrorReader } from '../http/http-failure.ts'
import { listOf, number, text } from '../parsing/lenient.ts'

// Every response has a vendor status code, and so does its task. The HTTP status is 200 for nearly all of them
// (https://docs.dataforseo.com/v3/appendix/errors/).

/** Maximum length of a body that is searched for an error. A longer body contains an answer and is parsed elsewhere. */
const LONGEST_ERROR = 65_536

const statusSchema = z.looseObject({
  status_code: number,
  status_message: text,
  result: z.unknown().optional(),
})
const envelopeSchema = z.looseObject({ ...statusSchema.shape, tasks: listOf(statusSchema) })

/** Code for a search without results. It is a valid answer with the status `not_shown`. */
export const NO_RESULTS = 40_102

/** Codes of tasks that were accepted but not run, as calls that are not live return them. */
const ACCEPTED = new Set([20_100, 40_601, 40_602])
/** Codes for failures of the search engine, incomplete results, and limits per minute, per hour or on concurrency. */
const AGAIN = new Set([40_101, 40_103, 40_106, 40_202, 40_205, 40_209])

/** Codes for the limits on calls per minute and on concurrent calls. The account works. */
const RATE_LIMITS = new Set([40_202, 40_209])

/** Maps an error code to the kind of error. For invalid fields, the message decides, because it names the field. */
function kindOf(code: number, message: string): ProviderErrorKind {
  if (AGAIN.has(code) || ACCEPTED.has(code)) return 'retry'
  if (code >= 50_000) return code === 50_100 ? 'invalid' : 'retry'
  // Credentials, unverified or blocked accounts, payment, daily limits, and IP addresses that are not allowed.
  if (code >= 40_100 && code < 40_300) return 'stop'
  return code >= 40_500 && code < 40_600 && /location/i.test(message) ? 'location_unsupported' : 'invalid'
}

interface Failure {
  kind: ProviderErrorKind
  rateLimited: boolean
  message: string
}

/** Returns the failure that a body reports for its task or as a whole, or null. */
function failureIn(body: unknown): Failure | null {
  const envelope = envelopeSchema.safeParse(body)
  if (!envelope.success) return null
  const [task] = envelope.data.tasks
  const statuses = task ? [task, envelope.data] : [envelope.data]
  for (const { status_code: code, status_message: message, result } of statuses) {
    if (code === null || code === NO_RESULTS) continue
    if (ACCEPTED.has(code) ? result != null : code < 40_000) continue
    return {
      kind: kindOf(code, message ?? ''),
      rateLimited: RATE_LIMITS.has(code),
      message: `${code} ${message ?? ''}`.trim(),
    }
  }
  return null
}

/**
 * Returns the failure in a response with status 200. Returns null for an answer and for a body that is not from this
 * vendor.
 * @param body as received, without credentials
 */
export function failureInBody(body: string): ProviderError | null {
  if (body.length > LONGEST_ERROR) return null
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch {
    return null
  }
  const failure = failureIn(parsed)
  return failure && new ProviderError(failure.kind, failure.message, { rateLimited: failure.rateLimited })
}

/** Reads the vendor's error code in a response with another status. */
export const readError: ErrorReader = ({ body }) => failureIn(body)
