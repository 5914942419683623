import { serverAudits } from 'graphql-http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '../world.ts'

let world: World
let headers: { authorization: string }
beforeAll(async () => {
  world = await createWorld({ workers: false })
  const { id: organizationId } = await world.organization()
  const { key } = await world.organizationKey(organizationId)
  headers = { authorization: `Bearer ${key}` }
})
afterAll(() => world.close())

/** Calls fetch with the key in its headers. */
const fetchWithKey: typeof fetch = (input, init = {}) =>
  fetch(input, { ...init, headers: { ...headers, ...Object.fromEntries(new Headers(init.headers)) } })

test('every audit of graphql-http passes', async () => {
  const audits = serverAudits({ url: `${world.url}/graphql`, fetchFn: fetchWithKey })
  const failed: string[] = []
  for (const audit of audits) {
    const result = await audit.fn()
    if (result.status !== 'ok') failed.push(`${result.status} ${result.id} ${result.name}: ${result.reason}`)
  }
  expect(failed).toEqual([])
  expect(audits).toHaveLength(61)
})
