import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createMember } from '../../src/core/members/create.ts'
import { removeMember } from '../../src/core/members/remove.ts'
import { createWorld, type World } from '../world.ts'
import { send } from './graphql-client.ts'
import { askWith, createPerson, createSignedIn, signIn } from './member-client.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ workers: false, environment: { TRUST_PROXY: '127.0.0.1' } })
})
afterAll(() => world.close())

const LIST = `query ($first: Int, $after: String) { viewer { organizations(first: $first, after: $after) {
  totalCount pageInfo { hasNextPage endCursor }
  nodes { databaseId organizationId organizationName role current createdAt } } } }`
const CURRENT = '{ viewer { organization { databaseId } member { role } permissions } }'

/** Creates a user who joined two organizations, first as a member and then as an admin. */
async function inTwo() {
  const first = await createSignedIn(world)
  const { id } = await world.organization()
  const input = { organizationId: id, email: first.email, role: 'admin' as const }
  const { memberId } = await createMember({ ctx: world.operator, input })
  return { ...first, second: { organizationId: id, memberId } }
}

/**
 * Opens a socket with a cookie and this `connection_init` payload. `answer` is the first reply or the close event.
 */
async function socketWith(cookie: string, payload: object, path = '/graphql') {
  const socket = new WebSocket(`${world.url.replace('http', 'ws')}${path}`, 'graphql-transport-ws', {
    headers: { cookie, origin: world.url },
  })
  await once(socket, 'open')
  const closed = once(socket, 'close').then(([code, reason]) => ({ code, reason: String(reason) }))
  const next = () => once(socket, 'message').then(([data]) => JSON.parse(String(data)))
  const reply = next()
  socket.send(JSON.stringify({ type: 'connection_init', payload }))
  const answer = await Promise.race([reply, closed])
  const ask = async (query: string) => {
    const message = next()
    socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }))
    return (await message).payload
  }
  return { socket, answer, ask, closed }
}

describe('viewer.organizations', () => {
  test('lists the organizations of the member in the order of joining, with the role in each, and marks the current one', async () => {
    const { cookie, memberId, organizationId, second } = await inTwo()
    const names = await world.operator.db.prisma.organization.findMany({
      where: { id: { in: [organizationId, second.organizationId] } },
    })
    const named = (id: string) => ({
      organizationId: id,
      organizationName: names.find((organization) => organization.id === id)?.name,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    const inFirst = { ...named(organizationId), databaseId: memberId, role: 'MEMBER' }
    const inSecond = { ...named(second.organizationId), databaseId: second.memberId, role: 'ADMIN' }
    const { data } = await askWith(world, cookie, LIST)
    expect(data.viewer.organizations).toMatchObject({
      totalCount: 2,
      nodes: [
        { ...inFirst, current: true },
        { ...inSecond, current: false },
      ],
    })
    const chosen = { 'X-Organization': second.organizationId }
    const inSecondOrganization = await askWith(world, cookie, LIST, {}, chosen)
    expect(inSecondOrganization.data.viewer.organizations.nodes).toEqual([
      { ...inFirst, current: false },
      { ...inSecond, current: true },
    ])
  })

  test('is paged', async () => {
    const { cookie, organizationId, second } = await inTwo()
    const page = async (after: string | null) =>
      (await askWith(world, cookie, LIST, { first: 1, after })).data.viewer.organizations
    const firstPage = await page(null)
    expect(firstPage).toMatchObject({ pageInfo: { hasNextPage: true }, nodes: [{ organizationId }] })
    const secondPage = await page(firstPage.pageInfo.endCursor)
    expect(secondPage).toMatchObject({
      pageInfo: { hasNextPage: false },
      nodes: [{ databaseId: second.memberId }],
    })
  })

  test('is forbidden for keys', async () => {
    const { id } = await world.organization()
    const { key } = await world.organizationKey(id, { admin: true })
    const { errors } = await send(world, key, { query: LIST })
    expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN')
  })
})

describe('a member of two organizations chooses one', () => {
  test('with X-Organization over HTTP and for server-sent events', async () => {
    const { cookie, second } = await inTwo()
    const chosen = { 'X-Organization': second.organizationId }
    const { data } = await askWith(world, cookie, CURRENT, {}, chosen)
    expect(data.viewer).toMatchObject({ organization: { databaseId: second.organizationId } })
    const { id: projectId } = await world.project({ organizationId: second.organizationId })
    const query = `subscription { projectActivity(projectId: "${projectId}") { __typename } }`
    const events = (headers: Record<string, string>) =>
      fetch(`${world.url}/graphql`, {
        method: 'POST',
        headers: {
          ...{ 'content-type': 'application/json', accept: 'text/event-stream' },
          ...{ cookie, origin: world.url, ...headers },
        },
        body: JSON.stringify({ query }),
      })
    const stream = (await events(chosen)).body?.getReader()
    let received = ''
    while (stream && !received.includes('projectActivity'))
      received += new TextDecoder().decode((await stream.read()).value)
    expect(received).toContain('"data":{"projectActivity":{')
    await stream?.cancel()
    expect(await (await events({})).text()).toContain('NOT_FOUND')
  })

  test('with X-Organization in connection_init, which overrides the URL', async () => {
    const { cookie, organizationId, second } = await inTwo()
    for (const name of ['X-Organization', 'x-organization']) {
      const path = `/graphql?organization=${organizationId}`
      const { socket, answer, ask } = await socketWith(cookie, { [name]: second.organizationId }, path)
      expect(answer).toEqual({ type: 'connection_ack' })
      expect(await ask(CURRENT)).toMatchObject({
        data: { viewer: { organization: { databaseId: second.organizationId }, member: { role: 'ADMIN' } } },
      })
      socket.close()
    }
  })

  test('is refused with an explanation if they left or never joined the organization', async () => {
    const { cookie, second } = await inTwo()
    const { id: foreign } = await world.organization()
    const message = expect.stringContaining('X-Organization')
    const refused = async (organization: string) => {
      const { status, errors } = await askWith(world, cookie, CURRENT, {}, { 'X-Organization': organization })
      expect([status, errors]).toEqual([403, [{ message, extensions: { code: 'FORBIDDEN' } }]])
      const { answer } = await socketWith(cookie, { 'X-Organization': organization })
      expect(answer).toEqual({ code: 4403, reason: message })
    }
    await refused(foreign)
    await refused('nonsense')
    const { closed } = await socketWith(cookie, { 'X-Organization': second.organizationId })
    // The last admin cannot be removed, so there has to be another.
    const input = { organizationId: second.organizationId, role: 'admin' as const }
    await createPerson(world, input)
    await removeMember({ ctx: world.operator, input: { id: second.memberId } })
    expect(await closed).toMatchObject({ code: 4403 })
    await refused(second.organizationId)
  })
})

test('a member removed from their only organization can sign in, but is refused with an explanation until invited again', async () => {
  const { email, memberId } = await createPerson(world)
  await removeMember({ ctx: world.operator, input: { id: memberId } })
  const cookie = await signIn(world, email)
  const message = expect.stringContaining('no longer belong to any organization')
  const { status, errors } = await askWith(world, cookie, CURRENT)
  expect([status, errors]).toEqual([403, [{ message, extensions: { code: 'FORBIDDEN' } }]])
  expect((await socketWith(cookie, {})).answer).toEqual({ code: 4403, reason: message })
  const { id: organizationId } = await world.organization()
  await createMember({ ctx: world.operator, input: { organizationId, email } })
  const { data } = await askWith(world, cookie, CURRENT)
  expect(data.viewer.organization).toEqual({ databaseId: organizationId })
})

test('viewer.permissions lists the permissions of admins, members and keys', async () => {
  const { id: organizationId } = await world.organization()
  const { id: projectId } = await world.project({ organizationId })
  const ofMember = async (role: 'admin' | 'member') => {
    const { cookie } = await createSignedIn(world, { organizationId, role })
    return new Set<string>((await askWith(world, cookie, CURRENT)).data.viewer.permissions)
  }
  const ofKey = async ({ key }: { key: string }) => {
    const { data } = await send(world, key, { query: '{ viewer { permissions } }' })
    return new Set<string>(data.viewer.permissions)
  }
  const admin = await ofMember('admin')
  const member = await ofMember('member')
  const forAdmins = ['ORGANIZATION_ADMIN', 'MEMBERS_MANAGE', 'KEYS_MANAGE', 'WEBHOOKS_REDELIVER']
  expect([...admin].filter((permission) => !member.has(permission)).toSorted()).toEqual(
    [
      ...forAdmins,
      'AUDIT_READ',
      'PROJECT_WEBHOOKS_MANAGE',
      'PROVIDER_CREDENTIALS_MANAGE',
      'REPORTS_MANAGE',
      'WEBHOOK_SECRET_MANAGE',
    ].toSorted(),
  )
  expect([...member].filter((permission) => !admin.has(permission))).toEqual([])
  expect(await ofKey(await world.projectKey(projectId))).toEqual(
    new Set([
      ...['PROJECT_READ', 'PROJECT_UPDATE', 'PROMPTS_READ', 'PROMPTS_WRITE', 'SETTINGS_WRITE', 'RUNS_START'],
      ...['RUNS_READ', 'ANALYSIS_START', 'ANALYSIS_READ', 'ORGANIZATION_READ', 'WEBHOOKS_REDELIVER'],
      'PROJECT_WEBHOOKS_MANAGE',
      'REPORTS_MANAGE',
    ]),
  )
  expect(await ofKey(await world.organizationKey(organizationId))).toEqual(
    new Set([
      ...['ANALYSIS_START', 'ANALYSIS_READ', 'SEARCH_VOLUME_ESTIMATE', 'ORGANIZATION_READ', 'CREDITS_READ'],
      'WEBHOOKS_REDELIVER',
    ]),
  )
})
