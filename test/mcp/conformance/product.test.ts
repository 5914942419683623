import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../../world.ts'
import { openAuthorizingProxy } from './authorizing-proxy.ts'
import { NEEDS_FIXTURE, NOT_OFFERED } from './exceptions.ts'
import { runSuite, shortcomings, VERSIONS } from './suite.ts'

const EXCEPTIONS = [NOT_OFFERED, NEEDS_FIXTURE].flatMap((reasons) => Object.values(reasons).flat())

let world: World
let proxy: Awaited<ReturnType<typeof openAuthorizingProxy>>
beforeAll(async () => {
  world = await createWorld({ workers: false })
  const { id: organizationId } = await world.organization()
  const { id: projectId } = await world.project({ organizationId })
  const { key } = await world.projectKey(projectId)
  proxy = await openAuthorizingProxy(world.url, key)
})
afterAll(async () => {
  await proxy?.close()
  await world?.close()
})

describe.each(VERSIONS)('the endpoint, tested with the conformance suite for %s', (version) => {
  it('passes every scenario that does not need a test fixture', async () => {
    const report = await runSuite(`${proxy.url}/mcp`, version)
    expect(shortcomings(report, EXCEPTIONS)).toEqual([])
  })
})
