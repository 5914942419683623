import { z } from 'zod'
import { ProviderError, type ProviderErrorKind } from '../driver.ts'
import type { ErrorReader } from '../http/http-failure.ts'
import { listOf, number, text } from '../reading/lenient.ts'

// Every response has a status code of the vendor's own, and one for its task; HTTP says 200 for nearly all of them
// (https://docs.dataforseo.com/v3/appendix/errors/).

/** Characters of a body that is looked through for an error: one that has an answer is longer, and is read elsewhere. */
const LONGEST_ERROR = 65_536

const statusSchema = z.looseObject({
  status_code: number,
  status_message: text,
  result: z.unknown().optional(),
})
const envelopeSchema = z.looseObject({ ...statusSchema.shape, tasks: listOf(statusSchema) })

/** The code for a search without results, which is an answer: nothing was shown. */
export const NO_RESULTS = 40_102

/** A task that was only accepted, as calls that are not live return it. */
const ACCEPTED = new Set([20_100, 40_601, 40_602])
/** Failures of the search engine, of a part of the results, and limits for a minute, an hour or at a time. */
const AGAIN = new Set([40_101, 40_103, 40_106, 40_202, 40_205, 40_209])

/** The limits of calls in a minute and at a time; the account works. */
const RATE_LIMITS = new Set([40_202, 40_209])

/** What an error code means; `message` tells which field is meant. */
function kindOf(code: number, message: string): ProviderErrorKind {
  if (AGAIN.has(code) || ACCEPTED.has(code)) return 'retry'
  if (code >= 50_000) return code === 50_100 ? 'invalid' : 'retry'
  // Credentials, an account that is not verified or blocked, money, limits for a day, and addresses that are not allowed.
  if (code >= 40_100 && code < 40_300) return 'stop'
  return code >= 40_500 && code < 40_600 && /location/i.test(message) ? 'location_unsupported' : 'invalid'
}

interface Failure {
  kind: ProviderErrorKind
  rateLimited: boolean
  message: string
}

/** The failure that a body tells, of its task or of the whole; null where it tells none. */
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
 * The failure in a response with status 200; null for an answer and for what is none of this vendor's.
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

/** The vendor's code in a response with another status. */
export const readError: ErrorReader = ({ body }) => failureIn(body)
