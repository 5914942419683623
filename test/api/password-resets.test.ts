import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepAccess } from '../../src/core/access/sweep.ts'
import { createMember } from '../../src/core/members/create.ts'
import { removeMember } from '../../src/core/members/remove.ts'
import { sendPasswordReset } from '../../src/core/password-resets/send.ts'
import { createWorld, type World } from '../world.ts'
import {
  askWith,
  cookiesOf,
  createPerson,
  createSignedIn,
  newAddress,
  PASSWORD,
  postAuth,
  signIn,
  tokenIn,
} from './member-client.ts'

const NEW_PASSWORD = 'a different battery'

let world: World
beforeAll(async () => {
  world = await createWorld({ workers: false, environment: { TRUST_PROXY: '127.0.0.1' } })
})
afterAll(() => world.close())

const SEND = 'mutation ($id: ID!) { sendPasswordReset(input: { memberId: $id }) { link member { email } } }'

const reset = (token: string, newPassword = NEW_PASSWORD) =>
  postAuth(world, '/reset-password', { token, newPassword }, newAddress())

const expectInvalid = async (token: string) => {
  const response = await reset(token)
  expect(response.status).toBe(400)
  expect((await response.json()).details.fieldErrors).toEqual({ token: expect.any(String) })
}

/** Creates an organization with an admin and a member, and a link for the member. */
async function withLink() {
  const admin = await createSignedIn(world, { role: 'admin' })
  const member = await createSignedIn(world, { organizationId: admin.organizationId })
  const { data } = await askWith(world, admin.cookie, SEND, { id: member.memberId })
  expect(data.sendPasswordReset.member.email).toBe(member.email)
  return { admin, member, token: tokenIn(data.sendPasswordReset.link) }
}

test('a link that an admin sends sets a new password once and ends all sessions of the member', async () => {
  const { member, token } = await withLink()
  await signIn(world, member.email)
  expect((await reset(token, 'short')).status).toBe(400)
  const response = await reset(token)
  expect([response.status, await response.json()]).toEqual([200, { email: member.email }])
  expect((await askWith(world, member.cookie, '{ __typename }')).status).toBe(401)
  const old = await postAuth(
    world,
    '/sign-in/email',
    { email: member.email, password: PASSWORD },
    newAddress(),
  )
  expect(old.status).toBe(401)
  await signIn(world, member.email, NEW_PASSWORD)
  await expectInvalid(token)
})

test('concurrent requests with one link set the password only once', async () => {
  const { token } = await withLink()
  const responses = await Promise.all(Array.from({ length: 4 }, () => reset(token)))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('a concurrent reset and change of the password do not deadlock', async () => {
  const { member, token } = await withLink()
  const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
  const change = postAuth(world, '/change-password', body, { cookie: member.cookie, ...newAddress() })
  const [changed, used] = await Promise.all([change, reset(token)])
  // The later one finds the session ended, the password changed or the link used.
  expect([200, 400, 401]).toContain(changed.status)
  expect([200, 400]).toContain(used.status)
  await signIn(world, member.email, NEW_PASSWORD)
})

test('a link is no longer valid after another was sent, the password was changed, or it expired', async () => {
  const { member, admin, token } = await withLink()
  const { data } = await askWith(world, admin.cookie, SEND, { id: member.memberId })
  await expectInvalid(token)
  const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
  const changed = await postAuth(world, '/change-password', body, {
    cookie: member.cookie,
    ...newAddress(),
  })
  expect(changed.status).toBe(200)
  await expectInvalid(tokenIn(data.sendPasswordReset.link))

  const { token: late, member: expiredMember } = await withLink()
  const { prisma } = world.operator.db
  const where = { userId: expiredMember.userId }
  await prisma.passwordReset.update({ where, data: { expiresAt: new Date(Date.now() - 1_000) } })
  await expectInvalid(late)
  await sweepAccess({ ctx: world.operator })
  expect(await prisma.passwordReset.count({ where })).toBe(0)
})

test('an admin does not receive the link for a user of several organizations, but the operator does', async () => {
  const admin = await createSignedIn(world, { role: 'admin' })
  const user = await createPerson(world)
  const { memberId } = await createMember({
    ctx: world.operator,
    input: { organizationId: admin.organizationId, email: user.email },
  })
  const { errors } = await askWith(world, admin.cookie, SEND, { id: memberId })
  expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN')
  const { link } = await sendPasswordReset({ ctx: world.operator, input: { memberId } })
  expect((await reset(tokenIn(link))).status).toBe(200)
})

test('a link that an admin received becomes invalid when the user joins another organization or is removed', async () => {
  const joined = await withLink()
  const { id: organizationId } = await world.organization()
  const { operator: ctx } = world
  await createMember({ ctx, input: { organizationId, email: joined.member.email } })
  await expectInvalid(joined.token)
  const removed = await withLink()
  await removeMember({ ctx, input: { id: removed.member.memberId } })
  await expectInvalid(removed.token)
})

test('a reset lets the user sign in even after strangers used up the attempts of the account', async () => {
  const { member, token } = await withLink()
  const attempt = (password: string, cookie = '') =>
    postAuth(world, '/sign-in/email', { email: member.email, password }, { cookie, ...newAddress() })
  for (let failed = 0; failed < 10; failed += 1) await attempt('wrong password')
  const response = await reset(token)
  expect((await attempt(NEW_PASSWORD)).status).toBe(429)
  expect((await attempt(NEW_PASSWORD, cookiesOf(response))).status).toBe(200)
})

test('attempts to guess a token are limited', async () => {
  const address = newAddress()
  const statuses: number[] = []
  for (let tries = 0; tries < 11; tries += 1) {
    const body = { token: 'A'.repeat(52), newPassword: NEW_PASSWORD }
    statuses.push((await postAuth(world, '/reset-password', body, address)).status)
  }
  expect(statuses).toEqual([...Array(10).fill(400), 429])
})
