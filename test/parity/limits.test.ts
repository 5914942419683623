import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '../world.ts'
import { expectRefusals, withSignIn } from './cases.ts'
import type { Operation } from './operation.ts'
import { OPERATIONS } from './operations/all.ts'
import { openApiDocument } from './result-shape.ts'
import { carryOut, shapeOfResult } from './surfaces.ts'
import { createTenant, type Tenant } from './tenant.ts'

let document: unknown
let limited: World
let unavailable: World
beforeAll(async () => {
  document = await openApiDocument()
  const options = { workers: false, environment: { TRUST_PROXY: '127.0.0.1' } }
  limited = await createWorld({
    ...options,
    environment: { ...options.environment, RATE_LIMIT_PER_MINUTE: '1' },
  })
  unavailable = await createWorld({ ...options, demo: false })
})
afterAll(async () => {
  await limited?.close()
  await unavailable?.close()
})

async function outcomes(operation: Operation, { world, objects, credentials }: Tenant) {
  const shape = shapeOfResult(operation, document)
  const caller = await credentials(operation.as)
  const input = { ...(operation.repeatable && { idempotencyKey: 'once' }), ...operation.input?.(objects) }
  const executions = withSignIn(operation).map(async (surface) => {
    const outcome = await carryOut(operation, surface, shape, { world, credentials: caller, input })
    return [surface, outcome] as const
  })
  return Object.fromEntries(await Promise.all(executions))
}

test.each(
  OPERATIONS.filter((operation) => withSignIn(operation).length > 0).map(
    (operation) => [operation.name, operation] as const,
  ),
)('after the caller has used up its rate limit, every surface refuses to %s', async (_, operation) => {
  const tenant = await createTenant(limited)
  const credentials = await tenant.credentials(operation.as)
  const authentication: Record<string, string> =
    'key' in credentials
      ? { Authorization: `Bearer ${credentials.key}` }
      : { Cookie: credentials.cookie, Origin: limited.url }
  // All surfaces share the caller's limit, so requests to any surface use it up.
  const body = JSON.stringify({ query: '{ viewer { organization { id } } }' })
  const headers = { ...authentication, 'Content-Type': 'application/json' }
  // The loop is needed because a member's limit is ten times the limit of a key.
  for (let left = Infinity; left > 0; ) {
    const response = await fetch(`${limited.url}/graphql`, { method: 'POST', headers, body })
    expect(response.status).toBe(200)
    left = Number(response.headers.get('X-RateLimit-Remaining'))
  }
  expectRefusals(await outcomes(operation, tenant), { code: 'RATE_LIMITED' })
})

const USING_PROVIDERS = OPERATIONS.filter(({ repeatable }) => repeatable)

test.each(USING_PROVIDERS.map((operation) => [operation.name, operation] as const))(
  'while no provider is available every surface refuses to %s',
  async (_, operation) => {
    const tenant = await createTenant(unavailable)
    expectRefusals(await outcomes(operation, tenant), { code: 'PROVIDER_UNAVAILABLE' })
  },
)
