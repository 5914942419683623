import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AppServices } from '../../src/core/context.ts'
import { revokeKey } from '../../src/core/keys/revoke.ts'
import { openGateway } from '../../src/process/gateway.ts'
import { eventually } from '../eventually.ts'
import { createWorld, type World } from '../world.ts'
import { connect, failure, PROTOCOLS, type Protocol, result } from './mcp-client.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ workers: false })
})
afterAll(() => world?.close())

/** Opens another gateway of the world and counts the event subscriptions of its calls. */
async function openCounted() {
  const { services } = world.application
  let subscriptions = 0
  const events: AppServices['deps']['events'] = {
    ...services.deps.events,
    subscribe: (batchId) => {
      subscriptions += 1
      return services.deps.events.subscribe(batchId)
    },
  }
  const deps = { ...services.deps, events }
  const options = { services: { ...services, deps }, host: '127.0.0.1', port: 0 }
  const gateway = await openGateway({ ...world.application, ...options })
  const waiting = (count: number) => eventually(() => expect(subscriptions).toBe(count))
  return { ...gateway, waiting }
}

/** Creates a caller with an analysis that never ends. */
async function newCaller(protocol: Protocol, url: string) {
  const { id: organizationId } = await world.organization({ credits: 10 })
  const { id, key } = await world.organizationKey(organizationId)
  const client = await connect({ url, key, protocol })
  const { analysisId } = await result(client, 'start_async_analysis', {
    prompts: ['Best task manager?'],
    providers: ['chatgpt'],
    replicates: 1,
    locations: ['US'],
    brandName: 'Taskfern',
  })
  return { organizationId, id, key, client, input: { analysisId, waitSeconds: 300 } }
}

describe.each(Object.keys(PROTOCOLS) as Protocol[])('waiting calls of %s', (protocol) => {
  it('return their current state to the client when the gateway closes', async () => {
    const gateway = await openCounted()
    const { client, input } = await newCaller(protocol, gateway.url)
    const calls = Array.from({ length: 5 }, () => result(client, 'get_async_analysis', input))
    await gateway.waiting(5)
    await gateway.close()
    for (const state of await Promise.all(calls)) expect(state).toMatchObject({ status: 'queued' })
    await client.close()
  })

  it('end with UNAUTHORIZED after their key is revoked, without an event of the analysis', async () => {
    const gateway = await openCounted()
    const { organizationId, id, client, input } = await newCaller(protocol, gateway.url)
    const call = failure(client, 'get_async_analysis', input)
    await gateway.waiting(1)
    await revokeKey({ ctx: world.member(organizationId), input: { id } })
    expect(await call).toMatchObject({ error: { code: 'UNAUTHORIZED' } })
    await client.close()
    await gateway.close()
  })
})

describe('a session', () => {
  it('of one key is separate from a session of another key with the same id', async () => {
    const gateway = await openCounted()
    const owner = await newCaller('2025-11-25', gateway.url)
    const stranger = await newCaller('2025-11-25', gateway.url)
    const headers = (key: string) => ({
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'Mcp-Session-Id': '0190a1b2-0000-7000-8000-000000000000',
    })
    const post = (key: string, message: object) =>
      fetch(`${gateway.url}/mcp`, {
        method: 'POST',
        headers: headers(key),
        body: JSON.stringify({ jsonrpc: '2.0', ...message }),
      })
    const params = { name: 'get_async_analysis', arguments: owner.input }
    const call = await post(owner.key, { id: 7, method: 'tools/call', params })
    await gateway.waiting(1)
    let open = true
    const ended = call.text().finally(() => {
      open = false
    })
    const cancellation = { method: 'notifications/cancelled', params: { requestId: 7 } }
    expect((await post(stranger.key, cancellation)).status).toBe(202)
    // The response to the ping arrives after the cancellation would have taken effect.
    await post(stranger.key, { id: 1, method: 'ping' }).then((response) => response.text())
    expect(open).toBe(true)
    expect((await post(owner.key, cancellation)).status).toBe(202)
    expect(await ended).not.toContain('"result"')
    await gateway.close()
  })
})
