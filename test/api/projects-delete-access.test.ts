import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newId } from '../../src/core/ids.ts'
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
  it('as UNAUTHORIZED without a key or with a revoked one', async () => {
    const { id, organizationId } = await newProject()
    const { id: keyId, key } = await world.organizationKey(organizationId, { admin: true })
    await prisma.apiKey.update({ where: { id: keyId }, data: { revokedAt: new Date() } })
    for (const given of [{}, { key }]) expect((await call(remove(id), given)).status).toBe(401)
  })

  it('as FORBIDDEN with a key of the project or an organization key without admin', async () => {
    const { id, organizationId, key } = await newProject()
    const member = await world.organizationKey(organizationId)
    for (const given of [key, member.key]) {
      const { status, body } = await call(remove(id), { key: given })
      expect([status, body.error.code]).toEqual([403, 'FORBIDDEN'])
      // Without permission a missing project is FORBIDDEN, too.
      expect((await call(remove(newId()), { key: given })).status).toBe(403)
    }
    expect(await prisma.project.count({ where: { id } })).toBe(1)
  })

  it("as NOT_FOUND alike for another organization's project, a missing one and a malformed id", async () => {
    const { admin } = await newProject()
    const other = await newProject()
    const answers = await Promise.all(
      [other.id, newId(), 'nonsense'].map((id) => call(remove(id), { key: admin })),
    )
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await prisma.project.count({ where: { id: other.id } })).toBe(1)
  })

  it('as RATE_LIMITED over the rate, before any check but that of the key', async () => {
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

it('a failing database is INTERNAL_ERROR for every change of a project', async () => {
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
