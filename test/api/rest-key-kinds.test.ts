import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../world.ts'

interface Document {
  paths: Record<string, Record<string, { security: Record<string, never[]>[] }>>
}

let world: World
let operations: { method: string; path: string; kinds: string[] }[]
beforeAll(async () => {
  world = await createWorld({ workers: false })
  const { paths } = (await (await fetch(`${world.url}/v1/openapi.json`)).json()) as Document
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security }]) => ({
      method: method.toUpperCase(),
      path: path.replace(/\{\w+\}/g, '019a6f2e-b200-7d31-8c4e-1a2b3c4d5e6f'),
      kinds: security.flatMap((requirement) => Object.keys(requirement)),
    })),
  )
})
afterAll(() => world?.close())

/** Which kinds of keys in the document apply to each key. */
const KINDS = {
  'a project key': ['projectKey'],
  'an organization key': ['organizationKey'],
  'an organization key with admin': ['organizationKey', 'organizationAdminKey'],
}

describe.each(Object.entries(KINDS))('%s', (name, kinds) => {
  it('is refused by exactly the operations that do not list it', async () => {
    const { id: organizationId } = await world.organization()
    const { id: projectId } = await world.project({ organizationId })
    const { key } = kinds.includes('projectKey')
      ? await world.projectKey(projectId)
      : await world.organizationKey(organizationId, { admin: name.endsWith('admin') })
    const answers = operations.map(async ({ method, path, kinds: listed }) => {
      // Scopes are checked before bodies, so an accepted key gets an error about this body instead.
      const body = method === 'GET' || method === 'DELETE' ? undefined : '{"unknown":1}'
      const headers = {
        Authorization: `Bearer ${key}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': `${method} ${path}`.replaceAll(' ', '-'),
      }
      const { status } = await fetch(`${world.url}${path}`, { method, headers, ...(body && { body }) })
      return { method, path, refused: status === 403, expected: !kinds.some((kind) => listed.includes(kind)) }
    })
    const wrong = (await Promise.all(answers)).filter(({ refused, expected }) => refused !== expected)
    expect(wrong).toEqual([])
    expect(operations.length).toBeGreaterThan(20)
  })
})
