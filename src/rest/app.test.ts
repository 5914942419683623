import { afterEach, describe, expect, it } from 'vitest'
import { type ServedApp, serveApp, UNLIMITED } from '../../test/serve-app.ts'
import type { AppServices } from '../core/context.ts'
import type { RateState, RequestGate } from '../core/keys/admission.ts'
import { Authenticator } from '../core/keys/authenticate.ts'
import { Turns } from '../core/keys/turns.ts'
import { createRestApp } from './app.ts'

const RATE: RateState = { limit: 60, remaining: 59, resetAt: 1_780_000_000, retryAfter: null }
const KEY = { Authorization: `Bearer svc_${'A'.repeat(52)}` }

let open: ServedApp | null = null
afterEach(async () => {
  await open?.close()
  open = null
})

/** An app with a fake database that contains one key. */
async function appWith({
  findKey = async () => key(),
  rate = RATE,
}: {
  findKey?: () => Promise<object | null>
  rate?: RateState
} = {}) {
  const logged: object[] = []
  const subjects: string[] = []
  const log = (fields: object) => void logged.push(fields)
  const ignore = () => {}
  const services = {
    now: () => new Date(),
    db: { prisma: { apiKey: { findUnique: findKey, updateMany: async () => ({}) } } },
    deps: { logger: { info: ignore, warn: log, error: log } },
  } as unknown as AppServices
  const gate: RequestGate = {
    authenticator: new Authenticator(services),
    memberLimiter: UNLIMITED,
    turns: new Turns(),
    limiter: {
      ...UNLIMITED,
      async consume(subject) {
        subjects.push(subject)
        return rate
      },
    },
  }
  const app = await serveApp({
    services,
    gate,
    mount: (app) => app.route('/', createRestApp({ services, gate })),
  })
  open = app
  return { app, logged, subjects }
}

const key = () => ({
  id: 'key-1',
  organizationId: 'o',
  projectId: null,
  admin: false,
  revokedAt: null,
  lastUsedAt: new Date(),
})
const brokenDatabase = async () => {
  throw new Error('password=secret refused')
}

function expectRate(response: Response) {
  expect(response.headers.get('X-RateLimit-Limit')).toBe('60')
  expect(response.headers.get('X-RateLimit-Remaining')).toBe('59')
  expect(response.headers.get('X-RateLimit-Reset')).toBe('1780000000')
}

describe('authentication', () => {
  it('happens before routing: without a key, an unknown path returns 401', async () => {
    const { app, subjects } = await appWith()
    const response = await app.request('/v1/nowhere')
    expect(response.status).toBe(401)
    expectRate(response)
    expect(await response.json()).toEqual({ error: { code: 'UNAUTHORIZED', message: expect.any(String) } })
    expect(subjects).toEqual(['address:127.0.0.1'])
  })

  it.each([
    ['GET', '/v1/nowhere'],
    ['DELETE', '/v1/project'],
    ['POST', '/v1/openapi.json'],
    ['PUT', '/v1/async-analysis'],
    ['GET', '/v1/project/'],
    ['GET', '/v1'],
  ])('answers %s %s with the error envelope of a missing resource', async (method, path) => {
    const { app, subjects } = await appWith()
    const response = await app.request(path, { method, headers: KEY })
    expect(response.status).toBe(404)
    expectRate(response)
    expect(await response.json()).toMatchObject({ error: { code: 'NOT_FOUND' } })
    expect(subjects).toEqual(['key:key-1'])
  })

  it('returns the seconds to wait when the rate limit is exceeded', async () => {
    const { app } = await appWith({ rate: { ...RATE, retryAfter: 17 } })
    const response = await app.request('/v1/project', { headers: KEY })
    expect(response.status).toBe(429)
    expectRate(response)
    expect(response.headers.get('Retry-After')).toBe('17')
    expect(await response.json()).toMatchObject({ error: { code: 'RATE_LIMITED' } })
  })
})

describe('an unexpected error', () => {
  it('is masked, logged with the request id, and has all response headers', async () => {
    const { app, logged } = await appWith({ findKey: brokenDatabase })
    const response = await app.request('/v1/project', { headers: { ...KEY, 'X-Request-Id': 'mine-1' } })
    expect(response.status).toBe(500)
    expectRate(response)
    const body = await response.text()
    expect(JSON.parse(body)).toEqual({
      error: { code: 'INTERNAL_ERROR', message: expect.stringContaining('mine-1') },
    })
    expect(body).not.toContain('secret')
    expect(logged).toEqual([expect.objectContaining({ requestId: 'mine-1', error: expect.any(Error) })])
  })
})

describe('X-Request-Id', () => {
  it.each(['mine', 'x'.repeat(64), '!~"\\'])('is kept if it is %j', async (id) => {
    const response = await (await appWith()).app.request('/v1/project', { headers: { 'X-Request-Id': id } })
    expect(response.headers.get('X-Request-Id')).toBe(id)
  })

  it.each(['', 'two words', 'x'.repeat(65), 'umläut'])('is replaced by a UUID if it is %j', async (id) => {
    const response = await (await appWith()).app.request('/v1/openapi.json', {
      headers: { 'X-Request-Id': id },
    })
    expect(response.headers.get('X-Request-Id')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{21}$/)
  })
})
