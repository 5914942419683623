import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world?.close())

describe('the official client of version 1', () => {
  it('starts an analysis, waits for it with progress, and reads its results', async () => {
    const { id } = await world.organization({ credits: 10 })
    const { key } = await world.organizationKey(id)
    const client = new Client({ name: 'test', version: '1' })
    const requestInit = { headers: { Authorization: `Bearer ${key}` } }
    const transport = new StreamableHTTPClientTransport(new URL('/mcp', world.url), { requestInit })
    // The types of the old client do not support exactOptionalPropertyTypes.
    await client.connect(transport as Parameters<Client['connect']>[0])
    const started = await client.callTool({
      name: 'start_async_analysis',
      arguments: {
        prompts: ['Best task manager?'],
        brandName: 'Taskfern',
        replicates: 2,
        providers: ['chatgpt'],
        locations: ['US'],
      },
    })
    expect(started.structuredContent).toMatchObject({ status: 'queued' })
    const { analysisId } = started.structuredContent as { analysisId: string }
    const seen: number[] = []
    const ended = await client.callTool(
      { name: 'get_async_analysis', arguments: { analysisId, waitSeconds: 60 } },
      CallToolResultSchema,
      { onprogress: ({ progress }) => seen.push(progress) },
    )
    expect(ended.structuredContent).toMatchObject({ status: 'completed', progress: { completed: 2 } })
    expect(seen.at(-1)).toBe(2)
    await client.close()
  })
})
