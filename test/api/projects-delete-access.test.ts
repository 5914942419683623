import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newId } from '../../src/core/foundation/ids.ts'
import { createWorld, type World } from '../world.ts'
import { type Client, createClient } from './rest-client.ts'

let world: World
let call: Client
let prisma: World['operator']['db']['prisma']
beforeAll(async () => {
  world = await createWorld({ workers: false })
  call = await createClient(world)
  prisma = world.operator.db.prisma
})
afterAll(() => world?.close())

async function newProject() {
  const { id: organizationId } = await world.organization()
  const { id } = await world.project({ organizationId })
  const { key } = await world.projectKey(id)
  const admin = await world.organizationKey(organizationId, { admin: true })
  return { id, organizationId, key, admin: admin.key }
}

const remove = (id: string) => `DELETE /v1/projects/${id}` as const

describe('deletion is refused', () => {
  it('as UNAUTHORIZED without a key or with a revoked key', async () => {
    const { id, organizationId } = await newProject()
    const { id: keyId, key } = await world.organizationKey(organizationId, { admin: true })
    await prisma.apiKey.update({ where: { id: keyId }, data: { revokedAt: new Date() } })
    for (const credentials of [{}, { key }]) expect((await call(remove(id), credentials)).status).toBe(401)
  })

  it('as FORBIDDEN for a project key or an organization key without admin', async () => {
    const { id, organizationId, key } = await newProject()
    const member = await world.organizationKey(organizationId)
    for (const forbiddenKey of [key, member.key]) {
      const { status, body } = await call(remove(id), { key: forbiddenKey })
      expect([status, body.error.code]).toEqual([403, 'FORBIDDEN'])
      // Without permission, a missing project is FORBIDDEN as well.
      expect((await call(remove(newId()), { key: forbiddenKey })).status).toBe(403)
    }
    expect(await prisma.project.count({ where: { id } })).toBe(1)
  })

  it("as NOT_FOUND for another organization's project, a missing project and a malformed id alike", async () => {
    const { admin } = await newProject()
    const otherProject = await newProject()
    const answers = await Promise.all(
      [otherProject.id, newId(), 'nonsense'].map((id) => call(remove(id), { key: admin })),
    )
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await prisma.project.count({ where: { id: otherProject.id } })).toBe(1)
  })

  it('as RATE_LIMITED above the rate limit, before any check except for the key', async () => {
    const limited = await createWorld({ workers: false, environment: { RATE_LIMIT_PER_MINUTE: '3' } })
    try {
      const ask = await createClient(limited)
      const { id } = await limited.organization()
      const { key } = await limited.organizationKey(id, { admin: true })
      for (let n = 0; n < 3; n += 1) expect((await ask(remove('nonsense'), { key })).status).toBe(404)
      expect((await ask(remove('nonsense'), { key })).status).toBe(429)
      expect((await ask('PATCH /v1/projects/nonsense', { key, json: 7 })).status).toBe(429)
      expect((await ask(`POST /v1/orgs/${id}/projects`, { key, json: 7 })).status).toBe(429)
    } finally {
      await limited.close()
    }
  })
})

it('a database failure is an INTERNAL_ERROR for every change of a project', async () => {
  const { id, organizationId, admin } = await newProject()
  const broken = vi.spyOn(prisma, '$transaction').mockRejectedValue(new Error('password=secret'))
  try {
    const json = { name: 'X' }
    const answers = [
      await call(remove(id), { key: admin }),
      await call(`PATCH /v1/projects/${id}`, { key: admin, json: {} }),
      await call(`POST /v1/orgs/${organizationId}/projects`, { key: admin, json }),
    ]
    for (const { status, body, text } of answers) {
      expect([status, body.error.code]).toEqual([500, 'INTERNAL_ERROR'])
      expect(text).not.toContain('secret')
    }
  } finally {
    broken.mockRestore()
  }
  expect((await call(remove(id), { key: admin })).status).toBe(200)
})
