import { z } from 'zod'
import type { ProviderError } from '../../core/provider-port/driver.ts'
import { failureOf } from '../http/http-failure.ts'
import type { Exchange } from '../http/vendor-api.ts'
import { text } from '../parsing/lenient.ts'

const errorSchema = z.union([
  z.string().transform((message) => ({ code: null, type: null, message })),
  z.looseObject({
    code: z.union([z.string(), z.number()]).nullable().catch(null),
    type: text,
    message: text,
  }),
])

const failedSchema = z.looseObject({
  status: text,
  error: errorSchema.nullable().catch(null),
  // Set by xAI, where `error` is only the message.
  code: text,
  output: z.unknown().optional(),
})

/**
 * HTTP statuses by error code or type
 * (https://platform.openai.com/docs/api-reference/responses/object#responses/object-error).
 */
const STATUSES: readonly [RegExp, number][] = [
  [/quota|billing|credit|spend/i, 402],
  [/rate|too_many/i, 429],
  [/auth|api_key|permission/i, 401],
  [/server|internal|timeout|overload|unavailable/i, 500],
]

/**
 * Returns the failure that a response with status 200 reports instead of an answer. Returns null for any other body.
 * @param options as for {@link failureOf}
 */
export function failureInResponse(
  exchange: Exchange,
  options: Parameters<typeof failureOf>[1],
): ProviderError | null {
  // Answers can be megabytes long and are parsed elsewhere.
  if (!/"failed"|"error"\s*:\s*["{]/.test(exchange.body)) return null
  const failed = failedSchema.safeParse(parseIfJson(exchange.body)).data
  if (!failed) return null
  const { status, error, code } = failed
  if (status !== 'failed' && (error === null || Array.isArray(failed.output))) return null
  const reported = {
    code: error?.code ?? code ?? error?.type ?? null,
    message: error?.message ?? 'the response failed',
  }
  const body = JSON.stringify({ error: reported })
  return failureOf({ status: statusOf(reported.code), headers: exchange.headers, body }, options)
}

function statusOf(code: string | number | null): number {
  const status = Number(code)
  if (status >= 400 && status < 600) return status
  if (code === null || code === '') return 500
  return STATUSES.find(([pattern]) => pattern.test(`${code}`))?.[1] ?? 400
}

function parseIfJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
