import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createMember } from '../../src/core/members/create.ts'
import { removeMember } from '../../src/core/members/remove.ts'
import { setMemberRole } from '../../src/core/members/set-role.ts'
import { createWorld, type World } from '../world.ts'
import { send } from './graphql-client.ts'
import { askWith, createPerson, createSignedIn } from './member-client.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ workers: false, environment: { TRUST_PROXY: '127.0.0.1' } })
})
afterAll(() => world.close())

const REMOVE = 'mutation ($id: ID!) { removeMember(input: { memberId: $id }) { removedMemberId } }'
const SET_ROLE = `mutation ($id: ID!, $role: MemberRole!) {
  setMemberRole(input: { memberId: $id, role: $role }) { member { databaseId role } } }`
const OWN = '{ viewer { member { id role } organization { databaseId } } }'

const codeOf = async (cookie: string, query: string, variables: Record<string, unknown>) =>
  (await askWith(world, cookie, query, variables)).errors?.[0]?.extensions.code

const statusOf = async (cookie: string, organization?: string) =>
  (await askWith(world, cookie, OWN, {}, organization ? { 'X-Organization': organization } : {})).status

/** Opens a socket and subscribes to a project as a member of the organization. Resolves after the first event. */
async function subscribed(cookie: string, organizationId: string, projectId: string) {
  const address = `${world.url.replace('http', 'ws')}/graphql?organization=${organizationId}`
  const socket = new WebSocket(address, 'graphql-transport-ws', { headers: { cookie, origin: world.url } })
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'connection_init' }))
  await once(socket, 'message')
  const payload = {
    query: 'subscription ($id: ID!) { projectActivity(projectId: $id) { __typename } }',
    variables: { id: projectId },
  }
  socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload }))
  expect(JSON.parse(String((await once(socket, 'message'))[0]))).toMatchObject({
    type: 'next',
    payload: { data: expect.any(Object) },
  })
  return socket
}

test('members see when other members last used a session', async () => {
  const admin = await createSignedIn(world, { role: 'admin' })
  const idle = await createPerson(world, { organizationId: admin.organizationId })
  const LIST = '{ viewer { organization { members { nodes { databaseId lastUsedAt } } } } }'
  const { data } = await askWith(world, admin.cookie, LIST)
  expect(data.viewer.organization.members.nodes).toEqual([
    { databaseId: admin.memberId, lastUsedAt: expect.stringMatching(/Z$/) },
    { databaseId: idle.memberId, lastUsedAt: null },
  ])
})

describe('removeMember', () => {
  test("ends the member's access and subscriptions in this organization at once, but not in other organizations", async () => {
    const admin = await createSignedIn(world, { role: 'admin' })
    const { organizationId } = admin
    const { id: projectId } = await world.project({ organizationId })
    const member = await createSignedIn(world, { organizationId })
    const { id: otherId } = await world.organization()
    const { id: otherProject } = await world.project({ organizationId: otherId })
    await createMember({ ctx: world.operator, input: { organizationId: otherId, email: member.email } })
    const socket = await subscribed(member.cookie, organizationId, projectId)
    const kept = await subscribed(member.cookie, otherId, otherProject)
    const closed = once(socket, 'close')

    const { data } = await askWith(world, admin.cookie, REMOVE, { id: member.memberId })
    expect(data.removeMember.removedMemberId).toEqual(expect.any(String))
    expect((await closed)[0]).toBe(4403)
    expect(await statusOf(member.cookie, organizationId)).toBe(403)
    expect(await statusOf(member.cookie, otherId)).toBe(200)
    expect(kept.readyState).toBe(WebSocket.OPEN)
    kept.close()
    expect(await codeOf(admin.cookie, REMOVE, { id: member.memberId })).toBe('NOT_FOUND')
  })

  test('signs out a user who belongs to no other organization', async () => {
    const admin = await createSignedIn(world, { role: 'admin' })
    const member = await createSignedIn(world, { organizationId: admin.organizationId })
    await askWith(world, admin.cookie, REMOVE, { id: member.memberId })
    expect(await statusOf(member.cookie)).toBe(401)
    expect(await world.operator.db.prisma.session.count({ where: { userId: member.userId } })).toBe(0)
  })
})

test('setMemberRole takes effect at once', async () => {
  const admin = await createSignedIn(world, { role: 'admin' })
  const member = await createSignedIn(world, { organizationId: admin.organizationId })
  const promote = { id: member.memberId, role: 'ADMIN' }
  expect(await codeOf(member.cookie, SET_ROLE, promote)).toBe('FORBIDDEN')
  const { data } = await askWith(world, admin.cookie, SET_ROLE, promote)
  expect(data.setMemberRole.member).toEqual({ databaseId: member.memberId, role: 'ADMIN' })
  const demoted = await askWith(world, member.cookie, SET_ROLE, { id: admin.memberId, role: 'MEMBER' })
  expect(demoted.data.setMemberRole.member.role).toBe('MEMBER')
  expect(await codeOf(admin.cookie, SET_ROLE, { id: member.memberId, role: 'MEMBER' })).toBe('FORBIDDEN')
})

describe('the last admin of an organization', () => {
  test('cannot be removed or demoted, not even by the operator', async () => {
    const admin = await createSignedIn(world, { role: 'admin' })
    await createPerson(world, { organizationId: admin.organizationId })
    const { memberId: id } = admin
    const removed = await askWith(world, admin.cookie, REMOVE, { id })
    expect(removed.errors?.[0]).toMatchObject({
      message: expect.stringContaining('last admin'),
      extensions: { code: 'CONFLICT' },
    })
    expect(await codeOf(admin.cookie, SET_ROLE, { id, role: 'MEMBER' })).toBe('CONFLICT')
    const { operator: ctx } = world
    await expect(removeMember({ ctx, input: { id } })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(setMemberRole({ ctx, input: { id, role: 'member' } })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    expect(await codeOf(admin.cookie, SET_ROLE, { id, role: 'ADMIN' })).toBeUndefined()
    expect((await askWith(world, admin.cookie, OWN)).data.viewer.member.role).toBe('ADMIN')
  })

  test('remains when all admins are removed or demoted concurrently', async () => {
    const { id: organizationId } = await world.organization()
    const admins = await Promise.all(
      Array.from({ length: 6 }, () => createPerson(world, { organizationId, role: 'admin' })),
    )
    const ctx = world.member(organizationId)
    const changes = await Promise.allSettled(
      admins.map(({ memberId: id }, index) =>
        index % 2
          ? removeMember({ ctx, input: { id } })
          : setMemberRole({ ctx, input: { id, role: 'member' } }),
      ),
    )
    const refused = changes.flatMap((change) => (change.status === 'rejected' ? [change.reason.code] : []))
    expect(refused).toEqual(['CONFLICT'])
    const { member } = world.operator.db.prisma
    expect(await member.count({ where: { organizationId, role: 'admin' } })).toBe(1)
  })
})

test('only signed-in admins manage members, not plain members or admin keys', async () => {
  const member = await createSignedIn(world)
  const { key } = await world.organizationKey(member.organizationId, { admin: true })
  const { memberId: id } = await createPerson(world, { organizationId: member.organizationId })
  const operations: [string, Record<string, unknown>][] = [
    [REMOVE, { id }],
    [SET_ROLE, { id, role: 'ADMIN' }],
    ['mutation ($id: ID!) { sendPasswordReset(input: { memberId: $id }) { link } }', { id }],
    ['mutation { inviteMember(input: { email: "a@example.com" }) { link } }', {}],
    [
      'mutation ($id: ID!) { revokeInvitation(input: { invitationId: $id }) { revokedInvitationId } }',
      { id },
    ],
  ]
  for (const [query, variables] of operations) {
    expect(await codeOf(member.cookie, query, variables)).toBe('FORBIDDEN')
    const { errors } = await send(world, key, { query, variables })
    expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN')
  }
})
