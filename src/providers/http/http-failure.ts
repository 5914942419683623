import { z } from 'zod'
import { ProviderError, type ProviderErrorKind } from '../driver.ts'
import type { HttpAnswer } from './send-request.ts'

/** What a vendor's own error codes and messages say; fields that are left out follow from the status. */
export type VendorError = { kind?: ProviderErrorKind; retryAfter?: number | null; message?: string }

/**
 * Reads the error of one vendor.
 * @param body the parsed body; null where it is no JSON
 * @returns null for an error of no special meaning
 */
export type ErrorReader = (error: {
  status: number
  headers: Record<string, string>
  body: unknown
  /** The vendor's message in it, shortened; the beginning of the body where there is none. */
  message: string
}) => VendorError | null

/** What is special about the failures of a vendor. */
interface FailureOptions {
  /** Replaced in messages by `[key]`. */
  secrets?: readonly string[]
  readError?: ErrorReader
}

const RETRY = new Set([408, 409, 425, 429])
const STOP = new Set([401, 402, 403])
/** `code` or `type` in a 429 of OpenAI and compatible servers for which a retry does not help. */
const OUT_OF_QUOTA = new Set(['insufficient_quota', 'credit_balance_exhausted', 'billing_hard_limit_reached'])
const MAXIMUM_DETAIL = 300
/** UTF-16 code units of a body that is looked through for an error; those of vendors have less than a hundredth. */
const LONGEST_ERROR = 65_536
/** `Sun, 06 Nov 1994 08:49:37 GMT`, as RFC 9110 (5.6.7) has servers send it. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/** `{"error":{message,type,code}}` as OpenAI sends it, `{"error":"…"}` as Ollama does, or flat as vLLM does. */
const detailSchema = z.looseObject({
  message: z.unknown().optional(),
  type: z.unknown().optional(),
  code: z.unknown().optional(),
})
const envelopeSchema = z.looseObject({ error: z.union([z.string(), detailSchema]) })

/**
 * The error for a response without an answer. Its kind is what the vendor's reader says; otherwise `stop` for 401, 402, 403, an
 * exhausted quota and a redirect; `retry` for 408, 409, 425, 429 and 5xx, after the time in the response; `invalid` for
 * everything else.
 */
export function failureOf(
  answer: HttpAnswer,
  { secrets = [], readError = () => null }: FailureOptions = {},
): ProviderError {
  const body = parseJson(answer.body)
  const detail = detailOf(body)
  const text = textOf(answer, detail)
  const own = readError({ status: answer.status, headers: answer.headers, body, message: text })
  const said = withoutSecrets(own?.message ?? text, secrets)
  const message = `HTTP ${answer.status}${said === '' ? '' : `: ${said}`}`
  return new ProviderError(own?.kind ?? kindOf(answer.status, detail), message, {
    retryAfter:
      own?.retryAfter === undefined
        ? (retryAfterOf(answer.headers) ?? (answer.status === 429 ? delayIn(text) : null))
        : own.retryAfter,
    rateLimited: answer.status === 429,
  })
}

/**
 * The error in the body of a 200 without an answer, as proxies send it, also in place of the first choice (OpenRouter); null when
 * there is none.
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

/** For vendors of whose refusal of a country only the message tells, because there is no published list. */
export const readCountryError: ErrorReader = ({ status, message }) =>
  (status === 400 || status === 422) && /user_location|country/i.test(message)
    ? { kind: 'location_unsupported' }
    : null

const choicesSchema = z.looseObject({ choices: z.array(z.unknown()).min(1) })
/** The same of Google. */
const answersSchema = z.union([choicesSchema, z.looseObject({ candidates: z.array(z.unknown()).min(1) })])
const failedChoiceSchema = z.looseObject({
  error: detailSchema,
  message: z.looseObject({ content: z.union([z.null(), z.literal(''), z.undefined()]) }).nullish(),
})

/** A first choice that is an error, and holds no text. */
function failedChoiceOf(body: unknown): unknown {
  const completion = choicesSchema.safeParse(body)
  const failed = failedChoiceSchema.safeParse(completion.data?.choices[0])
  return failed.success ? failed.data : null
}

/** The text with every secret replaced, also as it is encoded in URLs. */
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
 * Milliseconds, from `retry-after-ms`, or from `retry-after` in seconds or as an HTTP date (RFC 9110, 10.2.3); null for
 * anything else. ProviderError bounds it.
 */
function retryAfterOf(headers: Record<string, string>): number | null {
  const milliseconds = numberOf(headers['retry-after-ms'])
  if (milliseconds !== null) return milliseconds
  const after = headers['retry-after']
  const seconds = numberOf(after)
  if (seconds !== null) return seconds * 1_000
  // Date.parse reads a date into much that is none, such as "-5" and "1 minute".
  const date = after !== undefined && HTTP_DATE.test(after) ? Date.parse(after) : Number.NaN
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now())
}

const DELAY =
  /(?:try again|retry) (?:in|after) ((?:\d+(?:\.\d+)?\s?(?:ms|hours?|h|minutes?|m|seconds?|s)\b\s?|\d+m(?=\d))+)/i
const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }

/** Milliseconds in a message such as "Please try again in 7m12s."; null for any other. */
function delayIn(message: string): number | null {
  const delay = DELAY.exec(message)?.[1]
  if (delay === undefined) return null
  const parts = [...delay.matchAll(/(\d+(?:\.\d+)?)\s?(ms|[hms])/gi)]
  return parts.reduce(
    (sum, [, count, unit]) => sum + Number(count) * (UNITS[unit?.toLowerCase() ?? ''] ?? 0),
    0,
  )
}

/** The number that a header consists of; servers send fractions too. */
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

/** Null for what is no JSON, or too long to be an error: an answer may have megabytes, and is read elsewhere. */
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
