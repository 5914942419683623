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

test("changing the password ends the user's other sessions at once and keeps the current session", async () => {
  const { email } = await createPerson(world)
  const bystander = await signIn(world, (await createPerson(world)).email)
  const [currentSession, otherSession] = [await signIn(world, email), await signIn(world, email)]
  expect(await isSignedIn(otherSession)).toBe(true)
  expect((await change(currentSession)).status).toBe(200)
  expect(await Promise.all([currentSession, otherSession, bystander].map(isSignedIn))).toEqual([
    true,
    false,
    true,
  ])
  const old = await postAuth(world, '/sign-in/email', { email, password: PASSWORD }, newAddress())
  expect(old.status).toBe(401)
  await signIn(world, email, NEW_PASSWORD)
})

test('sessions that another process deleted are refused after five seconds', async () => {
  const { email, userId } = await createPerson(world)
  const cookie = await signIn(world, email)
  expect(await isSignedIn(cookie)).toBe(true)
  await world.operator.db.prisma.session.deleteMany({ where: { userId } })
  expect(await later(5_000, () => isSignedIn(cookie))).toBe(false)
})

test('changing the password closes the WebSockets and event streams of the other sessions at once', async () => {
  const { email, organizationId } = await createPerson(world)
  const { id: projectId } = await world.project({ organizationId })
  const [currentSession, otherSession] = [await signIn(world, email), await signIn(world, email)]
  const socket = new WebSocket(`${world.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    headers: { cookie: otherSession, origin: world.url },
  })
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'connection_init' }))
  expect(JSON.parse(String((await once(socket, 'message'))[0]))).toEqual({ type: 'connection_ack' })
  const stream = await fetch(`${world.url}/graphql`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'text/event-stream',
      Cookie: otherSession,
      Origin: world.url,
    },
    body: JSON.stringify({
      query: 'subscription ($id: ID!) { projectActivity(projectId: $id) { __typename } }',
      variables: { id: projectId },
    }),
  })
  const [closed, text] = [once(socket, 'close'), stream.text()]
  expect((await change(currentSession)).status).toBe(200)
  expect((await closed)[0]).toBe(4403)
  expect(await text).toContain('"UNAUTHORIZED"')
})

test('a wrong current password or a short new password is refused by field, and the sessions and the password stay as they were', async () => {
  const { email } = await createPerson(world)
  const [currentSession, otherSession] = [await signIn(world, email), await signIn(world, email)]
  const refused = async (body: object) => {
    const response = await change(currentSession, body)
    expect(response.status).toBe(400)
    return Object.keys((await response.json()).details.fieldErrors)
  }
  expect(await refused({ currentPassword: 'wrong', newPassword: NEW_PASSWORD })).toEqual(['currentPassword'])
  expect(await refused({ currentPassword: PASSWORD, newPassword: 'short' })).toEqual(['newPassword'])
  expect(await refused({})).toEqual(['currentPassword', 'newPassword'])
  expect(await isSignedIn(otherSession)).toBe(true)
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

test('an API key cannot change a password', async () => {
  const { id } = await world.organization()
  const { key } = await world.organizationKey(id, { admin: true })
  const response = await fetch(`${world.url}/api/auth/change-password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
    body: JSON.stringify({ currentPassword: PASSWORD, newPassword: NEW_PASSWORD }),
  })
  expect([response.status, (await response.json()).error.code]).toEqual([403, 'FORBIDDEN'])
})
