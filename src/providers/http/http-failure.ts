import { z } from 'zod'
import { ProviderError, type ProviderErrorKind, type ProviderFault } from '../../core/provider-port/driver.ts'
import { lastingFault } from './lasting-fault.ts'
import type { HttpAnswer } from './send-request.ts'

/** How a vendor's error code or message classifies a failure. Missing fields are derived from the HTTP status. */
export type VendorError = {
  kind?: ProviderErrorKind
  fault?: ProviderFault
  retryAfter?: number | null
  message?: string
}

/**
 * Classifies an error of one vendor.
 * @param body the parsed body; null if it is not JSON
 * @returns null for an error without a vendor-specific meaning
 */
export type ErrorReader = (error: {
  status: number
  headers: Record<string, string>
  body: unknown
  /** The vendor's message, shortened. If there is none, the start of the body. */
  message: string
}) => VendorError | null

/** Vendor-specific handling of failures. */
interface FailureOptions {
  /** Replaced with `[key]` in messages. */
  secrets?: readonly string[]
  readError?: ErrorReader
}

const RETRY = new Set([408, 409, 425, 429])
const STOP = new Set([401, 402, 403])
/** Values of `code` or `type` in a 429 from OpenAI and compatible servers that a retry does not solve. */
const OUT_OF_QUOTA = new Set(['insufficient_quota', 'credit_balance_exhausted', 'billing_hard_limit_reached'])
const MAXIMUM_DETAIL = 300
/**
 * Maximum length of a body that is searched for an error, in UTF-16 units. Real errors have less than a hundredth of
 * that.
 */
const LONGEST_ERROR = 65_536
/** `Sun, 06 Nov 1994 08:49:37 GMT`, the format that RFC 9110 (5.6.7) requires of servers. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/** Formats of an error: `{"error":{message,type,code}}` from OpenAI, `{"error":"…"}` from Ollama, or flat from vLLM. */
const detailSchema = z.looseObject({
  message: z.unknown().optional(),
  type: z.unknown().optional(),
  code: z.unknown().optional(),
})
const envelopeSchema = z.looseObject({ error: z.union([z.string(), detailSchema]) })

/**
 * Creates the error for a response without an answer. The vendor's reader decides its kind. If it does not, the kind
 * is:
 * - `stop` for a model or a size that cannot be used, 401, 402, 403, an exhausted quota and a redirect
 * - `retry` for 408, 409, 425, 429 and 5xx, after the time given in the response
 * - `invalid` for everything else
 */
export function failureOf(
  answer: HttpAnswer,
  { secrets = [], readError = () => null }: FailureOptions = {},
): ProviderError {
  const body = parseJson(answer.body)
  const detail = detailOf(body)
  const text = textOf(answer, detail)
  const vendorError = readError({ status: answer.status, headers: answer.headers, body, message: text })
  const description = withoutSecrets(vendorError?.message ?? text, secrets)
  const message = `HTTP ${answer.status}${description === '' ? '' : `: ${description}`}`
  const codes = [detail?.code, detail?.type]
  const fault = vendorError?.kind
    ? (vendorError.fault ?? null)
    : lastingFault({ status: answer.status, codes, message: text })
  const kind = vendorError?.kind ?? (fault ? 'stop' : kindOf(answer.status, detail))
  return new ProviderError(kind, message, {
    fault,
    retryAfter:
      vendorError?.retryAfter === undefined
        ? (retryAfterOf(answer.headers) ?? (answer.status === 429 ? delayIn(text) : null))
        : vendorError.retryAfter,
    rateLimited: answer.status === 429,
  })
}

/**
 * Returns the error in the body of a 200 response without an answer, or null if there is none. Proxies send such
 * errors, and OpenRouter sends them in place of the first choice.
 */
export function failureWithinSuccess(answer: HttpAnswer, options: FailureOptions = {}): ProviderError | null {
  const body = parseJson(answer.body)
  const envelope = envelopeSchema.safeParse(failedChoiceOf(body) ?? body)
  if (!envelope.success || answersSchema.safeParse(envelope.data).success) return null
  const detail = detailOf(envelope.data)
  const code = Number(detail?.code)
  const unnumbered = OUT_OF_QUOTA.has(String(detail?.code)) ? 429 : 500
  const status = code >= 400 && code < 600 ? code : unnumbered
  return failureOf({ ...answer, status, body: JSON.stringify(envelope.data) }, options)
}

/** For vendors without a published list of supported countries. Only the message says that a country was rejected. */
export const readCountryError: ErrorReader = ({ status, message }) =>
  (status === 400 || status === 422) && /user_location|country/i.test(message)
    ? { kind: 'location_unsupported' }
    : null

const choicesSchema = z.looseObject({ choices: z.array(z.unknown()).min(1) })
/** The same for Google's format. */
const answersSchema = z.union([choicesSchema, z.looseObject({ candidates: z.array(z.unknown()).min(1) })])
const failedChoiceSchema = z.looseObject({
  error: detailSchema,
  message: z.looseObject({ content: z.union([z.null(), z.literal(''), z.undefined()]) }).nullish(),
})

/** Returns the first choice if it is an error without text, otherwise null. */
function failedChoiceOf(body: unknown): unknown {
  const completion = choicesSchema.safeParse(body)
  const failed = failedChoiceSchema.safeParse(completion.data?.choices[0])
  return failed.success ? failed.data : null
}

/** Replaces every secret in a text, including its URL-encoded form. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    .filter((secret) => secret.length > 0)
    .reduce((clean, secret) => clean.replaceAll(secret, '[key]'), text)
}

function kindOf(status: number, detail: z.infer<typeof detailSchema> | null): ProviderErrorKind {
  const outOfQuota = OUT_OF_QUOTA.has(String(detail?.code)) || OUT_OF_QUOTA.has(String(detail?.type))
  if (STOP.has(status) || outOfQuota || (status >= 300 && status < 400)) return 'stop'
  return RETRY.has(status) || status >= 500 ? 'retry' : 'invalid'
}

/**
 * Returns the requested pause in milliseconds, from `retry-after-ms`, or from `retry-after` in seconds or as an HTTP
 * date (RFC 9110, 10.2.3). Returns null for anything else. ProviderError limits the pause.
 */
function retryAfterOf(headers: Record<string, string>): number | null {
  const milliseconds = numberOf(headers['retry-after-ms'])
  if (milliseconds !== null) return milliseconds
  const after = headers['retry-after']
  const seconds = numberOf(after)
  if (seconds !== null) return seconds * 1_000
  // Date.parse accepts texts that are not dates, such as "-5" and "1 minute".
  const date = after !== undefined && HTTP_DATE.test(after) ? Date.parse(after) : Number.NaN
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now())
}

const DELAY =
  /(?:try again|retry) (?:in|after) ((?:\d+(?:\.\d+)?\s?(?:ms|hours?|h|minutes?|m|seconds?|s)\b\s?|\d+m(?=\d))+)/i
const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }

/** Returns the milliseconds in a message such as "Please try again in 7m12s.", or null. */
function delayIn(message: string): number | null {
  const delay = DELAY.exec(message)?.[1]
  if (delay === undefined) return null
  const parts = [...delay.matchAll(/(\d+(?:\.\d+)?)\s?(ms|[hms])/gi)]
  return parts.reduce(
    (sum, [, count, unit]) => sum + Number(count) * (UNITS[unit?.toLowerCase() ?? ''] ?? 0),
    0,
  )
}

/** Parses a header that is a number. Servers send fractions too. */
function numberOf(header: string | undefined): number | null {
  return header !== undefined && /^\s*\d+(\.\d+)?(e\+?\d+)?\s*$/i.test(header) ? Number(header) : null
}

function detailOf(value: unknown): z.infer<typeof detailSchema> | null {
  const envelope = envelopeSchema.safeParse(value)
  if (envelope.success) {
    const { error } = envelope.data
    return typeof error === 'string' ? { message: error } : error
  }
  const flat = detailSchema.safeParse(value)
  return flat.success ? flat.data : null
}

function textOf({ status, headers, body }: HttpAnswer, detail: z.infer<typeof detailSchema> | null): string {
  if (status >= 300 && status < 400) {
    return `redirects to ${headers.location ?? 'nowhere'}; write the final address as baseUrl`
  }
  const text = typeof detail?.message === 'string' ? detail.message : body.slice(0, LONGEST_ERROR)
  return text.replace(/\s+/g, ' ').trim().slice(0, MAXIMUM_DETAIL)
}

/**
 * Returns null for a body that is not JSON, or too long to be an error. Answers can be megabytes long and are parsed
 * elsewhere.
 */
function parseJson(text: string): unknown {
  if (text.length > LONGEST_ERROR) return null
  try {
    const parsed: unknown = JSON.parse(text)
    // Google sends some errors as the only element of a list.
    return Array.isArray(parsed) && parsed.length === 1 ? parsed[0] : parsed
  } catch {
    return null
  }
}
