import { Agent, request as send } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openGateway } from '../../src/process/gateway.ts'
import { type LoggedGateway, openLoggedGateway, parseResponse } from './logged-gateway.ts'

let gateway: LoggedGateway
beforeAll(async () => {
  gateway = await openLoggedGateway({ timeouts: { headers: 100, request: 200, check: 20 } })
})
afterAll(() => gateway?.close())

const COMMON = [
  'X-Request-Id',
  'X-Content-Type-Options',
  'Referrer-Policy',
  'Content-Security-Policy',
  'Cache-Control',
]
const RATE = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']

function expectHeaders(headers: Headers, names: readonly string[]): void {
  for (const name of names) expect([name, headers.get(name)]).toEqual([name, expect.stringMatching(/./)])
}

const POST = 'POST /v1/async-analysis HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
const withKey = () => `${POST}Authorization: Bearer ${gateway.key.key}\r\n`

describe('a request that reaches no route', () => {
  it.each<[string, number, () => string]>([
    ['is for another Host', 421, () => 'GET /v1/project HTTP/1.1\r\nHost: evil.example\r\n\r\n'],
    ['names no Host', 400, () => 'GET /v1/project HTTP/1.1\r\n\r\n'],
    ['names no path', 400, () => 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['has a backslash in its path', 400, () => 'GET /a\\b HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['is not HTTP', 400, () => 'nonsense\r\n\r\n'],
    [
      'has headers of more than 16 KiB',
      431,
      () => `GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`,
    ],
    ['never ends its headers', 408, () => 'GET / HTTP/1.1\r\nHost: localhost\r\n'],
    ['never ends its body', 408, () => `${withKey()}Content-Length: 10\r\n\r\n{`],
    ['never ends the body of an operation', 408, () => unfinished('/graphql')],
    ['never ends the body of a sign-in', 408, () => unfinished('/api/auth/sign-in/email')],
    ['asks for a socket of another Host', 421, () => upgrade('/graphql', 'evil.example')],
    ['asks for a socket at another path', 404, () => upgrade('/v1/project', 'localhost')],
  ])('because it %s gets status %i, the error envelope and all common headers', async (_, status, bytes) => {
    const { headers, body, ...answer } = parseResponse(await gateway.exchange(bytes()))
    expect(answer.status).toBe(status)
    expectHeaders(headers, [...COMMON, ...RATE])
    expect(headers.get('connection')).toBe('close')
    const code = status === 404 ? 'NOT_FOUND' : 'BAD_REQUEST'
    expect(JSON.parse(body)).toEqual({ error: { code, message: expect.any(String) } })
  })

  it('because its sender closes the connection within the body gets a 400', async () => {
    const answer = await gateway.exchange(`${withKey()}Content-Length: 10\r\n\r\n{`, { halfClose: true })
    expect(parseResponse(answer).status).toBe(400)
  })
})

function unfinished(path: string): string {
  const { authorization } = gateway.authorized()
  return `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{`
}

function upgrade(path: string, host: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${'A'.repeat(22)}==\r\n\r\n`
}

describe('every response', () => {
  it.each<[string, RequestInit | undefined, number]>([
    ['/v1/openapi.json', undefined, 200],
    ['/', undefined, 200],
    ['/docs', undefined, 200],
    ['/docs/rest', undefined, 200],
    ['/docs/nowhere', undefined, 404],
    ['/docs/assets/nothing.js', undefined, 404],
    ['/v1/project', undefined, 401],
    ['/v1/project', { method: 'OPTIONS' }, 204],
    ['/nowhere', undefined, 404],
    ['/api/auth/get-session', undefined, 200],
    ['/api/auth/sign-up/email', { method: 'POST' }, 404],
    ['/api/auth/sign-out', { method: 'POST', headers: { origin: 'https://evil.example' } }, 403],
    ['/graphql', undefined, 401],
  ])('(%s %j) has the rate-limit and security headers', async (path, init, status) => {
    const response = await fetch(`${gateway.url}${path}`, init)
    await response.arrayBuffer()
    expect(response.status).toBe(status)
    expectHeaders(response.headers, [...COMMON, ...RATE])
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(response.headers.get('strict-transport-security')).toBeNull()
    expect(response.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null)
  })

  it('to an authenticated caller is never stored in a shared cache', async () => {
    const { id: organizationId } = await gateway.world.organization()
    const { id: projectId } = await gateway.world.project({ organizationId })
    const { key } = await gateway.world.projectKey(projectId)
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
    const query = '{ viewer { project { name } } }'
    const requests: [string, RequestInit][] = [
      ['/v1/project', {}],
      ['/graphql', { method: 'POST', body: JSON.stringify({ query }) }],
      [`/graphql?${new URLSearchParams({ query })}`, {}],
    ]
    for (const [path, init] of requests) {
      const response = await fetch(`${gateway.url}${path}`, { ...init, headers })
      expect(response.status, path).toBe(200)
      expect(await response.json()).toHaveProperty('data')
      expect(response.headers.get('cache-control')).toMatch(/no-store|private/)
    }
  })

  it('of the health checks has no rate limit and is served for any Host', async () => {
    for (const path of ['/healthz', '/readyz']) {
      const { status, headers } = parseResponse(
        await gateway.exchange(`GET ${path} HTTP/1.1\r\nHost: 10.0.0.7\r\nConnection: close\r\n\r\n`),
      )
      expect(status).toBe(200)
      expectHeaders(headers, COMMON)
      expect(headers.get('x-ratelimit-limit')).toBeNull()
    }
    const { status } = parseResponse(await gateway.exchange('GET /healthz HTTP/1.0\r\n\r\n'))
    expect(status).toBe(200)
  })

  it('has Strict-Transport-Security if PUBLIC_URL is https', async () => {
    const { application } = gateway.world
    const secure = await openGateway({
      ...application,
      publicUrl: 'https://brands.example.com',
      host: '127.0.0.1',
      port: 0,
    })
    const { headers } = await fetch(`${secure.url}/healthz`)
    await secure.close()
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
  })
})

describe('pages', () => {
  it('have a CSP that allows only their own scripts and styles, and no framing', async () => {
    const docs = await fetch(`${gateway.url}/docs`)
    const policy = docs.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain("script-src 'unsafe-inline'")
    // The policy forbids inline scripts, so the page must not have any.
    expect(await docs.text()).not.toMatch(/<script(?![^>]*\bsrc=)/)
    const page = await fetch(`${gateway.url}/graphql`, { headers: { accept: 'text/html' } })
    expect(page.status).toBe(200)
    const graphiql = page.headers.get('content-security-policy') ?? ''
    expect(graphiql).toContain("frame-ancestors 'none'")
    expect(graphiql).toContain("connect-src 'self'")
    expectHeaders(page.headers, [...COMMON, ...RATE])
    await page.arrayBuffer()
  })
})

describe('CORS', () => {
  it.each([
    ['/v1/project', 'PATCH'],
    ['/graphql', 'POST'],
  ])('allows keys but not session cookies on %s', async (path, method) => {
    const preflight = await fetch(`${gateway.url}${path}`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://elsewhere.example',
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization,content-type',
      },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
    expect(preflight.headers.get('access-control-allow-methods')).toContain(method)
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Authorization')
    const answer = await fetch(`${gateway.url}${path}`, {
      headers: { ...gateway.authorized(), origin: 'https://elsewhere.example' },
    })
    await answer.arrayBuffer()
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('access-control-expose-headers')).toContain('X-RateLimit-Remaining')
    for (const { headers } of [preflight, answer]) {
      expect(headers.get('access-control-allow-credentials')).toBeNull()
    }
  })

  it('does not allow reading the sign-in endpoints', async () => {
    const response = await fetch(`${gateway.url}/api/auth/get-session`, {
      headers: { origin: 'https://elsewhere.example' },
    })
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('a body over the limit', () => {
  it.each<[string, number, () => Record<string, string>]>([
    ['/v1/async-analysis', 2_000_000, () => gateway.authorized()],
    ['/graphql', 200_000, () => gateway.authorized()],
    ['/api/auth/sign-out', 10_000, () => ({})],
  ])('is 413 on %s, and the connection can be reused', async (path, size, headers) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ports: (number | undefined)[] = []
    const ask = (method: string, path: string, body = '') =>
      new Promise<number>((resolve, reject) => {
        const json = { 'content-type': 'application/json' }
        const sent = send(`${gateway.url}${path}`, { method, agent, headers: { ...json, ...headers() } })
        sent.on('response', (response) => {
          ports.push(response.socket.localPort)
          response.resume().on('end', () => resolve(response.statusCode ?? 0))
          expectHeaders(new Headers(response.headers as Record<string, string>), [...COMMON, ...RATE])
        })
        sent.on('error', reject)
        sent.end(body)
      })
    expect(await ask('POST', path, ' '.repeat(size))).toBe(413)
    expect(await ask('GET', '/v1/openapi.json')).toBe(200)
    expect(ports[0]).toBe(ports[1])
    agent.destroy()
  })
})
