import { describe, expect, it } from 'vitest'
import type { Door, RateState } from '../core/admission.ts'
import type { Services } from '../core/context.ts'
import { Authenticator } from '../core/keys/authenticate.ts'
import { createRestApp } from './app.ts'

const RATE: RateState = { limit: 60, remaining: 59, resetAt: 1_780_000_000, retryAfter: null }
const KEY = { Authorization: `Bearer svc_${'A'.repeat(52)}` }

/** An app whose database knows one key, or does what it is told; nothing here reaches a real one. */
function appWith({
  findKey = async () => key(),
  rate = RATE,
}: {
  findKey?: () => Promise<object | null>
  rate?: RateState
} = {}) {
  const logged: object[] = []
  const subjects: string[] = []
  const log = (fields: object) => void logged.push(fields)
  const services = {
    now: () => new Date(),
    db: { prisma: { apiKey: { findUnique: findKey, updateMany: async () => ({}) } } },
    deps: { logger: { info: log, warn: log, error: log } },
  } as unknown as Services
  const door: Door = {
    authenticator: new Authenticator(services),
    limiter: {
      async consume(subject) {
        subjects.push(subject)
        return rate
      },
    },
  }
  return { app: createRestApp({ services, door }), logged, subjects }
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

describe('the door', () => {
  it('asks for a key before it says whether a path exists', async () => {
    const { app, subjects } = appWith()
    const response = await app.request('/v1/nowhere')
    expect(response.status).toBe(401)
    expectRate(response)
    expect(await response.json()).toEqual({ error: { code: 'UNAUTHORIZED', message: expect.any(String) } })
    expect(subjects).toEqual(['address:unknown'])
  })

  it.each([
    ['GET', '/v1/nowhere'],
    ['DELETE', '/v1/project'],
    ['POST', '/v1/openapi.json'],
    ['PUT', '/v1/async-analysis'],
    ['GET', '/v1/project/'],
    ['GET', '/v1'],
  ])('answers %s %s with the envelope of a missing resource', async (method, path) => {
    const { app, subjects } = appWith()
    const response = await app.request(path, { method, headers: KEY })
    expect(response.status).toBe(404)
    expectRate(response)
    expect(await response.json()).toMatchObject({ error: { code: 'NOT_FOUND' } })
    expect(subjects).toEqual(['key:key-1'])
  })

  it('tells whoever asks too often how many seconds to wait', async () => {
    const { app } = appWith({ rate: { ...RATE, retryAfter: 17 } })
    const response = await app.request('/v1/project', { headers: KEY })
    expect(response.status).toBe(429)
    expectRate(response)
    expect(response.headers.get('Retry-After')).toBe('17')
    expect(await response.json()).toMatchObject({ error: { code: 'RATE_LIMITED' } })
  })
})

describe('the unexpected', () => {
  it('is masked, logged under the id of the request, and still carries every header', async () => {
    const { app, logged } = appWith({ findKey: brokenDatabase })
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

  it('looks the same in an app that is mounted in another', async () => {
    const { Hono } = await import('hono')
    const outer = new Hono()
    outer.route('/', appWith({ findKey: brokenDatabase }).app)
    const failed = await outer.request('/v1/project', { headers: KEY })
    expect(failed.status).toBe(500)
    expectRate(failed)
    expect(await failed.json()).toMatchObject({ error: { code: 'INTERNAL_ERROR' } })
    expect((await outer.request('/elsewhere')).headers.get('X-Request-Id')).toBeNull()
  })
})

describe('X-Request-Id', () => {
  it.each(['mine', 'x'.repeat(64), '!~"\\'])('keeps %j', async (id) => {
    const response = await appWith().app.request('/v1/project', { headers: { 'X-Request-Id': id } })
    expect(response.headers.get('X-Request-Id')).toBe(id)
  })

  it.each(['', 'two words', 'x'.repeat(65), 'umläut'])('replaces %j by a UUID', async (id) => {
    const response = await appWith().app.request('/v1/openapi.json', { headers: { 'X-Request-Id': id } })
    expect(response.headers.get('X-Request-Id')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{21}$/)
  })
})
