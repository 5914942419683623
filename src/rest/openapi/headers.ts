import type { RestApp } from '../context.ts'

const COMPONENTS = {
  'X-Request-Id': {
    description:
      'Names the request, for questions about it. One sent by the caller is kept: 1–64 visible ASCII characters.',
    schema: { type: 'string' },
    required: true,
  },
  'X-RateLimit-Limit': {
    description: 'Requests allowed in a minute.',
    schema: { type: 'integer', minimum: 1 },
    required: true,
  },
  'X-RateLimit-Remaining': {
    description: 'Requests left until the reset.',
    schema: { type: 'integer', minimum: 0 },
    required: true,
  },
  'X-RateLimit-Reset': {
    description: 'When the count begins anew, in Unix seconds.',
    schema: { type: 'integer' },
    required: true,
  },
  'Retry-After': {
    description: 'Whole seconds to wait before trying again.',
    schema: { type: 'integer', minimum: 1 },
    required: true,
  },
  'Idempotent-Replayed': {
    description:
      '`true` when this is the stored answer of an earlier request with the same key; else absent.',
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

/** Headers of every response. */
export const RESPONSE_HEADERS = reference(
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
)

export const RETRY_HEADER = reference('Retry-After')

/** Headers of a response that may be a replay of an earlier one. */
export const REPLAY_HEADER = reference('Idempotent-Replayed')

export const LOCATION_HEADER = reference('Location')

/** Adds the headers to the components that the references name. */
export function registerHeaders(app: RestApp): void {
  for (const [name, header] of Object.entries(COMPONENTS)) {
    app.openAPIRegistry.registerComponent('headers', name, header)
  }
}
