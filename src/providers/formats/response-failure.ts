import { z } from 'zod'
import type { ProviderError } from '../driver.ts'
import { failureOf } from '../http/http-failure.ts'
import type { Exchange } from '../http/vendor-api.ts'
import { text } from '../reading/lenient.ts'

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
  // Of xAI, whose `error` is the message.
  code: text,
  output: z.unknown().optional(),
})

/** Codes and types of errors (https://platform.openai.com/docs/api-reference/responses/object#responses/object-error). */
const STATUSES: readonly [RegExp, number][] = [
  [/quota|billing|credit|spend/i, 402],
  [/rate|too_many/i, 429],
  [/auth|api_key|permission/i, 401],
  [/server|internal|timeout|overload|unavailable/i, 500],
]

/**
 * The failure that a response with status 200 tells, for which nothing was answered; null for any other body.
 * @param options as for {@link failureOf}
 */
export function failureInResponse(
  exchange: Exchange,
  options: Parameters<typeof failureOf>[1],
): ProviderError | null {
  // Answers may have megabytes, and are parsed elsewhere.
  if (!/"failed"|"error"\s*:\s*["{]/.test(exchange.body)) return null
  const failed = failedSchema.safeParse(parseIfJson(exchange.body)).data
  if (!failed) return null
  const { status, error, code } = failed
  if (status !== 'failed' && (error === null || Array.isArray(failed.output))) return null
  const said = {
    code: error?.code ?? code ?? error?.type ?? null,
    message: error?.message ?? 'the response failed',
  }
  const body = JSON.stringify({ error: said })
  return failureOf({ status: statusOf(said.code), headers: exchange.headers, body }, options)
}

function statusOf(code: string | number | null): number {
  const given = Number(code)
  if (given >= 400 && given < 600) return given
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
