import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepAccess } from '../../src/core/access/sweep.ts'
import { removeMember } from '../../src/core/members/remove.ts'
import { createSignInLink } from '../../src/core/sign-in-links/create.ts'
import { createWorld, type World } from '../world.ts'
import {
  askWith,
  cookiesOf,
  createPerson,
  createSignedIn,
  newAddress,
  PASSWORD,
  postAuth,
  tokenIn,
} from './member-client.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ workers: false, environment: { TRUST_PROXY: '127.0.0.1' } })
})
afterAll(() => world.close())

const linkFor = async (email: string) =>
  tokenIn((await createSignInLink({ ctx: world.operator, input: { email } })).link)

const use = (token: string, headers: Record<string, string> = {}) =>
  postAuth(world, '/use-sign-in-link', { token }, { ...newAddress(), ...headers })

const expectInvalid = async (token: string) => {
  const response = await use(token)
  expect(response.status).toBe(400)
  expect((await response.json()).details.fieldErrors).toEqual({ token: expect.any(String) })
}

const sessionIn = (cookies: string) => /session_token=(\w+)/.exec(cookies)?.[1]

test('a link signs its user in once, with a cookie that scripts and other sites cannot use', async () => {
  const { email, organizationId } = await createPerson(world)
  const token = await linkFor(` ${email.toUpperCase()} `)
  const response = await use(token)
  expect(response.status).toBe(200)
  for (const cookie of response.headers.getSetCookie()) expect(cookie).toMatch(/HttpOnly; SameSite=Lax$/)
  const text = await response.text()
  expect(JSON.parse(text)).toEqual({ user: expect.objectContaining({ email }) })
  const cookie = cookiesOf(response)
  expect(text).not.toContain(sessionIn(cookie))
  const { data } = await askWith(world, cookie, '{ viewer { organization { databaseId } } }')
  expect(data.viewer.organization).toEqual({ databaseId: organizationId })
  await expectInvalid(token)
})

test('concurrent requests with one link sign in only once', async () => {
  const { email, userId } = await createPerson(world)
  const token = await linkFor(email)
  const responses = await Promise.all(Array.from({ length: 4 }, () => use(token)))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await world.operator.db.prisma.session.count({ where: { userId } })).toBe(1)
})

test('the session is new, even if the browser sends the cookie of another session or a forged one', async () => {
  const { email, userId } = await createPerson(world)
  const planted = await createSignedIn(world)
  const newCookie = cookiesOf(await use(await linkFor(email), { cookie: planted.cookie }))
  expect(sessionIn(newCookie)).not.toBe(sessionIn(planted.cookie))
  const owner = async (cookie: string) =>
    (await askWith(world, cookie, '{ viewer { member { email } } }')).data?.viewer.member.email
  expect([await owner(newCookie), await owner(planted.cookie)]).toEqual([email, planted.email])
  const forged = `answergraph.session_token=${'a'.repeat(32)}.${'A'.repeat(43)}%3D`
  expect(sessionIn(cookiesOf(await use(await linkFor(email), { cookie: forged })))).not.toBe('a'.repeat(32))
  expect(await world.operator.db.prisma.session.count({ where: { userId } })).toBe(2)
})

test('a link is no longer valid after another was created, the password was changed, the user was removed, or it expired', async () => {
  const member = await createSignedIn(world)
  const first = await linkFor(member.email)
  const second = await linkFor(member.email)
  await expectInvalid(first)
  const body = { currentPassword: PASSWORD, newPassword: `${PASSWORD}!` }
  await postAuth(world, '/change-password', body, { cookie: member.cookie, ...newAddress() })
  await expectInvalid(second)

  const removed = await linkFor(member.email)
  await removeMember({ ctx: world.operator, input: { id: member.memberId } })
  await expectInvalid(removed)

  const expiredUser = await createPerson(world)
  const late = await linkFor(expiredUser.email)
  const where = { userId: expiredUser.userId }
  const { prisma } = world.operator.db
  await prisma.signInLink.update({ where, data: { expiresAt: new Date(Date.now() - 1_000) } })
  await expectInvalid(late)
  await sweepAccess({ ctx: world.operator })
  expect(await prisma.signInLink.count({ where })).toBe(0)
})

test('a link can only be used from pages of the installation, and attempts to guess a token are limited', async () => {
  const { email } = await createPerson(world)
  const token = await linkFor(email)
  expect((await use(token, { Origin: 'https://evil.example' })).status).toBe(403)
  const form = await fetch(`${world.url}/api/auth/use-sign-in-link`, {
    method: 'POST',
    headers: { 'Content-Type': 'text/plain', Origin: world.url, ...newAddress() },
    body: JSON.stringify({ token }),
  })
  expect(form.status).toBe(400)
  const address = newAddress()
  const statuses: number[] = []
  for (let tries = 0; tries < 11; tries += 1) statuses.push((await use('A'.repeat(52), address)).status)
  expect(statuses).toEqual([...Array(10).fill(400), 429])
  expect((await use(token)).status).toBe(200)
})

test('only the operator creates links; the log names the user, and neither the log nor the database contains the token', async () => {
  const { email, organizationId, userId } = await createPerson(world, { role: 'admin' })
  const input = { email }
  await expect(createSignInLink({ ctx: world.member(organizationId), input })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  const logged: object[] = []
  const logger = { ...world.operator.deps.logger, info: (fields: object) => void logged.push(fields) }
  const ctx = { ...world.operator, deps: { ...world.operator.deps, logger } }
  const { link, expiresAt } = await createSignInLink({ ctx, input })
  expect(link).toMatch(/^\/sign-in#token=[0-9A-Z]{52}$/)
  expect(logged).toEqual([{ userId, expiresAt }])
  const { rows } = await world.operator.db.pool.query('SELECT * FROM sign_in_link WHERE user_id = $1', [
    userId,
  ])
  expect(rows).toHaveLength(1)
  expect(JSON.stringify([logged, rows])).not.toContain(tokenIn(link))
})
