import { z } from 'zod'
import type { RawAnswer } from '../provider-port/driver.ts'

/**
 * The raw response of a provider, in the same format for all providers. It does not contain the request URL or headers
 * that reveal the host.
 */
export const rawArtifactDefinition = z.object({
  provider: z.string().describe('Token of the provider.'),
  driver: z.string().nullable().describe('Driver that sent the question.'),
  request: z.unknown().describe('Request body; null if there was none.'),
  response: z.object({
    status: z.int().nullable().describe('HTTP status; null if the driver does not use HTTP.'),
    headers: z
      .record(z.string(), z.string())
      .describe('Response headers that identify, date or describe the response.'),
    body: z.unknown().describe('Response body, parsed if it is JSON.'),
  }),
})

export type RawArtifact = z.output<typeof rawArtifactDefinition>

/** Headers that vendors ask for in support requests, and headers that describe the body. */
const SHOWN_HEADERS = new Set(['content-type', 'date', 'openai-processing-ms', 'request-id', 'x-request-id'])

/** Storage format of responses from HTTP drivers. */
const httpSchema = z.looseObject({
  httpStatus: z.int(),
  headers: z.record(z.string(), z.string()).default({}),
  body: z.unknown(),
  request: z.looseObject({ body: z.unknown() }).nullable().default(null),
})

/** Converts a stored response to its public format. */
export function toRawArtifact(provider: string, { driver, ...stored }: RawAnswer): RawArtifact {
  const identity = { provider, driver: typeof driver === 'string' ? driver : null }
  const http = httpSchema.safeParse(stored)
  if (!http.success) {
    return { ...identity, request: null, response: { status: null, headers: {}, body: stored } }
  }
  const { httpStatus, headers, body, request } = http.data
  return {
    ...identity,
    request: request?.body ?? null,
    response: {
      status: httpStatus,
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => SHOWN_HEADERS.has(name))),
      body: parseIfJson(body),
    },
  }
}

function parseIfJson(body: unknown): unknown {
  if (typeof body !== 'string') return body
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}
