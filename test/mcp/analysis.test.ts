import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../world.ts'
import { connect, failure, PROTOCOLS, type Protocol, result } from './mcp-client.ts'

const QUESTION = { prompt: 'Best task manager?', replicates: 2, providers: ['chatgpt'], locations: ['US'] }

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world?.close())

async function newCaller(protocol: Protocol) {
  const { id: organizationId } = await world.organization({ credits: 100 })
  const { key } = await world.organizationKey(organizationId)
  return { key, client: await connect({ url: world.url, key, protocol }) }
}

describe.each(Object.keys(PROTOCOLS) as Protocol[])('a client of the protocol %s', (protocol) => {
  it('starts an analysis, waits for it with progress, and reads its results', async () => {
    const { client } = await newCaller(protocol)
    const started = await result(client, 'start_async_analysis', { ...QUESTION, brandName: 'Taskfern' })
    expect(started).toMatchObject({ status: 'queued', credits: { reserved: 2 }, replayed: false })
    const seen: unknown[] = []
    const input = { analysisId: started.analysisId, waitSeconds: 60 }
    const ended = await result(client, 'get_async_analysis', input, {
      onprogress: (progress) => seen.push(progress),
    })
    expect(ended).toMatchObject({ status: 'completed', progress: { completed: 2 }, nextCursor: null })
    expect(ended.results).toMatchObject([{ simulated: true, answer: expect.any(String) }, { replicate: 2 }])
    expect(seen.at(-1)).toMatchObject({ progress: 2, total: 2 })
    const { analysisId } = started
    const sources = await result(client, 'list_sources', { analysisId })
    expect(sources).toMatchObject({ runId: null, analysisId, simulated: true })
    await client.close()
  })

  it('gets tool errors with the same codes and fields as in REST', async () => {
    const { client } = await newCaller(protocol)
    const input = { ...QUESTION, replicates: 0, brandName: 'Taskfern' }
    expect(await failure(client, 'start_async_analysis', input)).toMatchObject({
      error: { code: 'BAD_REQUEST' },
      details: { fieldErrors: { replicates: 'must be at least 1' } },
    })
    expect(await failure(client, 'get_project')).toMatchObject({
      error: { code: 'PROJECT_SCOPED_KEY_REQUIRED' },
    })
    await client.close()
  })

  it('sees only the tools for its scope', async () => {
    const { client } = await newCaller(protocol)
    const { tools } = await client.listTools()
    const names = tools.map(({ name }) => name)
    expect(names).toContain('list_providers')
    expect(names).not.toContain('get_project')
    await client.close()
  })
})
