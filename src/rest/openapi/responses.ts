import type { RouteConfig } from '@hono/zod-openapi'
import { z } from 'zod'
import { ERRORS, type ErrorCode } from '../../core/foundation/errors.ts'
import { createExample } from '../../definitions/fields/example.ts'
import type { ErrorEnvelope } from '../../http/errors.ts'
import { CSV_TYPE, type CsvTable } from '../foundation/csv.ts'
import { errorSchema } from '../schemas/error.ts'
import { AUTHENTICATION_HEADER, RESPONSE_HEADERS, RETRY_HEADER } from './headers.ts'

type Responses = RouteConfig['responses']

/**
 * Returns the documentation of a successful response.
 * @param schema schema of the whole body, including the `data` envelope
 * @param example generated from the schema by default
 * @param headers in addition to the headers of all responses
 * @param csv the table that clients get with `Accept: text/csv`
 */
export function success<Schema extends z.ZodType>(
  description: string,
  schema: Schema,
  {
    example = createExample(schema),
    headers = {},
    csv,
  }: {
    example?: z.input<Schema> | z.output<Schema>
    headers?: Record<string, { $ref: string }>
    csv?: CsvTable
  } = {},
): Responses[string] {
  return {
    description,
    headers: { ...RESPONSE_HEADERS, ...headers },
    content: {
      'application/json': { schema, example },
      ...(csv && { [CSV_TYPE]: { schema: z.string(), example: csv.header } }),
    },
  }
}

/** Returns the error responses of an endpoint by status: the given codes and the codes shared by all endpoints. */
export function failures(...codes: ErrorCode[]): Responses {
  const all: ErrorCode[] = [...codes, 'UNAUTHORIZED', 'RATE_LIMITED', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE']
  const responses: Responses = {}
  for (const status of new Set(Object.values(ERRORS).map(({ status }) => status))) {
    const here = all.filter((code) => ERRORS[code].status === status)
    if (here.length > 0) responses[status] = failure(here, headersOf(status))
  }
  return responses
}

function headersOf(status: number): Record<string, { $ref: string }> {
  if (status === 401) return AUTHENTICATION_HEADER
  return status === 429 || status === 503 ? RETRY_HEADER : {}
}

function failure(codes: readonly ErrorCode[], headers: Record<string, { $ref: string }>): Responses[string] {
  const examples = codes.map((code) => [code, { value: failureExample(code) }] as const)
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].description}`).join('\n\n'),
    headers: { ...RESPONSE_HEADERS, ...headers },
    content: { 'application/json': { schema: errorSchema, examples: Object.fromEntries(examples) } },
  }
}

function failureExample(code: ErrorCode): ErrorEnvelope {
  const error = { code, message: ERRORS[code].description }
  if (code === 'INVALID_PROVIDER') {
    return {
      error,
      details: {
        fieldErrors: { 'providers.0': 'is not a provider; available providers are chatgpt, perplexity' },
      },
    }
  }
  if (code === 'BAD_REQUEST') {
    return { error, details: { fieldErrors: { replicates: 'must be at least 1' } } }
  }
  return { error }
}
