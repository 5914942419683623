import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createWorld, type World } from '../world.ts'
import { send } from './graphql-client.ts'
import { askWith, createPerson, PASSWORD, signIn } from './member-client.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ workers: false, environment: { TRUST_PROXY: '127.0.0.1' } })
})
afterAll(() => world.close())

const SESSIONS = `{ viewer { sessions { totalCount nodes {
  id databaseId current userAgent address createdAt lastUsedAt expiresAt } } } }`
const END = 'mutation ($id: ID!) { endSession(input: { sessionId: $id }) { endedSessionId } }'
const END_OTHERS = `mutation ($keep: ID) {
  endOtherSessions(input: { keptSessionId: $keep }) { endedSessionIds } }`

const sessionsOf = async (cookie: string) =>
  (await askWith(world, cookie, SESSIONS)).data?.viewer.sessions.nodes

const statusOf = async (cookie: string) => (await askWith(world, cookie, '{ __typename }')).status

describe('viewer.sessions', () => {
  test("lists the member's sessions, newest first, with the time, address and user agent of each sign-in", async () => {
    const { email } = await createPerson(world)
    const from = (address: string, userAgent: string) =>
      signIn(world, email, PASSWORD, { 'X-Forwarded-For': address, 'User-Agent': userAgent })
    await from('2001:db8::7', 'Browser One')
    const cookie = await from('203.0.113.9', 'B'.repeat(2_000))
    await signIn(world, (await createPerson(world)).email)
    const { data } = await askWith(world, cookie, SESSIONS)
    const time = expect.stringMatching(/^\d{4}-.*Z$/)
    const common = { id: expect.any(String), databaseId: expect.any(String) }
    const times = { createdAt: time, lastUsedAt: time, expiresAt: time }
    expect(data.viewer.sessions).toEqual({
      totalCount: 2,
      nodes: [
        { ...common, ...times, current: true, userAgent: 'B'.repeat(500), address: '203.0.113.9' },
        {
          ...common,
          ...times,
          current: false,
          userAgent: 'Browser One',
          address: '2001:0db8:0000:0000:0000:0000:0000:0007',
        },
      ],
    })
  })

  test('omits expired sessions', async () => {
    const { email, userId } = await createPerson(world)
    await signIn(world, email)
    const { prisma } = world.operator.db
    await prisma.session.updateMany({ where: { userId }, data: { expiresAt: new Date(Date.now() - 1_000) } })
    const cookie = await signIn(world, email)
    expect(await sessionsOf(cookie)).toMatchObject([{ current: true }])
  })

  test('has the time of the last use, to the minute', async () => {
    const { email, userId } = await createPerson(world)
    const used = new Date(Date.now() - 90_000)
    const cookie = await signIn(world, email)
    await world.operator.db.prisma.session.updateMany({ where: { userId }, data: { lastUsedAt: used } })
    const [{ lastUsedAt }] = await sessionsOf(cookie)
    expect(Date.parse(lastUsedAt)).toBeGreaterThan(Date.now() - 60_000)
  })

  test('is forbidden for keys', async () => {
    const { id } = await world.organization()
    const { key } = await world.organizationKey(id, { admin: true })
    for (const query of [SESSIONS, END_OTHERS]) {
      const { errors } = await send(world, key, { query })
      expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN')
    }
  })
})

describe('endSession', () => {
  test('ends one session and its WebSockets at once, but no other session', async () => {
    const { email } = await createPerson(world)
    const [currentCookie, otherCookie, third] = [
      await signIn(world, email),
      await signIn(world, email),
      await signIn(world, email),
    ]
    const otherId = (await sessionsOf(otherCookie)).find(({ current }: { current: boolean }) => current).id
    const socket = new WebSocket(`${world.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
      headers: { cookie: otherCookie, origin: world.url },
    })
    await once(socket, 'open')
    socket.send(JSON.stringify({ type: 'connection_init' }))
    await once(socket, 'message')
    const closed = once(socket, 'close')
    const { data } = await askWith(world, currentCookie, END, { id: otherId })
    expect(data).toEqual({ endSession: { endedSessionId: otherId } })
    expect((await closed)[0]).toBe(4403)
    expect(await Promise.all([currentCookie, otherCookie, third].map(statusOf))).toEqual([200, 401, 200])
    const again = await askWith(world, currentCookie, END, { id: otherId })
    expect(again.errors?.[0]?.extensions.code).toBe('NOT_FOUND')
  })

  test('can end the current session', async () => {
    const { email } = await createPerson(world)
    const cookie = await signIn(world, email)
    const [{ databaseId }] = await sessionsOf(cookie)
    expect((await askWith(world, cookie, END, { id: databaseId })).errors).toBeUndefined()
    expect(await statusOf(cookie)).toBe(401)
  })

  test('does not find sessions of another member of the same organization, and neither does node', async () => {
    const { email, organizationId } = await createPerson(world)
    const victim = await signIn(world, email)
    const admin = await createPerson(world, { organizationId, role: 'admin' })
    const cookie = await signIn(world, admin.email)
    const [{ id }] = await sessionsOf(victim)
    const ended = await askWith(world, cookie, END, { id })
    expect(ended.errors?.[0]?.extensions.code).toBe('NOT_FOUND')
    const node = await askWith(world, cookie, 'query ($id: ID!) { node(id: $id) { id } }', { id })
    expect(node.data).toEqual({ node: null })
    expect(await statusOf(victim)).toBe(200)
  })
})

test('endOtherSessions ends all sessions of the member except the current one', async () => {
  const { email } = await createPerson(world)
  const bystander = await signIn(world, (await createPerson(world)).email)
  const [currentCookie, second, third] = [
    await signIn(world, email),
    await signIn(world, email),
    await signIn(world, email),
  ]
  const ids = (await sessionsOf(currentCookie))
    .filter(({ current }: { current: boolean }) => !current)
    .map(({ id }: { id: string }) => id)
  const { data } = await askWith(world, currentCookie, END_OTHERS)
  expect(data.endOtherSessions.endedSessionIds.toSorted()).toEqual(ids.toSorted())
  expect(await Promise.all([currentCookie, second, third, bystander].map(statusOf))).toEqual([
    200, 401, 401, 200,
  ])
  expect((await sessionsOf(currentCookie)).length).toBe(1)
})

test('endOtherSessions can keep another session of the member instead, but no session of another user', async () => {
  const { email } = await createPerson(world)
  const stranger = await signIn(world, (await createPerson(world)).email)
  const [currentCookie, second] = [await signIn(world, email), await signIn(world, email)]
  const [{ id: strangerId }] = await sessionsOf(stranger)
  const refused = await askWith(world, currentCookie, END_OTHERS, { keep: strangerId })
  expect(refused.errors?.[0]?.extensions.code).toBe('NOT_FOUND')
  const [{ id: keep }] = (await sessionsOf(currentCookie)).filter(
    ({ current }: { current: boolean }) => !current,
  )
  expect((await askWith(world, currentCookie, END_OTHERS, { keep })).errors).toBeUndefined()
  expect(await Promise.all([currentCookie, second].map(statusOf))).toEqual([401, 200])
})

test('a session is refused at once after signing out, even if the request had no Content-Type', async () => {
  const { email } = await createPerson(world)
  const cookie = await signIn(world, email)
  const { status } = await fetch(`${world.url}/api/auth/sign-out`, {
    method: 'POST',
    headers: { cookie, Origin: world.url },
  })
  expect(status).toBe(200)
  expect(await statusOf(cookie)).toBe(401)
})
