import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '../world.ts'
import { ask, send } from './graphql-client.ts'
import { asMember } from './graphql-member.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ workers: false })
})
afterAll(() => world?.close())

async function customer() {
  const { id } = await world.organization()
  const project = await world.project({ organizationId: id })
  return { id, project, admin: asMember(world, id), plain: asMember(world, id, 'member') }
}

const KEY = 'id databaseId name prefix kind scopes createdAt lastUsedAt revokedAt project { databaseId }'
const CREATE = `mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { key apiKey { ${KEY} } } }`
const REVOKE = `mutation ($input: RevokeApiKeyInput!) { revokeApiKey(input: $input) { apiKey { ${KEY} } } }`
const LIST = `query ($first: Int, $after: String) { viewer { organization { keys(first: $first, after: $after) {
  totalCount pageInfo { hasNextPage endCursor } nodes { ${KEY} } } } } }`
const WHO = '{ viewer { key { databaseId name kind scopes project { databaseId } } } }'

test('a key that an admin creates is shown once and works at once', async () => {
  const { project, admin, plain } = await customer()
  const created = await admin(CREATE, { input: { projectId: project.id, name: 'site' } })
  const { key, apiKey } = created.data.createApiKey
  expect(key).toMatch(/^svc_[0-9A-Z]{52}$/)
  expect(apiKey).toMatchObject({
    name: 'site',
    prefix: key.slice(0, 10),
    kind: 'PROJECT',
    scopes: ['READ', 'RUN', 'WRITE'],
    lastUsedAt: null,
    revokedAt: null,
    project: { databaseId: project.id },
  })
  expect((await ask(world, key, WHO)).viewer.key).toEqual({
    databaseId: apiKey.databaseId,
    name: 'site',
    kind: 'PROJECT',
    scopes: ['READ', 'RUN', 'WRITE'],
    project: { databaseId: project.id },
  })
  const whole = (await admin(CREATE, { input: { preset: 'ADMIN' } })).data.createApiKey
  expect((await ask(world, whole.key, WHO)).viewer.key).toMatchObject({
    kind: 'ORGANIZATION',
    scopes: ['READ', 'RUN', 'WRITE', 'ADMIN'],
    project: null,
  })

  const { data } = await plain(LIST, { first: 1 })
  const { keys } = data.viewer.organization
  expect(keys).toMatchObject({ totalCount: 2, pageInfo: { hasNextPage: true }, nodes: [{ id: apiKey.id }] })
  expect(keys.nodes[0].lastUsedAt).not.toBeNull()
  const next = await plain(LIST, { after: keys.pageInfo.endCursor })
  expect(next.data.viewer.organization.keys.nodes).toMatchObject([{ id: whole.apiKey.id }])
  expect(JSON.stringify([data, next.data])).not.toContain(key)
})

test('a revoked key is refused at once, even if it was just used', async () => {
  const { admin } = await customer()
  const { key, apiKey } = (await admin(CREATE, { input: {} })).data.createApiKey
  await ask(world, key, WHO)
  const { data } = await admin(REVOKE, { input: { apiKeyId: apiKey.id } })
  const { revokedAt } = data.revokeApiKey.apiKey
  expect(revokedAt).not.toBeNull()
  expect((await send(world, key, { query: WHO })).status).toBe(401)
  const again = await admin(REVOKE, { input: { apiKeyId: apiKey.databaseId } })
  expect(again.data.revokeApiKey.apiKey.revokedAt).toBe(revokedAt)
})

test('plain members and keys of any kind cannot create, list or revoke keys', async () => {
  const { id, project, plain } = await customer()
  const projectKey = await world.projectKey(project.id)
  const adminKey = await world.organizationKey(id, { admin: true })
  const operations = [
    { query: CREATE, variables: { input: {} } },
    { query: REVOKE, variables: { input: { apiKeyId: adminKey.id } } },
  ]
  for (const { query, variables } of operations) {
    expect((await plain(query, variables)).codes).toEqual(['FORBIDDEN'])
  }
  for (const { key } of [projectKey, adminKey]) {
    for (const operation of [...operations, { query: LIST }]) {
      const { errors } = await send(world, key, operation)
      expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN'])
    }
  }
  expect(
    await world.operator.db.prisma.apiKey.count({ where: { organizationId: id, revokedAt: null } }),
  ).toBe(2)
})

test('keys and projects of another organization are not found', async () => {
  const { admin, id } = await customer()
  const theirs = await customer()
  const { id: keyId, key } = await world.projectKey(theirs.project.id)
  expect((await admin(REVOKE, { input: { apiKeyId: keyId } })).codes).toEqual(['NOT_FOUND'])
  expect((await admin(CREATE, { input: { projectId: theirs.project.id } })).codes).toEqual(['NOT_FOUND'])
  const { viewer } = await ask(world, key, '{ viewer { key { id } } }')
  const node = `{ node(id: "${viewer.key.id}") { id } }`
  expect((await admin(node)).data.node).toBeNull()
  expect((await theirs.plain(node)).data.node).toEqual({ id: viewer.key.id })
  const otherKey = await world.organizationKey(theirs.id)
  expect((await ask(world, otherKey.key, node)).node).toBeNull()
  expect((await admin(LIST)).data.viewer.organization.keys.totalCount).toBe(0)
  expect(await world.operator.db.prisma.apiKey.count({ where: { organizationId: id } })).toBe(0)
})

test('a project key cannot have the scope admin', async () => {
  const { project, admin } = await customer()
  const { codes } = await admin(CREATE, { input: { projectId: project.id, preset: 'ADMIN' } })
  expect(codes).toEqual(['BAD_REQUEST'])
})

test('a key has the scopes of its preset, or the given ones and read, and its permissions follow from them', async () => {
  const { project, admin } = await customer()
  const scopesOf = async (input: object) => {
    const { key, apiKey } = (await admin(CREATE, { input: { projectId: project.id, ...input } })).data
      .createApiKey
    const { viewer } = await ask(world, key, '{ viewer { permissions key { scopes } } }')
    expect(viewer.key.scopes).toEqual(apiKey.scopes)
    return { scopes: apiKey.scopes, permissions: viewer.permissions }
  }
  const agent = await scopesOf({ preset: 'AGENT' })
  expect(agent.scopes).toEqual(['READ', 'RUN'])
  expect(agent.permissions).toContain('RUNS_START')
  expect(agent.permissions).not.toContain('SETTINGS_WRITE')
  const writer = await scopesOf({ scopes: ['WRITE'] })
  expect(writer.scopes).toEqual(['READ', 'WRITE'])
  expect(writer.permissions).toContain('SETTINGS_WRITE')
  expect(writer.permissions).not.toContain('RUNS_START')
})

test('a key without the scope is refused with the scope that it needs', async () => {
  const { project } = await customer()
  const { key } = await world.projectKey(project.id, { preset: 'read_only' })
  const { errors } = await send(world, key, { query: 'mutation { triggerRun(input: {}) { run { id } } }' })
  expect(errors?.[0]).toMatchObject({
    message: 'This needs a key with the scope run. The scopes of this key: read.',
    extensions: { code: 'FORBIDDEN' },
  })
})
