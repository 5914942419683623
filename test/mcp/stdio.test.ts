import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { revokeKey } from '../../src/core/keys/revoke.ts'
import { openProxy } from '../tcp-proxy.ts'
import { createWorld, type World } from '../world.ts'
import { repeat, serveEndpoint } from './endpoint.ts'
import { connect, PROTOCOLS, type Protocol, result } from './mcp-client.ts'
import { connectStdio } from './stdio-client.ts'

const QUESTION = { prompt: 'Best task manager?', replicates: 2, providers: ['chatgpt'], locations: ['US'] }

let world: World
let projectId: string
beforeAll(async () => {
  world = await createWorld()
  const { id: organizationId } = await world.organization({ credits: 1_000 })
  projectId = (await world.project({ organizationId })).id
})
afterAll(() => world?.close())

describe.each(Object.keys(PROTOCOLS) as Protocol[])('answergraph mcp with a client of %s', (protocol) => {
  let key: string
  let keyId: string
  beforeAll(async () => {
    const made = await world.projectKey(projectId)
    key = made.key
    keyId = made.id
  })

  it('has the same tools, resources and prompts as the endpoint', async () => {
    const [overHttp, { client: overStdio }] = await Promise.all([
      connect({ url: world.url, key, protocol }),
      connectStdio({ url: world.url, key, protocol }),
    ])
    expect(await overStdio.listTools()).toEqual(await overHttp.listTools())
    expect(await overStdio.listPrompts()).toEqual(await overHttp.listPrompts())
    expect(await overStdio.listResourceTemplates()).toEqual(await overHttp.listResourceTemplates())
    expect(overStdio.getServerCapabilities()).toEqual(overHttp.getServerCapabilities())
    expect(overStdio.getInstructions()).toBe(overHttp.getInstructions())
    expect(overStdio.getNegotiatedProtocolVersion()).toBe(protocol)
    await Promise.all([overHttp.close(), overStdio.close()])
  })

  it('starts an analysis and waits for its end', async () => {
    const { client } = await connectStdio({ url: world.url, key, protocol })
    const { analysisId } = await result(client, 'start_async_analysis', QUESTION)
    const ended = await result(client, 'get_async_analysis', { analysisId, waitSeconds: 60 })
    expect(ended).toMatchObject({ status: 'completed', progress: { completed: 2 } })
    await client.close()
  })

  it('forwards progress during a call', async () => {
    const endpoint = await serveEndpoint(world)
    const { client } = await connectStdio({ url: endpoint.url, key, protocol })
    const progress = new Promise((onprogress) => {
      client.callTool({ name: 'wait' }, { onprogress }).catch(() => {
        // The call never ends by itself; closing the client rejects it.
      })
    })
    expect(await progress).toEqual({ progress: 1, total: 2 })
    await client.close()
    await endpoint.close()
  })

  it('matches the responses of concurrent calls correctly, including large ones', async () => {
    const endpoint = await serveEndpoint(world)
    const { client, log } = await connectStdio({ url: endpoint.url, key, protocol })
    const numbers = Array.from({ length: 30 }, (_, index) => index)
    const texts = await Promise.all(numbers.map((number) => repeat(client, `${number} `, 100_000)))
    expect(texts).toEqual(numbers.map((number) => `${number} `.repeat(100_000)))
    expect(log).toEqual([])
    await client.close()
    await endpoint.close()
  })

  it('cancels the call on the server when the client cancels it, and completes other calls', async () => {
    const endpoint = await serveEndpoint(world)
    const { client, log } = await connectStdio({ url: endpoint.url, key, protocol })
    const errors: Error[] = []
    client.onerror = (error) => errors.push(error)
    const cancel = new AbortController()
    const waiting = client.callTool({ name: 'wait' }, { signal: cancel.signal })
    await endpoint.waiting
    cancel.abort('enough')
    await expect(waiting).rejects.toThrow('enough')
    await endpoint.cancelled
    expect(await repeat(client, 'x', 3)).toBe('xxx')
    // A response to the canceled call would cause an error about an unknown request.
    expect(errors).toEqual([])
    expect(log).toEqual([])
    await client.close()
    await endpoint.close()
  })

  it('cancels calls on the server when the client disconnects', async () => {
    const endpoint = await serveEndpoint(world)
    const { client } = await connectStdio({ url: endpoint.url, key, protocol })
    const waiting = client.callTool({ name: 'wait' })
    await endpoint.waiting
    await client.close()
    await expect(waiting).rejects.toThrow()
    await endpoint.cancelled
    await endpoint.close()
  })

  it('returns an error with the reason while the server is down, and works again when it is back', async () => {
    let endpoint = await serveEndpoint(world)
    const { client } = await connectStdio({ url: endpoint.url, key, protocol })
    expect(await repeat(client, 'x', 1)).toBe('x')
    await endpoint.close()
    await expect(repeat(client, 'x', 1)).rejects.toThrow('cannot be reached (ECONNREFUSED)')
    endpoint = await serveEndpoint(world, Number(new URL(endpoint.url).port))
    expect(await repeat(client, 'x', 1)).toBe('x')
    await client.close()
    await endpoint.close()
  })

  it('returns an error when a call loses its connection, and keeps running', async () => {
    const endpoint = await serveEndpoint(world)
    const proxy = await openProxy(endpoint.url)
    const { client } = await connectStdio({ url: proxy.url, key, protocol })
    const waiting = client.callTool({ name: 'wait' })
    await endpoint.waiting
    proxy.cut()
    await expect(waiting).rejects.toThrow('The connection to the server was lost before the response.')
    expect(await repeat(client, 'x', 1)).toBe('x')
    await client.close()
    await proxy.close()
    await endpoint.close()
  })

  it('forwards the reason when the server rejects a message', async () => {
    const { client } = await connectStdio({ url: world.url, key, protocol })
    await result(client, 'get_project')
    await revokeKey({ ctx: world.operator, input: { id: keyId } })
    await expect(client.callTool({ name: 'get_project' })).rejects.toMatchObject({
      message: expect.stringContaining('UNAUTHORIZED'),
      data: { code: 'UNAUTHORIZED' },
    })
    await client.close()
  })
})
