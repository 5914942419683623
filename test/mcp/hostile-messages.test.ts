import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../world.ts'

let world: World
let organizationId: string
let key: string
beforeAll(async () => {
  world = await createWorld({ workers: false })
  organizationId = (await world.organization({ credits: 10 })).id
  key = (await world.organizationKey(organizationId)).key
})
afterAll(() => world?.close())

/** Headers of messages in protocol versions with a handshake. */
const LEGACY_HEADERS = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' }

/** Sends a body without changing it. */
function send(body: RequestInit['body'], headers: Record<string, string> = {}, init: RequestInit = {}) {
  return fetch(`${world.url}/mcp`, {
    method: 'POST',
    headers: { ...LEGACY_HEADERS, Authorization: `Bearer ${key}`, ...headers },
    ...(body !== undefined && { body }),
    ...init,
  })
}

/** Sends a message of version 2026-07-28 with the matching headers. */
function sendNew(method: string, params: Record<string, unknown>, headers: Record<string, string> = {}) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const name: Record<string, string> = typeof params.name === 'string' ? { 'Mcp-Name': params.name } : {}
  return send(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { _meta, ...params } }), {
    'MCP-Protocol-Version': '2026-07-28',
    'Mcp-Method': method,
    ...name,
    ...headers,
  })
}

const PING = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })

/** Parses the message in a response, which is JSON or an event stream. */
async function messageIn(
  response: Response,
): Promise<{ result?: unknown; error?: { code: number; data?: unknown } }> {
  const text = await response.text()
  const event = /^data: (.+)$/m.exec(text)?.[1]
  return JSON.parse(event ?? text)
}

const call = (name: string, input: unknown, id: unknown = 1) =>
  JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: input } })

describe('an invalid body', () => {
  const NESTED = 400_000
  const cases: [string, RequestInit['body'], Record<string, string>?][] = [
    ['is missing', undefined],
    ['is empty', ''],
    ['is not JSON', '{"jsonrpc":'],
    ['is not UTF-8', new Uint8Array([0x22, 0xff, 0x22])],
    ['is deeply nested', `${'['.repeat(NESTED)}${']'.repeat(NESTED)}`],
    ['is a batch', `[${PING}]`],
    ['is a text', '"ping"'],
    ['is null', 'null'],
    ['is an empty object', '{}'],
    ['has another version of JSON-RPC', PING.replace('2.0', '1.0')],
    ['has an id of another type', PING.replace('"id":1', '"id":{"a":1}')],
    ['has null as id', PING.replace('"id":1', '"id":null')],
    ['has a fraction as id', PING.replace('"id":1', '"id":1.5')],
    ['has no method', '{"jsonrpc":"2.0","id":1}'],
    ['is sent as a form', PING, { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['is sent as text', PING, { 'Content-Type': 'text/plain' }],
    ['is sent in another character set', PING, { 'Content-Type': 'application/json; charset=utf-16' }],
  ]
  it.each(cases)('that %s gets 400 with a JSON-RPC error', async (_, body, headers) => {
    const response = await send(body, headers)
    expect(response.status).toBe(400)
    expect(response.headers.get('Content-Type')).toContain('application/json')
    expect(await response.json()).toMatchObject({
      jsonrpc: '2.0',
      error: { code: expect.any(Number), message: expect.any(String) },
    })
  })

  it('that is larger than 1 MiB gets 413', async () => {
    const response = await send(JSON.stringify({ text: 'x'.repeat(1_100_000) }))
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({ error: { data: { code: 'BAD_REQUEST' } } })
  })
})

describe('an unusual message', () => {
  it.each([
    { what: 'a long text', id: 'x'.repeat(10_000) },
    { what: 'an empty text', id: '' },
    { what: 'a negative number', id: -1 },
    { what: 'the largest number', id: 9_007_199_254_740_991 },
  ])('with $what as its id gets a response with that id', async ({ id }) => {
    const message = await messageIn(await send(JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' })))
    expect(message).toMatchObject({ id, result: {} })
  })

  it.each([[null], [[]], ['text'], [7], [true]])(
    'with arguments that are not an object is rejected: %j',
    async (input) => {
      for (const response of [
        await send(call('list_providers', input)),
        await sendNew('tools/call', { name: 'list_providers', arguments: input }),
      ])
        expect(await messageIn(response)).toMatchObject({ error: { code: -32_602 } })
    },
  )

  it.each(['__proto__', 'constructor', 'toString'])(
    'with %s as a tool or an argument is rejected',
    async (name) => {
      expect(await messageIn(await send(call(name, {})))).toMatchObject({ error: { code: -32_602 } })
      const input = JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'list_providers' },
      })
      const given = input.replace(
        '"list_providers"',
        `"list_providers","arguments":{"${name}":{"polluted":true}}`,
      )
      await messageIn(await send(given))
      expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
      expect(await messageIn(await send(call('list_providers', {})))).toHaveProperty(
        'result.structuredContent',
      )
    },
  )

  it.each([[{}], [[]], [true], [null], [1.5]])(
    'with a progress token of another type is rejected or handled without progress: %j',
    async (progressToken) => {
      const params = { name: 'list_providers', arguments: {}, _meta: { progressToken } }
      const response = await send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }))
      const text = await response.text()
      expect(response.status).toBeLessThan(500)
      expect(text).not.toContain('notifications/progress')
    },
  )
})

describe('protocol headers', () => {
  it.each([
    { what: 'a word', session: 'session' },
    { what: 'a long text', session: 'x'.repeat(8_000) },
    { what: 'a part of an id', session: randomUUID().slice(1) },
  ])('$what as the session id gets 404, so that the client starts a new session', async ({ session }) => {
    for (const body of [PING, '{"jsonrpc":"2.0","method":"notifications/initialized"}']) {
      const response = await send(body, { 'Mcp-Session-Id': session })
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ error: { data: { code: 'BAD_REQUEST' } } })
    }
  })

  it('an unknown version gets 400 with the supported versions', async () => {
    expect((await send(PING, { 'MCP-Protocol-Version': '1999-01-01' })).status).toBe(400)
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2099-01-01',
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const response = await sendNew('tools/list', { _meta }, { 'MCP-Protocol-Version': '2099-01-01' })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { data: { supported: ['2026-07-28'] } } })
  })

  it.each<Record<string, string>>([{ 'Mcp-Method': 'tools/call' }, { 'MCP-Protocol-Version': '2025-11-25' }])(
    'a header that contradicts the body gets 400: %j',
    async (headers) => {
      const response = await sendNew('tools/list', {}, headers)
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ error: { code: -32_020 } })
    },
  )

  it('a tool name that contradicts the body gets 400', async () => {
    const response = await sendNew(
      'tools/call',
      { name: 'list_providers', arguments: {} },
      { 'Mcp-Name': 'get_project' },
    )
    expect(response.status).toBe(400)
  })
})

describe('a request other than a message', () => {
  it.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'])(
    '%s gets 405, and the response allows POST',
    async (method) => {
      const response = await send(undefined, {}, { method })
      expect(response.status).toBe(405)
      expect(response.headers.get('Allow')).toBe('POST')
      if (method !== 'HEAD') expect(await response.json()).toMatchObject({ jsonrpc: '2.0', id: null })
    },
  )

  it('a preflight request from a page on this machine allows the protocol headers', async () => {
    const origin = 'http://localhost:6274'
    const response = await fetch(`${world.url}/mcp`, {
      method: 'OPTIONS',
      headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
    })
    expect(response.status).toBe(204)
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe(origin)
    const accepted = response.headers.get('Access-Control-Allow-Headers')?.toLowerCase().split(', ')
    for (const name of ['authorization', 'mcp-session-id', 'mcp-protocol-version', 'mcp-method', 'mcp-name'])
      expect(accepted).toContain(name)
  })

  it('a page of another site gets 403, even with a key', async () => {
    for (const origin of ['https://evil.example', 'null', 'http://localhost.evil.example']) {
      const response = await send(PING, { Origin: origin })
      expect(response.status).toBe(403)
      expect(await response.json()).toMatchObject({ error: { data: { code: 'FORBIDDEN' } } })
    }
  })

  it('a request without a valid key gets 401 with the authentication scheme', async () => {
    const response = await send(PING, { Authorization: 'Bearer wrong' })
    expect(response.status).toBe(401)
    expect(response.headers.get('WWW-Authenticate')).toMatch(/^Bearer resource_metadata=/)
    expect(await response.json()).toMatchObject({ error: { data: { code: 'UNAUTHORIZED' } } })
  })
})

describe('subscriptions', () => {
  it('are rejected, because the server announces no changes', async () => {
    const response = await sendNew('subscriptions/listen', { notifications: { toolsListChanged: true } })
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ id: 1, error: { code: -32_601 } })
  })
})
