import type { RestForm } from './operation.ts'
import { failureOf, inNamesOf, type Outcome } from './outcome.ts'
import type { Request } from './surfaces.ts'

/** Runs an operation as a REST request. */
export async function overRest(
  { request, names = {} }: RestForm,
  { world, credentials, input, idempotencyKey }: Request,
): Promise<Outcome> {
  const [method = '', template = ''] = request.split(' ')
  const rest = inNamesOf(names, input) as Record<string, unknown>
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const { [name]: value } = rest
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  const query = method === 'GET' ? `?${new URLSearchParams(rest as Record<string, string>)}` : ''
  const hasBody = method !== 'GET' && method !== 'DELETE'
  const response = await fetch(`${world.url}${path}${query}`, {
    method,
    headers: {
      ...(credentials && 'key' in credentials && { Authorization: `Bearer ${credentials.key}` }),
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
      ...(hasBody && { 'Content-Type': 'application/json' }),
    },
    ...(hasBody && { body: JSON.stringify(rest) }),
  })
  const { data, error, details } = (await response.json()) as Body
  if (!error) return { result: data }
  const retryAfter = response.headers.get('Retry-After')
  return {
    error: failureOf({ ...error, fieldErrors: details?.fieldErrors, retryAfter }, { ...names, ...HEADERS }),
  }
}

/** Input fields that REST accepts as headers. */
const HEADERS = { idempotencyKey: 'Idempotency-Key' }

interface Body {
  data: unknown
  error?: { code: string; message: string }
  details?: { fieldErrors: Record<string, string> }
}
