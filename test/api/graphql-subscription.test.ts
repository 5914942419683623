import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { BatchEvent, Subscription } from '../../src/core/events.ts'
import { revokeKey } from '../../src/core/keys/revoke.ts'
import { createGraphqlServer } from '../../src/graphql/server.ts'
import { createWorld, type World } from '../world.ts'
import {
  all,
  ask,
  type Gate,
  openGate,
  results,
  type Shown,
  socketClient,
  type Transport,
} from './graphql-client.ts'

let world: World
let gate: Gate
beforeAll(async () => {
  gate = await openGate()
  world = await createWorld({ providers: [gate.provider] })
})
afterAll(async () => {
  gate.close()
  await world.close()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A key that was found good is taken for good for some seconds; this is after them. */
function letKeysBeForgotten(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 })
}

const START = `mutation ($input: StartAsyncAnalysisInput!) {
  startAsyncAnalysis(input: $input) { asyncAnalysis { analysisId } }
}`

async function started({ replicates = 3 } = {}) {
  const organization = await world.organization({ plan: 'pro', credits: 10 })
  const { key, id: keyId } = await world.organizationKey(organization.id)
  const prompt = `Best for ${organization.id}?`
  const input = { prompt, providers: ['gate'], locations: ['US'], replicates, brandName: 'Taskfern' }
  const { startAsyncAnalysis } = await ask(world, key, START, { input })
  const analysisId: string = startAsyncAnalysis.asyncAnalysis.analysisId
  const answer = (options?: { status: number }) => gate.answer(prompt, options)
  return { key, keyId, analysisId, answer }
}

const progressOf = (analysisId: string) => ({
  query: `subscription ($id: String!) { asyncAnalysisProgress(analysisId: $id) {
    status finishedAt progress { completed failed total } summary { results { ok } } results { nodes { answer } } } }`,
  variables: { id: analysisId },
})

type State = {
  status: string
  finishedAt: string | null
  progress: { completed: number; failed: number }
  summary: object | null
  results: { nodes: object[] }
}

const stateOf = ({ data, errors }: Shown): State => {
  if (errors) throw new Error(JSON.stringify(errors))
  return data.asyncAnalysisProgress
}

/** Takes states until as many questions are done. */
async function until(states: AsyncIterator<Shown>, done: number): Promise<State> {
  for (;;) {
    const { value, done: ended } = await states.next()
    if (ended) throw new Error('completed too early')
    const state = stateOf(value)
    if (state.progress.completed + state.progress.failed >= done) return state
  }
}

const TRANSPORTS: Transport[] = ['websocket', 'server-sent events']

describe.each(TRANSPORTS)('over %s', (transport) => {
  test('who joins early, in the middle and after the end gets the current state first and the final state once', async () => {
    const { key, analysisId, answer } = await started()
    const join = () => results(transport, world, key, progressOf(analysisId))
    const early = join()
    const first = stateOf((await early.next()).value)
    expect(['QUEUED', 'RUNNING']).toContain(first.status)
    expect(first).toMatchObject({ progress: { completed: 0, failed: 0, total: 3 }, summary: null })

    await answer()
    const seen = await until(early, 1)
    // A result is there before its event.
    expect(seen.results.nodes).toHaveLength(1)

    const middle = join()
    expect(stateOf((await middle.next()).value)).toMatchObject({
      status: 'RUNNING',
      progress: { completed: 1 },
    })

    const rest = Promise.all([all(early), all(middle)])
    await answer()
    await answer()
    for (const states of (await rest).map((shown) => shown.map(stateOf))) {
      const done = states.map(({ progress }) => progress.completed + progress.failed)
      expect(done).toEqual([...done].sort((a, b) => a - b))
      expect(states.filter(({ finishedAt }) => finishedAt !== null)).toHaveLength(1)
      expect(states.at(-1)).toMatchObject({
        status: 'COMPLETED',
        progress: { completed: 3, failed: 0, total: 3 },
        summary: { results: { ok: 3 } },
        results: { nodes: [{}, {}, {}] },
      })
    }

    const late = (await all(join())).map(stateOf)
    expect(late).toEqual([
      expect.objectContaining({ status: 'COMPLETED', progress: { completed: 3, failed: 0, total: 3 } }),
    ])
  })

  test('failed questions are part of the progress, and the final state says so', async () => {
    const { key, analysisId, answer } = await started({ replicates: 2 })
    const states = results(transport, world, key, progressOf(analysisId))
    await states.next()
    await answer()
    await answer({ status: 400 })
    const last = (await all(states)).map(stateOf).at(-1)
    expect(last).toMatchObject({ status: 'PARTIALLY_COMPLETED', progress: { completed: 1, failed: 1 } })
  })

  test('an unknown analysis, and another tenant’s, is NOT_FOUND', async () => {
    const { analysisId } = await started()
    const { key } = await started()
    for (const id of [analysisId, 'aa_nothing']) {
      const shown = await all(results(transport, world, key, progressOf(id)))
      expect(shown).toHaveLength(1)
      expect(shown[0]?.errors?.[0]).toMatchObject({
        message: 'Async analysis not found.',
        extensions: { code: 'NOT_FOUND' },
      })
    }
  })

  test('a client that goes away while nothing happens is let go of at once', async () => {
    const { key, analysisId } = await started()
    const { opened, closed } = watchSubscriptions()
    const states = results(transport, world, key, progressOf(analysisId))
    while (stateOf((await states.next()).value).status !== 'RUNNING');
    expect(opened()).toBe(1)
    await states.return?.()
    await closed
  })

  test('a key that is revoked is sent away within five seconds, although nothing happens', async () => {
    const { key, keyId, analysisId } = await started()
    const states = results(transport, world, key, progressOf(analysisId))
    await states.next()
    await revokeKey({ ctx: world.operator, input: { id: keyId } })
    const begun = performance.now()
    const end = await all(states).catch((closed) => closed)
    expect(performance.now() - begun).toBeLessThan(5_000)
    if (transport === 'websocket') expect(end.code).toBe(4403)
    else expect(end.at(-1)?.errors[0].extensions.code).toBe('UNAUTHORIZED')
  })
})

test('an operation on a socket whose key was revoked is UNAUTHORIZED, and the socket is closed with 4403', async () => {
  const { key, keyId, analysisId } = await started()
  const client = socketClient(world, { authorization: `Bearer ${key}` })
  const closed = new Promise<{ code: number }>((resolve) => {
    client.on('closed', (event) => resolve(event as { code: number }))
  })
  // Keeps the socket open between the two.
  void all(client.iterate(progressOf(analysisId)) as AsyncIterable<Shown>).catch(() => {})
  expect(await all(client.iterate({ query: '{ __typename }' }) as AsyncIterable<Shown>)).toEqual([
    { data: { __typename: 'Query' } },
  ])
  await revokeKey({ ctx: world.operator, input: { id: keyId } })
  letKeysBeForgotten()
  const error = await new Promise((resolve) => {
    client.subscribe({ query: '{ __typename }' }, { next: resolve, error: resolve, complete: () => {} })
  })
  expect(error).toMatchObject([{ extensions: { code: 'UNAUTHORIZED' } }])
  expect((await closed).code).toBe(4403)
})

test('a server that closes ends sockets with 1001, and event streams without completing them', async () => {
  const { key, analysisId } = await started()
  const { services, door } = world.application
  const graphql = createGraphqlServer({
    services,
    door,
    development: false,
    cacheBytes: 0,
    originAllowed: () => true,
  })
  const server = createServer((request, response) => void graphql.handle(request, response))
  graphql.attach(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const here = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }

  const events = results('server-sent events', here, key, progressOf(analysisId))
  await events.next()
  const client = socketClient(here, { Authorization: `Bearer ${key}` })
  const closed = new Promise<{ code: number }>((resolve) => {
    client.on('closed', (event) => resolve(event as { code: number }))
  })
  const states = client.iterate(progressOf(analysisId))
  await states.next()
  const cut = Promise.allSettled([all(events), states.next()])
  await graphql.close()
  expect((await cut).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect((await closed).code).toBe(1001)
  server.close()
})

test('an upgrade on another path ends with 404', async () => {
  const socket = new WebSocket(`${world.url.replace('http', 'ws')}/v1/project`, 'graphql-transport-ws')
  const [error] = await once(socket, 'error')
  expect(error.message).toContain('404')
})

/** The promise resolves once as many subscriptions were closed as have been opened. */
function watchSubscriptions() {
  const { events } = world.application.services.deps
  const subscribe = events.subscribe.bind(events)
  let count = 0
  let left = 0
  let resolve = () => {}
  const closed = new Promise<void>((done) => {
    resolve = done
  })
  events.subscribe = async (batchId): Promise<Subscription<BatchEvent>> => {
    const subscription = await subscribe(batchId)
    count += 1
    left += 1
    let open = true
    return {
      [Symbol.asyncIterator]: () => subscription[Symbol.asyncIterator](),
      close: () => {
        subscription.close()
        if (open) left -= 1
        open = false
        if (left === 0) resolve()
      },
    }
  }
  return { opened: () => count, closed }
}
