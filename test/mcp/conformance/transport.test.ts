import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConnectionRegistry } from '../../../src/http/connection-registry.ts'
import { pageAllowed } from '../../../src/http/origin.ts'
import { createMcpApp } from '../../../src/mcp/app.ts'
import { serveApp } from '../../serve-app.ts'
import { createWorld, type World } from '../../world.ts'
import { openAuthorizingProxy } from './authorizing-proxy.ts'
import { NOT_OFFERED } from './exceptions.ts'
import { createFixtureServer } from './fixture/server.ts'
import { runSuite, shortcomings, VERSIONS, type Version } from './suite.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ workers: false })
})
afterAll(() => world?.close())

/** Serves the suite's tools with the product's transport and authentication. A proxy adds a key to every request. */
async function serveFixture(version: Version): Promise<{ url: string; close(): Promise<void> }> {
  const { services, gate } = world.application
  const { app } = createMcpApp({
    services,
    gate,
    connections: new ConnectionRegistry(services),
    originAllowed: ({ headers: { host, origin } }) =>
      pageAllowed({ host, origin, publicUrl: null, loopback: true }),
    createServer: () => createFixtureServer(version),
  })
  const served = await serveApp({ services, gate, mount: (parent) => parent.route('/', app) })
  const { id } = await world.organization()
  const { key } = await world.organizationKey(id)
  const proxy = await openAuthorizingProxy(served.url, key)
  return {
    url: `${proxy.url}/mcp`,
    close: async () => {
      await proxy.close()
      await served.close()
    },
  }
}

describe.each(VERSIONS)('the transport, tested with the conformance suite for %s', (version) => {
  it('passes every scenario', async () => {
    const fixture = await serveFixture(version)
    const report = await runSuite(fixture.url, version).finally(fixture.close)
    expect(shortcomings(report, Object.values(NOT_OFFERED).flat())).toEqual([])
  })
})
