import { z } from 'zod'
import type { ErrorReader, VendorError } from '../http/http-failure.ts'
import { listOf, number, text } from '../reading/lenient.ts'

// Errors of Google's APIs (https://google.aip.dev/193): the code of gRPC as `status`, and typed details.

const detailSchema = z.looseObject({
  '@type': text,
  /** Of ErrorInfo. */
  reason: text,
  /** Of RetryInfo: seconds such as `34s`, or apart as whole seconds and nanoseconds. */
  retryDelay: z
    .union([
      z.string().transform(secondsIn),
      z
        .looseObject({ seconds: number, nanos: number })
        .transform(({ seconds, nanos }) => (seconds ?? 0) + (nanos ?? 0) / 1e9),
    ])
    .nullable()
    .catch(null),
  /** Of QuotaFailure. */
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
 * Reads an error of the Gemini API (https://ai.google.dev/gemini-api/docs/troubleshooting): a refused key is a 400 there, the delay is
 * in the body, and only the quota's id tells whether it is one of a day.
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
    const place = 'the address of this server is in a country from which the vendor takes no questions'
    return { kind: 'stop', message: `${place}; it is not about the location of the question: ${message}` }
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
  const told = details.map(({ retryDelay }) => retryDelay).find((delay) => delay !== null)
  const seconds = told ?? secondsIn(/retry in ([\d.]+m?s)/i.exec(message)?.[1] ?? '')
  return { kind: 'retry', ...(seconds !== null && { retryAfter: seconds * 1_000 }) }
}

/** The seconds of `34s`, `34.07s` and `800ms`; null for any other text. */
function secondsIn(delay: string): number | null {
  const match = /^(\d+(?:\.\d+)?)(m?)s$/.exec(delay)
  return match === null ? null : Number(match[1]) / (match[2] === 'm' ? 1_000 : 1)
}
