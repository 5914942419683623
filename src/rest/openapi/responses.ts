import type { RouteConfig } from '@hono/zod-openapi'
import type { z } from 'zod'
import { ERROR_CODES, type ErrorCode } from '../../core/errors.ts'
import { statusOf } from '../errors.ts'
import { type ErrorForm, errorSchema } from '../schemas/error.ts'
import { RESPONSE_HEADERS, RETRY_HEADER } from './headers.ts'

type Responses = RouteConfig['responses']

/** What each code says, in the words of the specification (§7) and the contract (§3). */
const MEANINGS: Record<ErrorCode, string> = {
  BAD_REQUEST: 'The body or the query failed validation.',
  INVALID_PROVIDER: 'A provider id is not known.',
  UNAUTHORIZED: 'The key is missing, malformed, unknown or revoked.',
  PROJECT_SCOPED_KEY_REQUIRED: 'An organization key was used on the resources of a project.',
  API_CREDITS_EXCEEDED: 'There are not enough prepaid credits; nothing was started or charged.',
  FORBIDDEN: 'The plan or the scope of the key does not allow this.',
  PROMPT_LIMIT_EXCEEDED: 'The prompt limit of the plan is reached.',
  NOT_FOUND: 'It does not exist, or this key may not see it.',
  CONFLICT: 'A unique value is used already.',
  RATE_LIMITED: 'There were too many requests; Retry-After says how many seconds to wait.',
  INTERNAL_ERROR: 'Something went wrong on the side of the service.',
  UPSTREAM_ERROR: 'A service behind this one failed.',
  PROVIDER_UNAVAILABLE:
    'A requested provider is temporarily unavailable; Retry-After says how many seconds to wait.',
  UPSTREAM_TIMEOUT: 'A service behind this one did not answer in time.',
}

/** A successful response: its schema, in the envelope it is sent in, with an example. */
export function success<Schema extends z.ZodType>(
  description: string,
  schema: Schema,
  example: z.input<Schema>,
  headers: Record<string, { $ref: string }> = {},
): Responses[string] {
  return {
    description,
    headers: { ...RESPONSE_HEADERS, ...headers },
    content: { 'application/json': { schema, example } },
  }
}

/** The failures of an endpoint, by status: these codes, and those every endpoint shares. */
export function failures(...codes: ErrorCode[]): Responses {
  const all: ErrorCode[] = [...codes, 'UNAUTHORIZED', 'RATE_LIMITED', 'INTERNAL_ERROR']
  const responses: Responses = {}
  for (const status of new Set(ERROR_CODES.map(statusOf))) {
    const here = all.filter((code) => statusOf(code) === status)
    if (here.length > 0) responses[status] = failure(here, status === 429 || status === 503)
  }
  return responses
}

function failure(codes: readonly ErrorCode[], retry: boolean): Responses[string] {
  const examples = codes.map((code) => [code, { value: exampleOf(code) }] as const)
  return {
    description: codes.map((code) => `\`${code}\`: ${MEANINGS[code]}`).join('\n\n'),
    headers: { ...RESPONSE_HEADERS, ...(retry && RETRY_HEADER) },
    content: { 'application/json': { schema: errorSchema, examples: Object.fromEntries(examples) } },
  }
}

function exampleOf(code: ErrorCode): ErrorForm {
  const error = { code, message: MEANINGS[code] }
  if (code === 'INVALID_PROVIDER') {
    return {
      error,
      details: { fieldErrors: { 'providers.0': 'is not a provider; known are chatgpt, perplexity' } },
    }
  }
  if (code === 'BAD_REQUEST') {
    return { error, details: { fieldErrors: { replicates: 'must be at least 1' } } }
  }
  return { error }
}
