import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { revokeKey } from '../../src/core/keys/revoke.ts'
import { later } from '../later.ts'
import { createWorld, type World } from '../world.ts'
import { type Client, createClient } from './rest-client.ts'

let world: World
let call: Client
beforeAll(async () => {
  world = await createWorld()
  call = await createClient(world)
})
afterAll(() => world?.close())

const ENDPOINTS = [
  'GET /v1/project',
  'POST /v1/async-analysis',
  'GET /v1/async-analysis/aa_0',
  'GET /v1/nowhere',
  'DELETE /v1/project',
] as const
const GOOD_FORM = `svc_${'A'.repeat(52)}`

describe.each(ENDPOINTS)('%s', (endpoint) => {
  it.each([
    ['no Authorization', {}],
    ['an empty Authorization', { Authorization: '' }],
    ['a bare key', { Authorization: GOOD_FORM }],
    ['another scheme', { Authorization: `Basic ${GOOD_FORM}` }],
    ['no prefix', { Authorization: `Bearer ${'A'.repeat(52)}` }],
    ['a key in quotes', { Authorization: `Bearer "${GOOD_FORM}"` }],
    ['an unknown key', { Authorization: `Bearer ${GOOD_FORM}` }],
  ])('answers 401 to %s', async (_, headers) => {
    const { status, body } = await call(endpoint, { headers })
    expect(status).toBe(401)
    expect(body).toEqual({ error: { code: 'UNAUTHORIZED', message: expect.any(String) } })
  })
})

describe('a revoked key', () => {
  it('is refused at once by the process that revoked it, whether it was used or not', async () => {
    const { id: organizationId } = await world.organization()
    const used = await world.organizationKey(organizationId)
    const unused = await world.organizationKey(organizationId)
    expect((await call('GET /v1/async-analysis/aa_0', { key: used.key })).status).toBe(404)
    await revokeKey({ ctx: world.operator, input: { id: unused.id } })
    await revokeKey({ ctx: world.operator, input: { id: used.id } })
    for (const { key } of [unused, used])
      expect((await call('GET /v1/async-analysis/aa_0', { key })).status).toBe(401)
  })

  it('is refused after five seconds by another process that has used it', async () => {
    const { id: organizationId } = await world.organization()
    const { id, key } = await world.organizationKey(organizationId)
    const status = async () => (await call('GET /v1/async-analysis/aa_0', { key })).status
    expect(await status()).toBe(404)
    await world.operator.db.prisma.apiKey.update({ where: { id }, data: { revokedAt: new Date() } })
    expect(await later(5_000, status)).toBe(401)
  })
})

describe('GET /v1/project', () => {
  it("has exactly the four fields of the key's project, with competitors in order", async () => {
    const { id: organizationId } = await world.organization()
    const competitors = ['Boardly', { name: 'Klarwerk', url: 'https://klarwerk.example' }]
    const project = await world.project({
      organizationId,
      name: 'Täskfern',
      url: 'https://taskfern.example',
      competitors,
    })
    await world.project({ organizationId, name: 'Other' })
    const { key } = await world.projectKey(project.id)
    const { status, body } = await call('GET /v1/project', { key })
    expect(status).toBe(200)
    expect(body).toEqual({
      data: {
        id: project.id,
        name: 'Täskfern',
        url: 'https://taskfern.example',
        competitors: [
          { id: expect.any(String), name: 'Boardly', url: null },
          { id: expect.any(String), name: 'Klarwerk', url: 'https://klarwerk.example' },
        ],
      },
    })
  })

  it('has null and an empty list for fields that are not set', async () => {
    const { id: organizationId } = await world.organization()
    const project = await world.project({ organizationId })
    const { key } = await world.projectKey(project.id)
    const { body } = await call('GET /v1/project', { key })
    expect(body.data).toEqual({ id: project.id, name: 'Taskfern', url: null, competitors: [] })
  })

  it.each([false, true])('refuses an organization key (admin: %s)', async (admin) => {
    const { id: organizationId } = await world.organization()
    const { key } = await world.organizationKey(organizationId, { admin })
    const { status, body } = await call('GET /v1/project', { key })
    expect(status).toBe(403)
    expect(body).toEqual({ error: { code: 'PROJECT_SCOPED_KEY_REQUIRED', message: expect.any(String) } })
  })
})

describe('a path or method that does not exist', () => {
  it.each([
    'GET /v1/nowhere',
    'DELETE /v1/project',
    'PATCH /v1/async-analysis',
    'GET /v1/project/',
    'POST /v1/openapi.json',
  ] as const)('(%s) is answered with the error envelope', async (request) => {
    const { id: organizationId } = await world.organization()
    const { key } = await world.organizationKey(organizationId)
    const { status, body } = await call(request, { key })
    expect(status).toBe(404)
    expect(body).toEqual({ error: { code: 'NOT_FOUND', message: expect.any(String) } })
  })
})
