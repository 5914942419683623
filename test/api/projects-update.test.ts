import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/core/foundation/ids.ts'
import { createWorld, type World } from '../world.ts'
import { type Client, createClient } from './rest-client.ts'

let world: World
let call: Client
beforeAll(async () => {
  world = await createWorld({ workers: false })
  call = await createClient(world)
})
afterAll(() => world?.close())

async function newProject() {
  const { id: organizationId } = await world.organization({ credits: 100 })
  const { id } = await world.project({
    organizationId,
    competitors: ['Planloom'],
    url: 'https://taskfern.example',
  })
  const project = await world.projectKey(id)
  const admin = await world.organizationKey(organizationId, { admin: true })
  const member = await world.organizationKey(organizationId)
  return { id, organizationId, key: project.key, admin: admin.key, member: member.key }
}

const patch = (id: string) => `PATCH /v1/projects/${id}` as const

describe('PATCH /v1/projects/{projectId}', () => {
  it('of one field leaves the others unchanged and returns the whole project', async () => {
    const { id, key } = await newProject()
    const first = await call(patch(id), { key, json: { displayName: ' Team space ' } })
    expect(first.status).toBe(200)
    expect(first.body.data).toEqual({
      id,
      name: 'Team space',
      url: 'https://taskfern.example',
      displayName: 'Team space',
      analysisBrandName: 'Taskfern',
      location: 'global',
      competitors: [{ id: expect.any(String), name: 'Planloom', url: null }],
      setup: { status: 'queued' },
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })
    const second = await call(patch(id), { key, json: { analysisBrandName: 'Taskfern Pro' } })
    expect(second.body.data).toMatchObject({ displayName: 'Team space', analysisBrandName: 'Taskfern Pro' })
    expect(second.body.data.updatedAt > first.body.data.updatedAt).toBe(true)
    const { body } = await call('GET /v1/project', { key })
    expect(body.data.name).toBe('Team space')
  })

  it('without any field leaves the project unchanged', async () => {
    const { id, key } = await newProject()
    const before = await call(patch(id), { key, json: {} })
    const after = await call(patch(id), { key, json: {} })
    expect(after.status).toBe(200)
    expect(after.body).toEqual(before.body)
  })

  it('is allowed with an admin organization key', async () => {
    const { id, admin } = await newProject()
    const { status, body } = await call(patch(id.toUpperCase()), {
      key: admin,
      json: { displayName: 'Ours' },
    })
    expect([status, body.data.displayName]).toEqual([200, 'Ours'])
  })

  it('of the brand applies to later analyses, not to running ones', async () => {
    const { id, key } = await newProject()
    const start = async () => {
      const json = { prompt: 'Best?', replicates: 1, providers: ['chatgpt'], locations: ['US'] }
      return (await call('POST /v1/async-analysis', { key, json })).body.data.analysisId
    }
    const before = await start()
    await call(patch(id), { key, json: { analysisBrandName: 'Nextfern' } })
    const after = await start()
    const brandOf = async (analysisId: string) =>
      (await call(`GET /v1/async-analysis/${analysisId}`, { key })).body.data.brandName
    expect([await brandOf(before), await brandOf(after)]).toEqual(['Taskfern', 'Nextfern'])
  })
})

describe('an invalid field', () => {
  it.each<[string, unknown, string[]]>([
    ['an empty label', { displayName: '' }, ['displayName']],
    ['an empty brand', { analysisBrandName: ' \n' }, ['analysisBrandName']],
    ['a label of 201 characters', { displayName: 'x'.repeat(201) }, ['displayName']],
    ['null', { displayName: null }, ['displayName']],
    ['a brand with NUL', { analysisBrandName: 'a\0b' }, ['analysisBrandName']],
    ['a field that is not writable', { url: 'https://x.example' }, ['url']],
    ['the id', { projectId: newId() }, ['projectId']],
    ['both', { displayName: 1, analysisBrandName: 2 }, ['analysisBrandName', 'displayName']],
    ['a string as the body', 'text', ['body']],
  ])('(%s) is named, and the project stays unchanged', async (_, json, fields) => {
    const { id, key } = await newProject()
    const { status, body } = await call(patch(id), { key, json })
    expect([status, body.error.code]).toEqual([400, 'BAD_REQUEST'])
    expect(Object.keys(body.details.fieldErrors).sort()).toEqual(fields)
    expect((await call('GET /v1/project', { key })).body.data.name).toBe('Taskfern')
  })
})

describe('a change is refused', () => {
  it('as UNAUTHORIZED without a key or with a revoked key', async () => {
    const { id } = await newProject()
    const { id: keyId, key } = await world.projectKey(id)
    await world.operator.db.prisma.apiKey.update({ where: { id: keyId }, data: { revokedAt: new Date() } })
    for (const credentials of [{}, { key }]) {
      expect((await call(patch(id), { ...credentials, json: { displayName: 'X' } })).status).toBe(401)
    }
  })

  it('as FORBIDDEN for an organization key without admin, before the body is read', async () => {
    const { id, member } = await newProject()
    const { status, body } = await call(patch(id), { key: member, json: { nonsense: 1 } })
    expect([status, body.error.code]).toEqual([403, 'FORBIDDEN'])
  })

  it('as NOT_FOUND for another project, another organization, a missing project and a malformed id alike', async () => {
    const mine = await newProject()
    const otherProject = await newProject()
    const sibling = await world.project({ organizationId: mine.organizationId })
    const json = { displayName: 'Mine now' }
    const answers = await Promise.all([
      call(patch(sibling.id), { key: mine.key, json }),
      call(patch(otherProject.id), { key: mine.key, json }),
      call(patch(otherProject.id), { key: mine.admin, json }),
      call(patch(newId()), { key: mine.admin, json }),
      call(patch('nonsense'), { key: mine.admin, json }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect((await call('GET /v1/project', { key: otherProject.key })).body.data.name).toBe('Taskfern')
    // Validation comes before the lookup.
    expect((await call(patch(otherProject.id), { key: mine.admin, json: { displayName: '' } })).status).toBe(
      400,
    )
  })
})
