import { setMaxListeners } from 'node:events'
import { Agent, fetch as fetchBy } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EventBus } from '../../src/core/foundation/events.ts'
import type { HttpServer } from '../../src/http/server.ts'
import { openGateway } from '../../src/process/gateway.ts'
import { eventually } from '../eventually.ts'
import { createWorld, type World } from '../world.ts'
import { connect, PROTOCOLS, type Protocol, result } from './mcp-client.ts'

/** A gateway that counts the open subscriptions of its calls. */
interface CountedGateway extends HttpServer {
  subscriptions(): number
}

/** Opens another gateway of an installation. */
async function openCounted({ application }: World): Promise<CountedGateway> {
  let open = 0
  const counted =
    <Topic, Event extends { close(): void }>(subscribe: (topic: Topic) => Promise<Event>) =>
    async (topic: Topic): Promise<Event> => {
      const subscription = await subscribe(topic)
      const { close } = subscription
      open += 1
      let closed = false
      subscription.close = () => {
        if (!closed) open -= 1
        closed = true
        close()
      }
      return subscription
    }
  const { services } = application
  const { events } = services.deps
  const counting: EventBus = {
    ...events,
    subscribe: counted(events.subscribe),
    subscribeClientMessages: counted(events.subscribeClientMessages),
  }
  const deps = { ...services.deps, events: counting }
  const gateway = await openGateway({
    ...application,
    services: { ...services, deps },
    host: '127.0.0.1',
    port: 0,
  })
  return { ...gateway, subscriptions: () => open }
}

/** Returns how many subscriptions, timers and database connections are in use in this process. */
function inUse({ application }: World, gateways: readonly CountedGateway[]) {
  const { pool } = application.services.db
  return {
    subscriptions: gateways.reduce((sum, { subscriptions }) => sum + subscriptions(), 0),
    timers: process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length,
    database: pool.totalCount - pool.idleCount + pool.waitingCount,
  }
}

/** How a client cancels its calls, and the number of concurrent calls to cancel. */
const WAYS = [
  { way: 'by aborting its signal', count: 200 },
  { way: 'by closing the client', count: 30 },
  { way: 'by ending its connections', count: 30 },
] as const

describe.each([
  { installation: 'one process', redis: false },
  { installation: 'two gateways with Redis, where cancellations reach the other gateway', redis: true },
])('on $installation', ({ redis }) => {
  let world: World
  let gateways: CountedGateway[]
  beforeAll(async () => {
    world = await createWorld({ workers: false, redis })
    gateways = [await openCounted(world)]
    if (redis) gateways.push(await openCounted(world))
  })
  afterAll(async () => {
    for (const gateway of gateways ?? []) await gateway.close()
    await world?.close()
  })

  /**
   * Opens a client with an analysis that never ends. Its tool calls go to the first gateway, all other messages to the
   * last one.
   */
  async function openClient(protocol: Protocol) {
    const { id } = await world.organization({ credits: 10 })
    const { key } = await world.organizationKey(id)
    const agent = new Agent()
    const [first, last] = [gateways[0]?.url, gateways.at(-1)?.url]
    const client = await connect({
      url: world.url,
      key,
      protocol,
      fetch: (url, init) => {
        const isToolCall = typeof init?.body === 'string' && init.body.includes('"tools/call"')
        const { pathname } = new URL(url)
        // The type of undici's fetch differs slightly from the global one in Node.js.
        return fetchBy(new URL(pathname, isToolCall ? first : last), {
          ...init,
          dispatcher: agent,
        } as object) as never
      },
    })
    const { analysisId } = await result(client, 'start_async_analysis', {
      prompts: ['Best task manager?'],
      providers: ['chatgpt'],
      replicates: 1,
      locations: ['US'],
      brandName: 'Taskfern',
    })
    const cancelled = new AbortController()
    setMaxListeners(0, cancelled.signal)
    const wait = () => {
      const input = { name: 'get_async_analysis', arguments: { analysisId, waitSeconds: 300 } }
      return client.callTool(input, { signal: cancelled.signal, timeout: 300_000 }).then(
        () => 'ended',
        () => 'cancelled',
      )
    }
    const end = {
      'by aborting its signal': async () => cancelled.abort(),
      'by closing the client': () => client.close(),
      'by ending its connections': async () => {
        await agent.destroy()
        // The client does not give up on its calls when a connection closes.
        cancelled.abort()
      },
    }
    return { wait, end }
  }

  describe.each(Object.keys(PROTOCOLS) as Protocol[])('a client of %s', (protocol) => {
    it.each(WAYS)(
      'cancels $count waiting calls $way, and leaves no resources behind',
      async ({ way, count }) => {
        const { wait, end } = await openClient(protocol)
        await eventually(() =>
          expect(inUse(world, gateways)).toMatchObject({ subscriptions: 0, database: 0 }),
        )
        const before = inUse(world, gateways)
        const calls = Array.from({ length: count }, wait)
        const subscriptionsPerCall = protocol === '2025-11-25' ? 2 : 1
        await eventually(() =>
          expect(inUse(world, gateways)).toMatchObject({
            subscriptions: count * subscriptionsPerCall,
            database: 0,
          }),
        )
        await end[way]()
        await eventually(() => {
          const { timers, ...rest } = inUse(world, gateways)
          expect(rest).toEqual({ subscriptions: 0, database: 0 })
          // Each call had at least one timer. An exact count is impossible: idle database connections also have timers.
          expect(timers).toBeLessThan(before.timers + count)
        })
        expect(new Set(await Promise.all(calls))).toEqual(new Set(['cancelled']))
      },
    )

    it('cancels calls right after sending them', async () => {
      const { wait, end } = await openClient(protocol)
      const calls = Array.from({ length: 20 }, wait)
      await end['by aborting its signal']()
      await Promise.all(calls)
      await eventually(() => expect(inUse(world, gateways)).toMatchObject({ subscriptions: 0 }))
    })
  })
})
