import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import type { Actor } from '../../src/core/foundation/actor.ts'
import { admit } from '../../src/core/keys/admission.ts'
import { revokeKey } from '../../src/core/keys/revoke.ts'
import { stillAuthorized } from '../../src/core/keys/still-authorized.ts'
import { createMember } from '../../src/core/members/create.ts'
import { createWorld, type World } from '../world.ts'

const PASSWORD = 'correct horse battery'
let world: World
let organization: { id: string }
let email: string
let people = 0

beforeAll(async () => {
  world = await createWorld({ workers: false })
  organization = await world.organization()
  email = (await person()).email
})
afterAll(() => world.close())

const person = (
  organizationId = organization.id,
  role: 'admin' | 'member' = 'member',
  address = newAddress(),
) =>
  createMember({ ctx: world.operator, input: { organizationId, email: address, password: PASSWORD, role } })
const newAddress = () => `person${++people}@example.com`

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(`${world.url}/api/auth${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: world.url, ...headers },
    body: JSON.stringify(body),
  })

/** Signs in and returns the Cookie header of the new session. */
async function signedIn(address = email): Promise<string> {
  const response = await post('/sign-in/email', { email: address, password: PASSWORD })
  expect(response.status).toBe(200)
  return cookieOf(response)
}
const cookieOf = (response: Response) => response.headers.getSetCookie()[0]?.split(';')[0] ?? ''

const enter = (credentials: { authorization?: string; cookie?: string; organization?: string }) =>
  admit(world.application.gate, { authorization: null, address: '192.0.2.1', ...credentials })

describe('a signed-in member', () => {
  it('has a cookie that scripts and other sites cannot use, and that authenticates the member', async () => {
    const response = await post('/sign-in/email', { email: email.toUpperCase(), password: PASSWORD })
    expect(response.headers.get('Set-Cookie')).toMatch(/HttpOnly; SameSite=Lax$/)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    const cookie = cookieOf(response)
    expect(cookie).toMatch(/^answergraph\.session_token=/)
    const { actor, refusal } = await enter({ cookie: `theme=dark; ${cookie}` })
    expect(refusal).toBeNull()
    expect(actor).toEqual({
      type: 'member',
      userId: expect.any(String),
      organizationId: organization.id,
      role: 'member',
      operator: false,
      sessionId: expect.any(String),
    })
    const session = await fetch(`${world.url}/api/auth/get-session`, { headers: { Cookie: cookie } })
    expect(await session.json()).toMatchObject({ user: { email } })
  })

  it('can use GraphQL only from pages of the installation, and REST not at all', async () => {
    const cookie = await signedIn()
    const ask = (headers: Record<string, string>) =>
      fetch(`${world.url}/graphql`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Cookie: cookie, ...headers },
        body: JSON.stringify({ query: '{ viewer { organization { databaseId } } }' }),
      })
    expect(await (await ask({ Origin: world.url })).json()).toEqual({
      data: { viewer: { organization: { databaseId: organization.id } } },
    })
    expect((await ask({ Origin: 'https://evil.example' })).status).toBe(403)
    expect((await ask({})).status).toBe(403)
    const rest = await fetch(`${world.url}/v1/project`, { headers: { Cookie: cookie, Origin: world.url } })
    expect(rest.status).toBe(401)
  })

  it('acts in the organization that the request names, by default the one joined first, and in no other', async () => {
    const [otherOrganization, foreign] = [await world.organization(), await world.organization()]
    const { email: address } = await person()
    await createMember({
      ctx: world.operator,
      input: { organizationId: otherOrganization.id, email: address, role: 'admin' },
    })
    const cookie = await signedIn(address)
    expect((await enter({ cookie })).actor).toMatchObject({ organizationId: organization.id, role: 'member' })
    expect((await enter({ cookie, organization: otherOrganization.id.toUpperCase() })).actor).toMatchObject({
      organizationId: otherOrganization.id,
      role: 'admin',
    })
    for (const organization of [foreign.id, 'nonsense']) {
      expect((await enter({ cookie, organization })).refusal).toMatchObject({ code: 'FORBIDDEN' })
    }
  })

  it('is ignored if the request also has a key, valid or not', async () => {
    const { id, key } = await world.organizationKey(organization.id)
    const cookie = await signedIn()
    const both = await enter({ cookie, authorization: `Bearer ${key}` })
    expect(both.actor).toMatchObject({ type: 'key', keyId: id })
    expect((await enter({ cookie, authorization: 'Bearer svc_x' })).refusal?.code).toBe('UNAUTHORIZED')
  })

  it('is refused after signing out, after the session expired and after removal', async () => {
    const { prisma } = world.operator.db
    const { email: address, id: userId } = await person()
    const [first, second] = [await signedIn(address), await signedIn(address)]
    const { actor } = await enter({ cookie: first })
    expect((await post('/sign-out', {}, { Cookie: first })).status).toBe(200)
    expect((await enter({ cookie: first })).refusal?.code).toBe('UNAUTHORIZED')
    expect(actor && (await stillAuthorized(world.operator, [actor])).size).toBe(0)

    const rest = { where: { userId } }
    await prisma.session.updateMany({ ...rest, data: { expiresAt: new Date(Date.now() - 1_000) } })
    expect((await enter({ cookie: second })).refusal?.code).toBe('UNAUTHORIZED')
    await prisma.session.updateMany({ ...rest, data: { expiresAt: new Date(Date.now() + 60_000) } })
    await prisma.member.deleteMany(rest)
    expect((await enter({ cookie: second })).refusal?.code).toBe('FORBIDDEN')
  })

  it('is checked in one query together with revoked keys and ended sessions', async () => {
    const { prisma } = world.operator.db
    const { email: address, id: userId } = await person(organization.id, 'admin')
    const keys = await Promise.all([1, 2].map(() => world.organizationKey(organization.id)))
    const actors: Actor[] = []
    for (const { key } of keys)
      actors.push((await enter({ authorization: `Bearer ${key}` })).actor ?? { type: 'operator' })
    actors.push((await enter({ cookie: await signedIn(address) })).actor ?? { type: 'operator' })
    const [first, second, member] = actors
    expect(await stillAuthorized(world.operator, actors)).toEqual(new Set(actors))
    await revokeKey({ ctx: world.operator, input: { id: keys[0]?.id ?? '' } })
    expect(await stillAuthorized(world.operator, actors)).toEqual(new Set([second, member]))
    await prisma.member.updateMany({ where: { userId }, data: { role: 'member' } })
    expect(await stillAuthorized(world.operator, [...actors, ...actors])).toEqual(new Set([second]))
    expect(first).toMatchObject({ keyId: keys[0]?.id })
  })
})

describe('sign-in is refused', () => {
  it.each([
    ['without a session cookie', 'theme=dark'],
    ['with a made-up token', `answergraph.session_token=${'a'.repeat(32)}.${'A'.repeat(43)}%3D`],
    ['with a token and no signature', `answergraph.session_token=${'a'.repeat(32)}`],
    ['with broken escapes', 'answergraph.session_token=%E0%A4%A.%'],
  ])('%s', async (_, cookie) => {
    expect((await enter({ cookie })).refusal?.code).toBe('UNAUTHORIZED')
  })

  it('with a stored token that was signed with another key', async () => {
    const cookie = await signedIn()
    const [token] = cookie.split('=')[1]?.split('.') ?? []
    const forged = `answergraph.session_token=${token}.${Buffer.alloc(32).toString('base64')}`
    expect((await enter({ cookie: forged })).refusal?.code).toBe('UNAUTHORIZED')
  })

  it('for sign-up, from a page of another site, and on unused endpoints of the library', async () => {
    const login = { email, password: PASSWORD, name: 'x' }
    expect((await post('/sign-up/email', login)).status).toBe(404)
    expect((await post('/sign-in/social', { provider: 'github' })).status).toBe(404)
    expect((await post('/forget-password', login)).status).toBe(404)
    const foreign = await post('/sign-in/email', login, { Origin: 'https://evil.example' })
    expect(foreign.status).toBe(403)
    expect(await foreign.json()).toEqual({ error: { code: 'FORBIDDEN', message: expect.any(String) } })
    expect((await post('/sign-in/email', { ...login, more: 'x'.repeat(10_000) })).status).toBe(413)
    expect(await world.operator.db.prisma.user.count({ where: { email } })).toBe(1)
  })

  it('with a wrong password or an unknown address, with identical responses', async () => {
    const wrong = await post('/sign-in/email', { email, password: 'wrong password' })
    const stranger = await post('/sign-in/email', { email: newAddress(), password: 'wrong password' })
    expect([wrong.status, stranger.status]).toEqual([401, 401])
    expect(await wrong.json()).toEqual(await stranger.json())
  })

  it('after ten attempts in a minute', async () => {
    let last = await post('/sign-in/email', { email, password: 'guess' })
    for (let tries = 0; tries < 10 && last.status !== 429; tries++) {
      last = await post('/sign-in/email', { email, password: 'guess' })
    }
    expect(last.status).toBe(429)
    expect(Number(last.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(await last.json()).toEqual({ error: { code: 'RATE_LIMITED', message: expect.any(String) } })
  })
})

describe('createMember', () => {
  it('creates a user once, who can join another organization with the same password', async () => {
    const { operator: ctx } = world
    const otherOrganization = await world.organization()
    const created = await createMember({
      ctx,
      input: { organizationId: organization.id, email: newAddress() },
    })
    expect(created).toMatchObject({
      role: 'member',
      organizationId: organization.id,
      password: expect.stringMatching(/^[0-9A-Z]{20}$/),
    })
    const again = (organizationId: string, password?: string) =>
      createMember({ ctx, input: { organizationId, email: ` ${created.email.toUpperCase()} `, password } })
    await expect(again(organization.id)).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(again(otherOrganization.id, 'another password')).rejects.toMatchObject({
      fieldErrors: { password: expect.any(String) },
    })
    expect(await again(otherOrganization.id, created.password)).toEqual({
      id: created.id,
      memberId: expect.any(String),
      email: created.email,
      role: 'member',
      organizationId: otherOrganization.id,
    })
  })

  it('refuses invalid input', async () => {
    const { operator: ctx } = world
    const bad = { organizationId: organization.id, email: 'x', password: 'short' }
    await expect(createMember({ ctx, input: bad })).rejects.toMatchObject({
      fieldErrors: { email: expect.any(String), password: expect.any(String) },
    })
    const nowhere = { organizationId: '0198c1f0-0000-7000-8000-000000000000', email: newAddress() }
    await expect(createMember({ ctx, input: nowhere })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

/** Sends a request with the given Host, which fetch does not allow. */
function send(url: string, host: string, body?: object, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; text: string; cookies: string[] }>((resolve, reject) => {
    const method = body ? 'POST' : 'GET'
    const type = { 'Content-Type': 'application/json' }
    const sent = request(url, { method, headers: { Host: host, ...type, ...headers } }, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      const { statusCode: status = 0, headers } = response
      response.on('end', () => resolve({ status, text, cookies: headers['set-cookie'] ?? [] }))
    })
    sent.on('error', reject).end(body && JSON.stringify(body))
  })
}

describe('the Host header', () => {
  it('must name the installation, on every path except the health checks', async () => {
    for (const path of ['/', '/graphql', '/v1/project', '/api/auth/get-session']) {
      const { status, text } = await send(`${world.url}${path}`, 'evil.example')
      expect(status).toBe(421)
      expect(JSON.parse(text)).toEqual({ error: { code: 'BAD_REQUEST', message: expect.any(String) } })
    }
    expect((await send(`${world.url}/healthz`, '10.0.0.7:4000')).status).toBe(200)
    expect((await send(`${world.url}/v1/project`, 'localhost')).status).toBe(401)
    const socket = new WebSocket(`${world.url}/graphql`, 'graphql-transport-ws', {
      headers: { Host: 'evil.example' },
    })
    const refused = await new Promise((resolve) => {
      socket.on('error', () => {})
      socket.on('unexpected-response', (_, { statusCode }) => resolve(statusCode))
    })
    socket.terminate()
    expect(refused).toBe(421)
  })

  it('must match PUBLIC_URL if that is set, and over https the session cookie is Secure', async () => {
    const PUBLIC_URL = 'https://brands.example.com'
    const publicWorld = await createWorld({ workers: false, environment: { PUBLIC_URL } })
    try {
      const { id: organizationId } = await publicWorld.organization()
      const login = { email: 'a@example.com', password: PASSWORD }
      await createMember({ ctx: publicWorld.operator, input: { organizationId, ...login } })
      const host = 'brands.example.com'
      const url = `${publicWorld.url}/api/auth/sign-in/email`
      expect((await send(url, '127.0.0.1', login)).status).toBe(421)
      expect((await send(url, host, login, { Origin: publicWorld.url })).status).toBe(403)
      const { status, cookies } = await send(url, host, login, { Origin: PUBLIC_URL })
      expect(status).toBe(200)
      for (const setCookie of cookies)
        expect(setCookie).toMatch(/^__Secure-answergraph\..*; HttpOnly; Secure; SameSite=Lax$/)
      const cookie = cookies.find((setCookie) => setCookie.includes('.session_token='))?.split(';')[0]
      const { gate } = publicWorld.application
      const { actor } = await admit(gate, { authorization: null, cookie, address: '192.0.2.1' })
      expect(actor).toMatchObject({ type: 'member', organizationId })
    } finally {
      await publicWorld.close()
    }
  })
})
