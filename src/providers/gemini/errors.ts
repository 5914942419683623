import { z } from 'zod'
import type { ErrorReader, VendorError } from '../http/http-failure.ts'
import { listOf, number, text } from '../parsing/lenient.ts'

// Errors of Google's APIs (https://google.aip.dev/193), with the gRPC code as `status` and typed details.

const detailSchema = z.looseObject({
  '@type': text,
  /** Only in ErrorInfo. */
  reason: text,
  /** Only in RetryInfo: a text such as `34s`, or whole seconds and nanoseconds. */
  retryDelay: z
    .union([
      z.string().transform(secondsIn),
      z
        .looseObject({ seconds: number, nanos: number })
        .transform(({ seconds, nanos }) => (seconds ?? 0) + (nanos ?? 0) / 1e9),
    ])
    .nullable()
    .catch(null),
  /** Only in QuotaFailure. */
  violations: listOf(z.looseObject({ quotaId: text, quotaValue: z.coerce.string().nullable().catch(null) })),
})
const bodySchema = z.looseObject({
  error: z.looseObject({ status: text, details: listOf(detailSchema) }),
})

const REFUSED_KEY = /API_KEY|CONSUMER|BILLING|SERVICE_DISABLED|ACCESS_TOKEN/
const KINDS: Readonly<Record<string, NonNullable<VendorError['kind']>>> = {
  UNAUTHENTICATED: 'stop',
  PERMISSION_DENIED: 'stop',
  CANCELLED: 'retry',
  UNKNOWN: 'retry',
  ABORTED: 'retry',
  INTERNAL: 'retry',
  UNAVAILABLE: 'retry',
  DEADLINE_EXCEEDED: 'retry',
}

/**
 * Classifies an error of the Gemini API (https://ai.google.dev/gemini-api/docs/troubleshooting). A refused key has
 * status 400 there, the retry delay is in the body, and only the id of a quota shows whether it is a daily quota.
 */
export const readError: ErrorReader = ({ status, body, message }) => {
  const parsed = bodySchema.safeParse(body)
  const { status: code, details } = parsed.success ? parsed.data.error : { status: null, details: [] }
  const reasons = details.map(({ reason }) => reason ?? '')
  if (
    reasons.some((reason) => REFUSED_KEY.test(reason)) ||
    /API key (not valid|expired|not found)/i.test(message)
  ) {
    return { kind: 'stop', message: `the API key was refused: ${message}` }
  }
  if (/location is not supported/i.test(message)) {
    const reason = 'the IP address of this server is in a country that the vendor does not serve'
    return { kind: 'stop', message: `${reason}; the location of the question is not the cause: ${message}` }
  }
  if (status === 429 || code === 'RESOURCE_EXHAUSTED') return limitReached(details, message)
  if (status === 400 && /billing/i.test(message)) return { kind: 'stop' }
  if (status === 400 && /retrieval_?config|lat_?lng|latitude|longitude|language_?code/i.test(message))
    return { kind: 'location_unsupported' }
  const kind = KINDS[code ?? '']
  return kind === undefined ? null : { kind }
}

function limitReached(details: readonly z.output<typeof detailSchema>[], message: string): VendorError {
  const violations = details.flatMap((detail) => detail.violations)
  const spent = violations.some(
    ({ quotaId, quotaValue }) => /PerDay/i.test(quotaId ?? '') || quotaValue === '0',
  )
  if (spent || /per day|limit: 0\b|credits are depleted|spending cap/i.test(message)) return { kind: 'stop' }
  const reportedDelay = details.map(({ retryDelay }) => retryDelay).find((delay) => delay !== null)
  const seconds = reportedDelay ?? secondsIn(/retry in ([\d.]+m?s)/i.exec(message)?.[1] ?? '')
  return { kind: 'retry', ...(seconds !== null && { retryAfter: seconds * 1_000 }) }
}

/** Parses `34s`, `34.07s` or `800ms` into seconds. Returns null for any other text. */
function secondsIn(delay: string): number | null {
  const match = /^(\d+(?:\.\d+)?)(m?)s$/.exec(delay)
  return match === null ? null : Number(match[1]) / (match[2] === 'm' ? 1_000 : 1)
}
