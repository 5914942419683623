import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createWorld, type World } from '../world.ts'
import { askWith, cookiesOf, createSignedIn, newAddress, PASSWORD, postAuth } from './member-client.ts'

/** Another site, an opaque origin, and another port of the same machine, which browsers treat as the same site. */
const FOREIGN = ['https://evil.example', 'null', 'http://127.0.0.1:1'] as const

const CREATE = 'mutation { createProject(input: { name: "Planted" }) { project { name } } }'

let world: World
let admin: Awaited<ReturnType<typeof createSignedIn>>
beforeAll(async () => {
  world = await createWorld({ workers: false, environment: { TRUST_PROXY: '127.0.0.1' } })
  admin = await createSignedIn(world, { role: 'admin' })
})
afterAll(() => world.close())

/**
 * Sends a request with the admin's cookie, as a browser does for a page of `origin`, or for a navigation without
 * `origin`.
 */
const browse = (path: string, init: RequestInit & { origin?: string | undefined } = {}) => {
  const { origin, headers, ...rest } = init
  return fetch(`${world.url}${path}`, {
    ...rest,
    headers: { cookie: admin.cookie, ...(origin && { origin }), ...newAddress(), ...headers },
  })
}

/** Bodies that a page can send to another site without a preflight, and JSON, which requires one. */
const BODIES: Record<string, { body: string | FormData; type?: string }> = {
  'a form as text/plain': { body: JSON.stringify({ query: CREATE }), type: 'text/plain' },
  'a form as multipart/form-data': { body: multipart() },
  'a form that is URL-encoded': {
    body: new URLSearchParams({ query: CREATE }).toString(),
    type: 'application/x-www-form-urlencoded',
  },
  'a body without a type': { body: JSON.stringify({ query: CREATE }), type: '' },
  'JSON from a script': { body: JSON.stringify({ query: CREATE }), type: 'application/json' },
}

function multipart(): FormData {
  const form = new FormData()
  form.set('operations', JSON.stringify({ query: CREATE }))
  form.set('map', '{}')
  return form
}

describe('the session cookie on /graphql', () => {
  const projects = () =>
    world.operator.db.prisma.project.count({ where: { organizationId: admin.organizationId } })

  test.each(Object.entries(BODIES))('cannot be used by a page of another site with %s', async (_, sent) => {
    const { body, type } = sent
    for (const origin of [...FOREIGN, undefined]) {
      const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type }
      const response = await browse('/graphql', { method: 'POST', origin, headers, body })
      expect([400, 403]).toContain(response.status)
      expect(['BAD_REQUEST', 'FORBIDDEN']).toContain((await response.json()).errors[0].extensions.code)
      expect(response.headers.get('Access-Control-Allow-Credentials')).toBeNull()
    }
    expect(await projects()).toBe(0)
  })

  test('cannot change anything by GET, from any page or link', async () => {
    const query = new URLSearchParams({ query: CREATE })
    for (const origin of [...FOREIGN, world.url, undefined]) {
      for (const accept of ['application/json', 'text/event-stream', 'text/html'])
        expect(
          (await browse(`/graphql?${query}`, { origin, headers: { accept } })).status,
        ).toBeGreaterThanOrEqual(400)
    }
    expect(await projects()).toBe(0)
  })

  test('does not let a page of another site read responses, because credentials are never allowed', async () => {
    const query = new URLSearchParams({ query: '{ viewer { member { email } } }' })
    for (const origin of FOREIGN) {
      const response = await browse(`/graphql?${query}`, { origin })
      expect(response.status).toBe(403)
      // With `*`, browsers hide the response to a request with cookies (Fetch Standard, CORS check).
      expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
      expect(response.headers.get('Access-Control-Allow-Credentials')).toBeNull()
      expect(await response.text()).not.toContain(admin.email)
      const preflight = await browse('/graphql', { method: 'OPTIONS', origin })
      expect(preflight.headers.get('Access-Control-Allow-Credentials')).toBeNull()
      expect(preflight.headers.get('Access-Control-Allow-Headers')).not.toMatch(/x-organization|cookie/i)
    }
  })

  test('cannot be used by a WebSocket from another site or without an Origin header', async () => {
    for (const origin of [...FOREIGN, undefined]) {
      const headers = { cookie: admin.cookie, ...(origin && { origin }) }
      const address = `${world.url.replace('http', 'ws')}/graphql`
      const socket = new WebSocket(address, 'graphql-transport-ws', { headers })
      await once(socket, 'open')
      const closed = once(socket, 'close')
      socket.send(JSON.stringify({ type: 'connection_init' }))
      expect((await closed)[0]).toBe(4403)
    }
  })
})

describe('the session cookie on /api/auth', () => {
  const token = 'A'.repeat(52)
  const REQUESTS: Record<string, object> = {
    '/sign-in/email': { email: 'somebody@example.com', password: PASSWORD },
    '/sign-out': {},
    '/change-password': { currentPassword: PASSWORD, newPassword: `${PASSWORD}!` },
    '/read-invitation': { token },
    '/accept-invitation': { token, name: 'Eve', password: PASSWORD },
    '/request-password-reset': { email: 'somebody@example.com' },
    '/reset-password': { token, newPassword: PASSWORD },
    '/use-sign-in-link': { token },
  }

  test.each(Object.entries(REQUESTS))(
    'cannot be used by a page of another site: POST %s',
    async (path, body) => {
      for (const origin of [...FOREIGN, undefined]) {
        for (const type of ['application/json', 'text/plain']) {
          const headers = { 'content-type': type }
          const sent = { method: 'POST', origin, headers, body: JSON.stringify(body) }
          const response = await browse(`/api/auth${path}`, sent)
          expect(response.status).toBe(403)
          expect(response.headers.get('Set-Cookie')).toBeNull()
          expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull()
        }
      }
      expect((await browse(`/api/auth${path}`, { origin: FOREIGN[0] })).status).toBe(404)
      expect((await askWith(world, admin.cookie, '{ __typename }')).status).toBe(200)
    },
  )

  test('cannot be read by scripts of another site', async () => {
    const response = await browse('/api/auth/get-session', { origin: FOREIGN[0] })
    expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull()
    expect(response.headers.get('Cache-Control')).toBe('no-store')
  })
})

describe('signing in', () => {
  const signIn = (cookie: string) =>
    postAuth(world, '/sign-in/email', { email: admin.email, password: PASSWORD }, { cookie, ...newAddress() })
  const sessionIn = (cookies: string) => /session_token=(\w+)/.exec(cookies)?.[1] ?? ''

  test('creates a new session even if the browser already sends a session cookie, including a planted one', async () => {
    const planted = await createSignedIn(world)
    const forged = `answergraph.session_token=${'a'.repeat(32)}.${'A'.repeat(43)}%3D`
    const sentCookies = [admin.cookie, planted.cookie, forged]
    const newCookies = await Promise.all(sentCookies.map(async (cookie) => cookiesOf(await signIn(cookie))))
    const tokens = [...sentCookies, ...newCookies].map(sessionIn)
    expect(new Set(tokens)).toHaveLength(6)
    const { data } = await askWith(world, planted.cookie, '{ viewer { member { email } } }')
    expect(data.viewer.member.email).toBe(planted.email)
  })

  test('creates a session, and signing out deletes it from the database and its cookie from the browser', async () => {
    const cookie = cookiesOf(await signIn(''))
    const { prisma } = world.operator.db
    const where = { token: sessionIn(cookie) }
    expect(await prisma.session.count({ where })).toBe(1)
    const response = await postAuth(world, '/sign-out', {}, { cookie })
    expect(response.headers.getSetCookie().join('\n')).toMatch(
      /^answergraph\.session_token=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax$/m,
    )
    expect(await prisma.session.count({ where })).toBe(0)
    expect((await askWith(world, cookie, '{ __typename }')).status).toBe(401)
  })
})
