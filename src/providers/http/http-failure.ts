import { z } from 'zod'
import { ProviderError, type ProviderErrorKind } from '../driver.ts'
import type { HttpAnswer } from './post-json.ts'

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
 * The error for a response without an answer. Its kind is `stop` for 401, 402, 403, an exhausted quota and a redirect; `retry`
 * for 408, 409, 425, 429 and 5xx, after the time in the response; `invalid` for everything else. `secret` is replaced in the
 * message by `[key]`.
 */
export function failureOf(answer: HttpAnswer, secret: string | null): ProviderError {
  const detail = detailOf(answer.body)
  const text = textOf(answer, detail)
  const message = `HTTP ${answer.status}${text === '' ? '' : `: ${secret ? text.replaceAll(secret, '[key]') : text}`}`
  return new ProviderError(kindOf(answer.status, detail), message, {
    retryAfter: retryAfterOf(answer.headers),
  })
}

/** The error in the body of a 200 without an answer, as proxies send it; null when there is none. */
export function failureWithinSuccess(answer: HttpAnswer, secret: string | null): ProviderError | null {
  const envelope = envelopeSchema.safeParse(parseJson(answer.body))
  if (!envelope.success || 'choices' in envelope.data) return null
  const code = Number(detailOf(answer.body)?.code)
  const status = code >= 400 && code < 600 ? code : 500
  return failureOf({ ...answer, status }, secret)
}

function kindOf(status: number, detail: z.infer<typeof detailSchema> | null): ProviderErrorKind {
  const outOfQuota = OUT_OF_QUOTA.has(String(detail?.code)) || OUT_OF_QUOTA.has(String(detail?.type))
  if (STOP.has(status) || (status === 429 && outOfQuota) || (status >= 300 && status < 400)) return 'stop'
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

/** The number that a header consists of; servers send fractions too. */
function numberOf(header: string | undefined): number | null {
  return header !== undefined && /^\s*\d+(\.\d+)?(e\+?\d+)?\s*$/i.test(header) ? Number(header) : null
}

function detailOf(body: string): z.infer<typeof detailSchema> | null {
  const value = parseJson(body)
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
    return JSON.parse(text)
  } catch {
    return null
  }
}
