import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../eventually.ts'
import { createWorld, type World } from '../world.ts'
import { cookiesOf, createPerson, newAddress, PASSWORD, postAuth, signIn } from './member-client.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ workers: false, environment: { TRUST_PROXY: '127.0.0.1' } })
})
afterAll(() => world.close())

const attempt = (body: unknown, headers: Record<string, string> = newAddress()) =>
  postAuth(world, '/sign-in/email', body, headers)

describe('responses of /api/auth', () => {
  test('to successful requests contain no token', async () => {
    const { email } = await createPerson(world)
    const signedIn = await attempt({ email, password: PASSWORD })
    const cookie = cookiesOf(signedIn)
    const token = /session_token=(\w+)/.exec(cookie)?.[1] ?? ''
    expect(token).toHaveLength(32)
    const current = await fetch(`${world.url}/api/auth/get-session`, { headers: { cookie } })
    const bodies = [
      signedIn,
      current,
      await postAuth(
        world,
        '/change-password',
        { currentPassword: PASSWORD, newPassword: `${PASSWORD}!` },
        { cookie, ...newAddress() },
      ),
      await postAuth(world, '/sign-out', {}, { cookie }),
    ]
    const [first, second, ...rest] = await Promise.all(bodies.map((response) => response.json()))
    expect(first).toEqual({ user: expect.objectContaining({ email }) })
    expect(second).toEqual({ session: expect.any(Object), user: expect.objectContaining({ email }) })
    expect(rest).toEqual([{ success: true }, { success: true }])
    const text = JSON.stringify([first, second])
    expect(text).not.toContain(token)
    expect(text).not.toContain('"token"')
  })

  test('to failed requests have the common error format', async () => {
    const { email } = await createPerson(world)
    const wrong = await attempt({ email, password: 'wrong password' })
    expect(wrong.status).toBe(401)
    expect(await wrong.json()).toEqual({ error: { code: 'UNAUTHORIZED', message: expect.any(String) } })

    const cases: [unknown, string[]][] = [
      [{ email }, ['password']],
      [{ email: 'nobody', password: '' }, ['email', 'password']],
      [{ email, password: PASSWORD, callbackURL: 'https://evil.example' }, ['callbackURL']],
      [{ email, password: PASSWORD, rememberMe: 'yes' }, ['rememberMe']],
      [[], ['body']],
    ]
    for (const [body, fields] of cases) {
      const response = await attempt(body)
      expect(response.status).toBe(400)
      const { error, details } = await response.json()
      expect(error).toEqual({ code: 'BAD_REQUEST', message: expect.any(String) })
      expect(Object.keys(details.fieldErrors).toSorted()).toEqual(fields)
    }
    const text = await fetch(`${world.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/plain', ...newAddress() },
      body: '{}',
    })
    expect([text.status, (await text.json()).error.code]).toEqual([400, 'BAD_REQUEST'])
  })

  test('to requests without a session are null for get-session and UNAUTHORIZED for a password change', async () => {
    expect(await (await fetch(`${world.url}/api/auth/get-session`)).json()).toBeNull()
    const body = { currentPassword: PASSWORD, newPassword: `${PASSWORD}!` }
    const change = await postAuth(world, '/change-password', body)
    expect([change.status, (await change.json()).error.code]).toEqual([401, 'UNAUTHORIZED'])
  })
})

describe('the limit of failed attempts', () => {
  const wrong = (email: string, headers?: Record<string, string>) =>
    attempt({ email, password: 'wrong password' }, headers)

  test('applies to an account in any letter case and from any address, with the time to wait in Retry-After', async () => {
    const { email } = await createPerson(world)
    for (let failed = 0; failed < 10; failed += 1) {
      expect((await wrong(failed % 2 ? email.toUpperCase() : email)).status).toBe(401)
    }
    const refused = await attempt({ email, password: PASSWORD })
    expect(refused.status).toBe(429)
    expect(await refused.json()).toEqual({ error: { code: 'RATE_LIMITED', message: expect.any(String) } })
    const wait = Number(refused.headers.get('Retry-After'))
    expect(wait).toBeGreaterThan(60)
    expect(wait).toBeLessThanOrEqual(900)
  })

  test('applies to concurrent attempts', async () => {
    const { email } = await createPerson(world)
    const responses = await Promise.all(Array.from({ length: 15 }, () => wrong(email)))
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(5)
  })

  test('applies to an address without an account as well', async () => {
    const statuses: number[] = []
    for (let failed = 0; failed < 11; failed += 1) {
      statuses.push((await wrong('nobody-here@example.com')).status)
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429])
  })

  test('does not count successful attempts', async () => {
    const { email } = await createPerson(world)
    for (let times = 0; times < 11; times += 1) await signIn(world, email)
  })

  test('does not lock out a browser in which the account has signed in before', async () => {
    const { email } = await createPerson(world)
    const { email: otherAccount } = await createPerson(world)
    const signedInCookies = await signIn(world, email)
    const device =
      signedInCookies.split('; ').find((cookie) => cookie.startsWith('answergraph.device=')) ?? ''
    for (let failed = 0; failed < 10; failed += 1) await wrong(email)
    expect((await attempt({ email, password: PASSWORD })).status).toBe(429)
    await signIn(world, email, PASSWORD, { cookie: device })

    const foreign = await signIn(world, otherAccount)
    const forged = device.replace(/\.[^.]*$/, '.forged')
    for (const cookie of [foreign, forged]) {
      const response = await attempt({ email, password: PASSWORD }, { cookie, ...newAddress() })
      expect(response.status).toBe(429)
    }
    for (let failed = 0; failed < 10; failed += 1) await wrong(email, { cookie: device, ...newAddress() })
    const limited = await attempt({ email, password: PASSWORD }, { cookie: device, ...newAddress() })
    expect(limited.status).toBe(429)
  })

  test('applies to one client address, across all accounts', async () => {
    const address = newAddress()
    const statuses: number[] = []
    for (let tries = 0; tries < 11; tries += 1) {
      statuses.push((await wrong(`somebody${tries}@example.com`, address)).status)
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429])
  })
})

test('a sign-in with the old password during a password change leaves no session', async () => {
  const { email, userId } = await createPerson(world)
  await signIn(world, email)
  const client = new pg.Client({ connectionString: world.databaseUrl })
  await client.connect()
  try {
    await client.query('BEGIN')
    await client.query(`UPDATE account SET password = 'changed' WHERE user_id = $1`, [userId])
    await client.query('DELETE FROM session WHERE user_id = $1', [userId])
    const response = attempt({ email, password: PASSWORD })
    await eventually(async () => {
      const { rows } = await client.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
      expect(rows).toHaveLength(1)
    })
    await client.query('COMMIT')
    expect((await response).status).toBe(401)
    expect(await world.operator.db.prisma.session.count({ where: { userId } })).toBe(0)
  } finally {
    await client.end()
  }
})
