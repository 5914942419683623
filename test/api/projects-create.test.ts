import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/core/foundation/ids.ts'
import { createWorld, type World } from '../world.ts'
import { type Client, createClient } from './rest-client.ts'

let world: World
let call: Client
beforeAll(async () => {
  // No workers, so a queued setup stays queued.
  world = await createWorld({ workers: false })
  call = await createClient(world)
})
afterAll(() => world?.close())

async function newOrganization(options: { plan?: 'free' | 'pro' } = {}) {
  const { id } = await world.organization(options)
  const admin = await world.organizationKey(id, { admin: true })
  const member = await world.organizationKey(id)
  return { id, admin: admin.key, member: member.key }
}

const projectsOf = (id: string) => `POST /v1/orgs/${id}/projects` as const
const count = (organizationId: string) =>
  world.operator.db.prisma.project.count({ where: { organizationId } })

describe('POST /v1/orgs/{orgId}/projects', () => {
  it('returns the whole project with its setup queued', async () => {
    const { id, admin } = await newOrganization()
    const json = { name: '  Taskfern ', url: 'https://taskfern.example', location: 'DE' }
    const { status, body } = await call(projectsOf(id), { key: admin, json })
    expect(status).toBe(201)
    expect(body).toEqual({
      data: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name: 'Taskfern',
        url: 'https://taskfern.example',
        displayName: 'Taskfern',
        analysisBrandName: 'Taskfern',
        location: 'DE',
        competitors: [],
        setup: { status: 'queued' },
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    })
    const stored = await world.operator.db.prisma.project.findUniqueOrThrow({ where: { id: body.data.id } })
    expect(stored).toMatchObject({ organizationId: id, setupStatus: 'queued' })
    expect(stored.defaultProviders).toHaveLength(7)
  })

  it('requires only a name', async () => {
    const { id, admin } = await newOrganization()
    const { status, body } = await call(projectsOf(id), { key: admin, json: { name: 'Taskfern' } })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ url: null, location: 'global', setup: { status: 'queued' } })
  })

  it('accepts the organization id in upper case', async () => {
    const { id, admin } = await newOrganization()
    expect((await call(projectsOf(id.toUpperCase()), { key: admin, json: { name: 'X' } })).status).toBe(201)
  })
})

describe('an invalid field', () => {
  it.each<[string, unknown, string[]]>([
    ['no name', {}, ['name']],
    ['an empty name', { name: ' ' }, ['name']],
    ['a name of 201 characters', { name: 'x'.repeat(201) }, ['name']],
    ['a name with NUL', { name: 'a\0b' }, ['name']],
    ['an invalid URL', { name: 'X', url: 'taskfern' }, ['url']],
    ['a URL with another scheme', { name: 'X', url: 'file:///etc/passwd' }, ['url']],
    ['a location that is not a string', { name: 'X', location: 7 }, ['location']],
    ['a location with NUL', { name: 'X', location: 'a\0' }, ['location']],
    ['a country that does not exist', { name: 'X', location: 'Atlantis' }, ['location']],
    ['null', { name: 'X', url: null }, ['url']],
    ['an unknown field', { name: 'X', plan: 'pro' }, ['plan']],
    ['the id of an organization', { name: 'X', organizationId: newId() }, ['organizationId']],
    ['an array as the body', [], ['body']],
    ['null as the body', null, ['body']],
  ])('(%s) is named, and no project is created', async (_, json, fields) => {
    const { id, admin } = await newOrganization()
    const { status, body } = await call(projectsOf(id), { key: admin, json })
    expect(status).toBe(400)
    expect(body.error.code).toBe('BAD_REQUEST')
    expect(Object.keys(body.details.fieldErrors).sort()).toEqual(fields.toSorted())
    if (fields[0] === 'body') expect(body.details.fieldErrors).toEqual({ body: 'must be a JSON object' })
    expect(await count(id)).toBe(0)
  })

  it('is not named if the body is not JSON', async () => {
    const { id, admin } = await newOrganization()
    const headers = { 'Content-Type': 'application/json' }
    expect((await call(projectsOf(id), { key: admin, headers, body: '{' })).status).toBe(400)
  })
})

describe('creation is refused', () => {
  it('as UNAUTHORIZED without a key, or with a revoked or unknown key', async () => {
    const { id } = await newOrganization()
    const { id: keyId, key } = await world.organizationKey(id, { admin: true })
    await world.operator.db.prisma.apiKey.update({ where: { id: keyId }, data: { revokedAt: new Date() } })
    for (const credentials of [{}, { key }, { key: 'svc_nonsense' }]) {
      const { status, body } = await call(projectsOf(id), { ...credentials, json: { name: 'X' } })
      expect([status, body.error.code]).toEqual([401, 'UNAUTHORIZED'])
    }
  })

  it('as FORBIDDEN for a project key or a key without admin, before the body is read', async () => {
    const { id, member } = await newOrganization()
    const project = await world.project({ organizationId: id })
    const { key } = await world.projectKey(project.id)
    for (const forbiddenKey of [key, member]) {
      const { status, body } = await call(projectsOf(id), { key: forbiddenKey, json: { nonsense: 1 } })
      expect([status, body.error.code]).toEqual([403, 'FORBIDDEN'])
    }
    expect(await count(id)).toBe(1)
  })

  it('as NOT_FOUND for another or a missing organization or a malformed id, after the body was validated', async () => {
    const { admin } = await newOrganization()
    const otherOrganization = await newOrganization()
    const answers = await Promise.all(
      [otherOrganization.id, newId(), 'nonsense', '%00'].map((id) =>
        call(projectsOf(id), { key: admin, json: { name: 'X' } }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect((await call(projectsOf(otherOrganization.id), { key: admin, json: {} })).status).toBe(400)
    expect(await count(otherOrganization.id)).toBe(0)
  })
})

describe('the project limit of the plan', () => {
  it('is exact under concurrent requests', async () => {
    const { id, admin } = await newOrganization()
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        call(projectsOf(id), { key: admin, json: { name: `Brand ${n}` } }),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(25)
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused.map(({ status, body }) => [status, body.error.code])).toEqual(
      Array(5).fill([403, 'FORBIDDEN']),
    )
    expect(await count(id)).toBe(25)
  })

  it('is one project on the free plan, and deleting a project makes room for another', async () => {
    const { id, admin } = await newOrganization({ plan: 'free' })
    const make = () => call(projectsOf(id), { key: admin, json: { name: 'X' } })
    const { body } = await make()
    expect((await make()).status).toBe(403)
    expect((await call(`DELETE /v1/projects/${body.data.id}`, { key: admin })).status).toBe(200)
    expect((await make()).status).toBe(201)
  })
})
