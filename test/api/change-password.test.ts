import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { later } from '../later.ts'
import { createWorld, type World } from '../world.ts'
import { askWith, createPerson, newAddress, PASSWORD, postAuth, signIn } from './member-client.ts'

const NEW_PASSWORD = 'a different battery'

let world: World
beforeAll(async () => {
  world = await createWorld({ workers: false, environment: { TRUST_PROXY: '127.0.0.1' } })
})
afterAll(() => world.close())

const change = (cookie: string, body: object = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }) =>
  postAuth(world, '/change-password', body, { cookie, ...newAddress() })

const isSignedIn = async (cookie: string) => {
  const { status } = await askWith(world, cookie, '{ viewer { member { id } } }')
  return status !== 401
}

test('a change of the password ends the other sessions of the user at once, and keeps the one that made it', async () => {
  const { email } = await createPerson(world)
  const bystander = await signIn(world, (await createPerson(world)).email)
  const [own, other] = [await signIn(world, email), await signIn(world, email)]
  expect(await isSignedIn(other)).toBe(true)
  expect((await change(own)).status).toBe(200)
  expect(await Promise.all([own, other, bystander].map(isSignedIn))).toEqual([true, false, true])
  const old = await postAuth(world, '/sign-in/email', { email, password: PASSWORD }, newAddress())
  expect(old.status).toBe(401)
  await signIn(world, email, NEW_PASSWORD)
})

test('sessions that another process has ended are refused five seconds later', async () => {
  const { email, userId } = await createPerson(world)
  const cookie = await signIn(world, email)
  expect(await isSignedIn(cookie)).toBe(true)
  await world.operator.db.prisma.session.deleteMany({ where: { userId } })
  expect(await later(5_000, () => isSignedIn(cookie))).toBe(false)
})

test('it closes their WebSockets and ends their event streams, at once and without an event', async () => {
  const { email, organizationId } = await createPerson(world)
  const { id: projectId } = await world.project({ organizationId })
  const [own, other] = [await signIn(world, email), await signIn(world, email)]
  const socket = new WebSocket(`${world.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    headers: { cookie: other, origin: world.url },
  })
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'connection_init' }))
  expect(JSON.parse(String((await once(socket, 'message'))[0]))).toEqual({ type: 'connection_ack' })
  const stream = await fetch(`${world.url}/graphql`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'text/event-stream',
      Cookie: other,
      Origin: world.url,
    },
    body: JSON.stringify({
      query: 'subscription ($id: ID!) { projectActivity(projectId: $id) { __typename } }',
      variables: { id: projectId },
    }),
  })
  const [closed, text] = [once(socket, 'close'), stream.text()]
  expect((await change(own)).status).toBe(200)
  expect((await closed)[0]).toBe(4403)
  expect(await text).toContain('"UNAUTHORIZED"')
})

test('a wrong current password and a short new one are refused by field, and change nothing', async () => {
  const { email } = await createPerson(world)
  const [own, other] = [await signIn(world, email), await signIn(world, email)]
  const refused = async (body: object) => {
    const response = await change(own, body)
    expect(response.status).toBe(400)
    return Object.keys((await response.json()).details.fieldErrors)
  }
  expect(await refused({ currentPassword: 'wrong', newPassword: NEW_PASSWORD })).toEqual(['currentPassword'])
  expect(await refused({ currentPassword: PASSWORD, newPassword: 'short' })).toEqual(['newPassword'])
  expect(await refused({})).toEqual(['currentPassword', 'newPassword'])
  expect(await isSignedIn(other)).toBe(true)
  await signIn(world, email)
})

test('a session cannot be used to guess the password', async () => {
  const { email } = await createPerson(world)
  const cookie = await signIn(world, email)
  const guess = () => change(cookie, { currentPassword: 'guess', newPassword: NEW_PASSWORD })
  for (let tries = 0; tries < 10; tries += 1) expect((await guess()).status).toBe(400)
  const refused = await change(cookie)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(60)
})

test('a key cannot change a password', async () => {
  const { id } = await world.organization()
  const { key } = await world.organizationKey(id, { admin: true })
  const response = await fetch(`${world.url}/api/auth/change-password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
    body: JSON.stringify({ currentPassword: PASSWORD, newPassword: NEW_PASSWORD }),
  })
  expect([response.status, (await response.json()).error.code]).toEqual([403, 'FORBIDDEN'])
})
