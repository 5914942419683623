import { createClient } from 'graphql-ws'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { TURN_LIMITS, Turns } from '../../../src/core/keys/turns.ts'
import { createWorld, type World } from '../../world.ts'

const TOKEN = 'a-token-for-prometheus'
const OVERLOADED = 'The server is overloaded and did not start the request.'

let world: World
let key: string
let usual: Turns
beforeAll(async () => {
  world = await createWorld({ workers: false, environment: { METRICS_TOKEN: TOKEN } })
  const { id: organizationId } = await world.organization()
  const { id } = await world.project({ organizationId })
  key = (await world.projectKey(id)).key
  const { gate, services } = world.application
  usual = gate.turns
  const count = (priority: 'interactive' | 'bulk') =>
    services.deps.telemetry.count('refusedRequests', { priority })
  // No turns at all, so that every request is one too many.
  gate.turns = new Turns(count, { ...TURN_LIMITS, turns: 0, saturatedTurns: 0, waiting: 0 })
})
afterAll(() => world.close())

function request(path: string, init: { method?: string; headers?: object; body?: object } = {}) {
  const { method, headers, body } = init
  return fetch(world.url + path, {
    method: method ?? (body ? 'POST' : 'GET'),
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
}

describe('an overloaded process', () => {
  it.each([
    ['a read', '/v1/prompts', {}],
    ['a change', '/v1/prompts', { body: { text: 'Best tool?' } }],
    ['a request without a valid key', '/v1/prompts', { headers: { authorization: 'Bearer svc_unknown' } }],
  ])('refuses %s over REST with 503 and one second in Retry-After', async (_, path, init) => {
    const response = await request(path, init)
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('1')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(await response.json()).toEqual({
      error: { code: 'SERVICE_UNAVAILABLE', message: expect.stringContaining(OVERLOADED) },
    })
  })

  it.each([
    ['an export', '/v1/analysis/exports/answers', {}],
    ['a list as CSV', '/v1/prompts', { headers: { accept: 'text/csv' } }],
    ['the start of a run', '/v1/analysis/trigger', { method: 'POST' }],
    ['the start of an analysis', '/v1/async-analysis', { body: { prompts: ['Best tool?'] } }],
  ])('asks clients to wait longer for %s', async (_, path, init) => {
    const response = await request(path, init)
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
  })

  it.each(['application/json', 'application/graphql-response+json'])(
    'refuses GraphQL as %s with an error of GraphQL',
    async (accept) => {
      const response = await request('/graphql', {
        headers: { accept },
        body: { query: '{ viewer { __typename } }' },
      })
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
      expect(response.headers.get('content-type')).toContain(accept)
      const { errors } = (await response.json()) as { errors: object[] }
      expect(errors).toEqual([
        {
          message: expect.stringContaining(OVERLOADED),
          extensions: { code: 'SERVICE_UNAVAILABLE', retryAfter: 1 },
        },
      ])
    },
  )

  it('refuses messages of MCP with an error of JSON-RPC', async () => {
    const response = await request('/mcp', { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } })
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
    const { error } = (await response.json()) as { error: { message: string; data: object } }
    expect(error.message).toContain(OVERLOADED)
    expect(error.data).toEqual({ code: 'SERVICE_UNAVAILABLE', retryAfter: 1 })
  })

  it('refuses queries over a WebSocket, and keeps the socket open', async () => {
    const client = createClient({
      url: `${world.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { Authorization: `Bearer ${key}` },
      lazy: false,
      retryAttempts: 0,
    })
    const ask = () =>
      client
        .iterate({ query: '{ viewer { __typename } }' })
        .next()
        .catch((errors) => errors)
    for (const errors of [await ask(), await ask()])
      expect(errors).toMatchObject([{ extensions: { code: 'SERVICE_UNAVAILABLE', retryAfter: 1 } }])
    await client.dispose()
  })

  it.each(['/healthz', '/readyz', '/'])('answers %s', async (path) => {
    const { status } = await request(path, { headers: { accept: 'text/html' } })
    expect(status).toBe(200)
  })

  it('counts the refused requests by priority', async () => {
    const response = await request('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } })
    const text = await response.text()
    for (const priority of ['interactive', 'bulk'])
      expect(text).toMatch(new RegExp(`answergraph_overload_refused_total{priority="${priority}"} [1-9]`))
  })
})

describe('a process that is no longer overloaded', () => {
  it('serves the refused requests', async () => {
    world.application.gate.turns = usual
    const responses = await Promise.all([request('/v1/prompts'), request('/v1/analysis/exports/answers')])
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
  })
})
