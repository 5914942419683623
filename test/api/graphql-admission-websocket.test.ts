import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { World } from '../world.ts'
import { expectRate, newKey, openRateLimitedWorld, PER_MINUTE, TYPENAME } from './graphql-admission.ts'
import { all, type GraphqlResult, send, socketClient } from './graphql-client.ts'

let world: World
beforeAll(async () => {
  world = await openRateLimitedWorld()
})
afterAll(() => world.close())

describe('admission over WebSocket', () => {
  const closeOf = (client: ReturnType<typeof socketClient>) =>
    new Promise<{ code: number; reason: string }>((resolve) => {
      client.on('closed', (event) => resolve(event as { code: number; reason: string }))
    })

  test('closes the socket with 4403 for an invalid key in connection_init', async () => {
    for (const params of [{}, { Authorization: 'Bearer nonsense' }, { Authorization: 1 }]) {
      const client = socketClient(world, params)
      const closed = closeOf(client)
      await expect(all(client.iterate(TYPENAME) as AsyncIterable<GraphqlResult>)).rejects.toBeDefined()
      expect((await closed).code).toBe(4403)
    }
  })

  test('accepts the key in connection_init, with any letter case of the name, or in the upgrade request', async () => {
    const { key } = await newKey(world)
    for (const name of ['Authorization', 'authorization', 'AUTHORIZATION']) {
      const client = socketClient(world, { [name]: `Bearer ${key}` })
      expect(await all(client.iterate(TYPENAME) as AsyncIterable<GraphqlResult>)).toEqual([
        { data: { __typename: 'Query' } },
      ])
    }
    const socket = new WebSocket(`${world.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
      headers: { authorization: `Bearer ${key}` },
    })
    await once(socket, 'open')
    socket.send(JSON.stringify({ type: 'connection_init' }))
    const [message] = await once(socket, 'message')
    expect(JSON.parse(String(message))).toEqual({ type: 'connection_ack' })
    socket.close()
  })

  test('counts operations but not connections, and returns RATE_LIMITED above the limit', async () => {
    const { key } = await newKey(world)
    const client = socketClient(world, { Authorization: `Bearer ${key}` })
    const run = () => all(client.iterate(TYPENAME) as AsyncIterable<GraphqlResult>)
    for (let count = 0; count < PER_MINUTE - 1; count += 1) await run()
    const { headers } = await send(world, key, TYPENAME)
    expectRate(headers, 0)
    await expect(run()).rejects.toMatchObject([
      { extensions: { code: 'RATE_LIMITED', retryAfter: expect.any(Number) } },
    ])
  })

  test('closes a socket with an unknown subprotocol or a message that is too large', async () => {
    const url = `${world.url.replace('http', 'ws')}/graphql`
    const unsupported = new WebSocket(url, 'graphql-ws')
    expect(String((await once(unsupported, 'error'))[0])).toContain('subprotocol')
    const large = new WebSocket(url, 'graphql-transport-ws')
    await once(large, 'open')
    large.send('x'.repeat(100_001))
    expect((await once(large, 'close'))[0]).toBe(1009)
  })
})
