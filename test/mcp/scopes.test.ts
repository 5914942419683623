import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { KeyPreset } from '../../src/core/keys/definition.ts'
import { TOOL_EFFECTS } from '../../src/mcp/foundation/tool.ts'
import { createWorld, type World } from '../world.ts'
import { connect, failure, PROTOCOLS } from './mcp-client.ts'

let world: World
let projectId: string
beforeAll(async () => {
  world = await createWorld({ workers: false })
  const { id: organizationId } = await world.organization()
  projectId = (await world.project({ organizationId })).id
})
afterAll(() => world?.close())

/** Returns the tools that a project key with a preset may use, with their effects, and the client. */
async function toolsFor(preset: KeyPreset) {
  const { key } = await world.projectKey(projectId, { preset })
  const client = await connect({ url: world.url, key, protocol: '2026-07-28' })
  const { tools } = await client.listTools()
  const effects = new Set(
    tools.map(
      ({ annotations }) =>
        Object.entries(TOOL_EFFECTS).find(
          ([, hints]) => JSON.stringify(hints) === JSON.stringify(annotations),
        )?.[0],
    ),
  )
  return { client, names: tools.map(({ name }) => name), effects: [...effects].toSorted() }
}

describe('a project key', () => {
  it('that only reads sees no tool that acts outside, cancels or changes', async () => {
    const { client, names, effects } = await toolsFor('read_only')
    expect(effects).toEqual(['read'])
    expect(names).toContain('get_project')
    const refused = await failure(client, 'start_run')
    expect(refused.error).toMatchObject({ code: 'FORBIDDEN', message: expect.stringContaining('scope run') })
    await client.close()
  })

  it('of an agent can start and cancel runs, but cannot change settings', async () => {
    const { client, names, effects } = await toolsFor('agent')
    expect(effects).toEqual(['cancel', 'outside', 'read'])
    expect(names).not.toContain('track_discovered_brand')
    const refused = await failure(client, 'track_discovered_brand', { name: 'Planloom' })
    expect(refused.error).toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('scope write'),
    })
    await client.close()
  })

  it('with all scopes of a project sees every tool for projects', async () => {
    const { client, effects } = await toolsFor('full')
    expect(effects).toEqual(['cancel', 'change', 'outside', 'read'])
    await client.close()
  })
})

it('every protocol lists the same tools for a key that only reads', async () => {
  const { key } = await world.projectKey(projectId, { preset: 'read_only' })
  const lists = await Promise.all(
    (Object.keys(PROTOCOLS) as (keyof typeof PROTOCOLS)[]).map(async (protocol) => {
      const client = await connect({ url: world.url, key, protocol })
      const { tools } = await client.listTools()
      await client.close()
      return tools.map(({ name }) => name)
    }),
  )
  expect(lists[0]).toEqual(lists[1])
})
