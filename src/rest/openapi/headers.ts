import type { RestApp } from '../foundation/context.ts'

const COMPONENTS = {
  'X-Request-Id': {
    description:
      'Request id to quote in support requests. An id sent by the client is kept if it has 1–64 visible ASCII characters.',
    schema: { type: 'string' },
    required: true,
  },
  'X-RateLimit-Limit': {
    description: 'Requests allowed per minute.',
    schema: { type: 'integer', minimum: 1 },
    required: true,
  },
  'X-RateLimit-Remaining': {
    description: 'Requests remaining until the reset.',
    schema: { type: 'integer', minimum: 0 },
    required: true,
  },
  'X-RateLimit-Reset': {
    description: 'Time of the next reset, in Unix seconds.',
    schema: { type: 'integer' },
    required: true,
  },
  'Retry-After': {
    description: 'Seconds to wait before retrying, as an integer.',
    schema: { type: 'integer', minimum: 1 },
    required: true,
  },
  'WWW-Authenticate': {
    description: 'How to authenticate: with a key as `Bearer`.',
    schema: { type: 'string', pattern: '^Bearer$' },
    required: true,
  },
  'Idempotent-Replayed': {
    description:
      '`true` if this is the stored response of an earlier request with the same key; otherwise absent.',
    schema: { type: 'string', pattern: '^true$' },
    required: false,
  },
  Location: {
    description: 'Path to poll.',
    schema: { type: 'string', format: 'uri-reference' },
    required: true,
  },
} as const

function reference<Name extends keyof typeof COMPONENTS>(...names: Name[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

export const RESPONSE_HEADERS = reference(
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
)

export const RETRY_HEADER = reference('Retry-After')

/** Header of a 401. */
export const AUTHENTICATION_HEADER = reference('WWW-Authenticate')

/** Headers of responses that may be replayed. */
export const REPLAY_HEADER = reference('Idempotent-Replayed')

export const LOCATION_HEADER = reference('Location')

/** Registers the headers as components of the OpenAPI document. */
export function registerHeaders(app: RestApp): void {
  for (const [name, header] of Object.entries(COMPONENTS)) {
    app.openAPIRegistry.registerComponent('headers', name, header)
  }
}
