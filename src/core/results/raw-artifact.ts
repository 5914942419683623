import { z } from 'zod'
import type { RawAnswer } from '../../providers/driver.ts'

/** What a provider sent, in one form for all providers. Neither the address that was asked nor headers about its host are in it. */
export const rawArtifactDefinition = z.object({
  provider: z.string().describe('The token of the provider.'),
  driver: z.string().nullable().describe('What asked it.'),
  request: z.unknown().describe('The body of the request; null where there was none.'),
  response: z.object({
    status: z.int().nullable().describe('The HTTP status; null without HTTP.'),
    headers: z.record(z.string(), z.string()).describe('Its headers that identify, date or describe it.'),
    body: z.unknown().describe('The body, parsed where it is JSON.'),
  }),
})

export type RawArtifact = z.output<typeof rawArtifactDefinition>

/** Headers by which a vendor's support finds a request, and those that describe the body. */
const SHOWN_HEADERS = new Set(['content-type', 'date', 'openai-processing-ms', 'request-id', 'x-request-id'])

/** How drivers that ask over HTTP store a response. */
const httpSchema = z.looseObject({
  httpStatus: z.int(),
  headers: z.record(z.string(), z.string()).default({}),
  body: z.unknown(),
  request: z.looseObject({ body: z.unknown() }).nullable().default(null),
})

/** The stored response of a provider as it is shown. */
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
      body: parsedIfJson(body),
    },
  }
}

function parsedIfJson(body: unknown): unknown {
  if (typeof body !== 'string') return body
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}
