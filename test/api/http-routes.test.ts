import { afterAll, beforeAll, expect, it } from 'vitest'
import { openGateway } from '../../src/process/gateway.ts'
import { freePort } from '../free-port.ts'
import { restRoutes } from '../parity/result-shape.ts'
import { createWorld, type World } from '../world.ts'
import { ACTORS, type Actor, ELSEWHERE, ROUTES } from './http-routes.ts'
import { createSignedIn, newAddress } from './member-client.ts'
import { createTenant, everythingOf, MARK, type Tenant } from './two-tenants.ts'
import { openReceiver, type Receiver } from './webhook-receiver.ts'

let receiver: Receiver
let world: World
let routes: readonly string[]
let theirs: Tenant
let before: unknown
let createHeaders: (actor: Actor) => Promise<Record<string, string>>
const headers = new Map<Actor, Promise<Record<string, string>>>()
/** Returns the same headers for all requests of an actor. */
const headersOf = (actor: Actor) => {
  const existing = headers.get(actor) ?? createHeaders(actor)
  headers.set(actor, existing)
  return existing
}
beforeAll(async () => {
  receiver = await openReceiver()
  const port = await freePort()
  world = await createWorld({
    port,
    providers: [{ id: 'chatgpt', driver: 'openai', model: 'gpt-5' }],
    environment: {
      OUTBOUND_ALLOW: receiver.address,
      TRUST_PROXY: '127.0.0.1',
      METRICS_TOKEN: 'a-token-for-metrics',
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      OIDC_ISSUER: `http://127.0.0.1:${await freePort()}`,
      OIDC_CLIENT_ID: 'answergraph',
      OIDC_CLIENT_SECRET: 'a client secret',
    },
  })
  const gateway = await openGateway({ ...world.application, host: '127.0.0.1', port: 0 })
  routes = gateway.routes
  await gateway.close()
  theirs = await createTenant(world, receiver, MARK)
  const { organizationId } = theirs
  const { id: foreignId } = await world.organization()
  const foreign = await world.organizationKey(foreignId, { admin: true })
  const readOnly = await world.organizationKey(organizationId, { preset: 'read_only' })
  const keys: Partial<Record<Actor, string>> = {
    'a made-up key': `sk_${'A'.repeat(52)}`,
    'an admin key of another organization': foreign.key,
    'a key of another project': theirs.otherKey,
    'a read-only key of the organization': readOnly.key,
  }
  const members: Partial<Record<Actor, Parameters<typeof createSignedIn>[1]>> = {
    'an admin of another organization': { organizationId: foreignId, role: 'admin' },
    'a plain member': { organizationId },
  }
  createHeaders = async (actor): Promise<Record<string, string>> => {
    if (keys[actor]) return { authorization: `Bearer ${keys[actor]}` }
    const member = members[actor]
    if (!member) return { origin: world.url }
    return { origin: world.url, cookie: (await createSignedIn(world, member)).cookie }
  }
  before = await dataOf(theirs)
}, 120_000)
afterAll(async () => {
  await world?.close()
  await receiver?.close()
})

it('every route of the gateway has an entry here, in the OpenAPI document, or in another table', () => {
  const rest = new Set(restRoutes())
  const others = [...new Set(routes)].filter(
    (route) => !rest.has(route.replace(/:\w+/g, '{}')) && route !== 'ALL /v1/*',
  )
  expect(others.toSorted()).toEqual([...Object.keys(ROUTES), ...Object.keys(ELSEWHERE)].toSorted())
})

/** Returns the data of the tenant without what sign-ins of its members add. */
async function dataOf(tenant: Tenant): Promise<unknown> {
  const { members: _, sessions: __, passwordResets: ___, ...data } = await everythingOf(world, tenant)
  return data
}

it.each(Object.entries(ROUTES))(
  '%s gives each actor only what it may read, and lets it change nothing of the tenant',
  async (_, { request, statuses, readers = [], endsSession = false }) => {
    for (const [index, actor] of ACTORS.entries()) {
      const { path, body } = request(theirs)
      const response = await fetch(world.url + path, {
        method: body === undefined ? 'GET' : 'POST',
        redirect: 'manual',
        headers: {
          ...newAddress(),
          ...(await (endsSession ? createHeaders(actor) : headersOf(actor))),
          'content-type': 'application/json',
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      const expected = typeof statuses === 'number' ? statuses : statuses[index]
      expect([actor, response.status]).toEqual([actor, expected])
      expect([actor, text.includes(MARK)]).toEqual([actor, readers.includes(actor)])
    }
    expect(await dataOf(theirs)).toEqual(before)
  },
)
