import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWorld, type World } from '../world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ workers: false })
})
afterAll(() => world?.close())

it('the OpenAPI document is served without a key and lists the operations', async () => {
  const response = await fetch(`${world.url}/v1/openapi.json`)
  expect(response.status).toBe(200)
  expect(response.headers.get('Content-Type')).toBe('application/json')
  const document = (await response.json()) as {
    openapi: string
    paths: Record<string, Record<string, { operationId: string }>>
  }
  expect(document.openapi).toBe('3.1.0')
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  expect(operations.map(({ operationId }) => operationId)).toEqual(
    expect.arrayContaining(['getProject', 'startAsyncAnalysis', 'getAsyncAnalysis']),
  )
})

it('the OpenAPI document is the same with an invalid key, and is available by HEAD', async () => {
  const plain = await (await fetch(`${world.url}/v1/openapi.json`)).text()
  const withKey = await fetch(`${world.url}/v1/openapi.json`, {
    headers: { Authorization: 'Bearer nonsense' },
  })
  expect(await withKey.text()).toBe(plain)
  expect((await fetch(`${world.url}/v1/openapi.json`, { method: 'HEAD' })).status).toBe(200)
})
