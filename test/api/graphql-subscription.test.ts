import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { BatchEvent, Subscription } from '../../src/core/foundation/events.ts'
import { revokeKey } from '../../src/core/keys/revoke.ts'
import { createGraphqlServer } from '../../src/graphql/server.ts'
import { ConnectionRegistry } from '../../src/http/connection-registry.ts'
import { type HeldModel, startHeldModel } from '../held-model.ts'
import { serveApp } from '../serve-app.ts'
import { createWorld, type World } from '../world.ts'
import { all, ask, type GraphqlResult, results, socketClient, type Transport } from './graphql-client.ts'

let world: World
let model: HeldModel
beforeAll(async () => {
  model = await startHeldModel({ text: 'Taskfern is the best choice.' })
  world = await createWorld({ providers: [model.provider] })
})
afterAll(async () => {
  model.close()
  await world.close()
})

const START = `mutation ($input: StartAsyncAnalysisInput!) {
  startAsyncAnalysis(input: $input) { asyncAnalysis { analysisId } }
}`

async function started({ replicates = 3 } = {}) {
  const organization = await world.organization({ plan: 'pro', credits: 10 })
  const { key, id: keyId } = await world.organizationKey(organization.id)
  const prompt = `Best for ${organization.id}?`
  const input = { prompt, providers: ['held'], locations: ['US'], replicates, brandName: 'Taskfern' }
  const { startAsyncAnalysis } = await ask(world, key, START, { input })
  const analysisId: string = startAsyncAnalysis.asyncAnalysis.analysisId
  const answer = (options?: { status: number }) => model.answerPrompt(prompt, options)
  return { key, keyId, analysisId, answer }
}

const progressOf = (analysisId: string) => ({
  query: `subscription ($id: ID!) { asyncAnalysisProgress(analysisId: $id) {
    status finishedAt progress { completed failed total } summary { resultCounts { ok } } results { nodes { answer } } } }`,
  variables: { id: analysisId },
})

type State = {
  status: string
  finishedAt: string | null
  progress: { completed: number; failed: number }
  summary: object | null
  results: { nodes: object[] }
}

const stateOf = ({ data, errors }: GraphqlResult): State => {
  if (errors) throw new Error(JSON.stringify(errors))
  return data.asyncAnalysisProgress
}

/** Reads states until this many questions have ended. */
async function until(states: AsyncIterator<GraphqlResult>, done: number): Promise<State> {
  for (;;) {
    const { value, done: ended } = await states.next()
    if (ended) throw new Error('completed too early')
    const state = stateOf(value)
    if (state.progress.completed + state.progress.failed >= done) return state
  }
}

const TRANSPORTS: Transport[] = ['websocket', 'server-sent events']

describe.each(TRANSPORTS)('asyncAnalysisProgress over %s', (transport) => {
  test('sends every subscriber the current state first and the final state once, whenever it joins', async () => {
    const { key, analysisId, answer } = await started()
    const join = () => results(transport, world, key, progressOf(analysisId))
    const early = join()
    const first = stateOf((await early.next()).value)
    expect(['QUEUED', 'RUNNING']).toContain(first.status)
    expect(first).toMatchObject({ progress: { completed: 0, failed: 0, total: 3 }, summary: null })

    await answer()
    const seen = await until(early, 1)
    // A result is stored before its event is published.
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
        summary: { resultCounts: { ok: 3 } },
        results: { nodes: [{}, {}, {}] },
      })
    }

    const late = (await all(join())).map(stateOf)
    expect(late).toEqual([
      expect.objectContaining({ status: 'COMPLETED', progress: { completed: 3, failed: 0, total: 3 } }),
    ])
    const { asyncAnalysis } = await ask(world, key, 'query ($id: ID!) { asyncAnalysis(id: $id) { id } }', {
      id: analysisId,
    })
    const byGlobalId = results(transport, world, key, progressOf(asyncAnalysis.id))
    expect((await all(byGlobalId)).map(stateOf)).toEqual(late)
  })

  test('counts failed questions in the progress and in the final state', async () => {
    const { key, analysisId, answer } = await started({ replicates: 2 })
    const states = results(transport, world, key, progressOf(analysisId))
    await states.next()
    await answer()
    await answer({ status: 400 })
    const last = (await all(states)).map(stateOf).at(-1)
    expect(last).toMatchObject({ status: 'PARTIALLY_COMPLETED', progress: { completed: 1, failed: 1 } })
  })

  test('is NOT_FOUND for an unknown analysis and for an analysis of another tenant', async () => {
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

  test('releases a disconnected client at once, even if no event occurs', async () => {
    const { key, analysisId } = await started()
    const { opened, closed } = countSubscriptions()
    const states = results(transport, world, key, progressOf(analysisId))
    while (stateOf((await states.next()).value).status !== 'RUNNING');
    expect(opened()).toBe(1)
    await states.return?.()
    await closed
  })

  test('ends after its key is revoked, even if no event occurs', async () => {
    const { key, keyId, analysisId } = await started()
    const states = results(transport, world, key, progressOf(analysisId))
    await states.next()
    await revokeKey({ ctx: world.operator, input: { id: keyId } })
    const end = await all(states).catch((closed) => closed)
    if (transport === 'websocket') expect(end.code).toBe(4403)
    else expect(end.at(-1)?.errors[0].extensions.code).toBe('UNAUTHORIZED')
  })
})

test('a socket with a revoked key starts no further operation and is closed with 4403', async () => {
  const { key, keyId, analysisId } = await started()
  const client = socketClient(world, { authorization: `Bearer ${key}` })
  const closed = new Promise<{ code: number }>((resolve) => {
    client.on('closed', (event) => resolve(event as { code: number }))
  })
  // Keeps the socket open between the two operations.
  void all(client.iterate(progressOf(analysisId)) as AsyncIterable<GraphqlResult>).catch(() => {})
  expect(await all(client.iterate({ query: '{ __typename }' }) as AsyncIterable<GraphqlResult>)).toEqual([
    { data: { __typename: 'Query' } },
  ])
  await revokeKey({ ctx: world.operator, input: { id: keyId } })
  const error = await new Promise((resolve) => {
    client.subscribe({ query: '{ __typename }' }, { next: resolve, error: resolve, complete: () => {} })
  })
  // Either the operation is refused, or the socket is closed first.
  const { code } = await closed
  expect(code).toBe(4403)
  expect([error]).toMatchObject([
    Array.isArray(error) ? [{ extensions: { code: 'UNAUTHORIZED' } }] : { code: 4403 },
  ])
})

test('a server that shuts down closes sockets with 1012 and ends event streams without completing them', async () => {
  const { key, analysisId } = await started()
  const graphql = createGraphqlServer({
    ...world.application,
    connections: new ConnectionRegistry(world.application.services),
    development: false,
    demoFor: () => null,
    cacheBytes: 0,
    originAllowed: () => true,
  })
  const project = await serveApp({
    ...world.application,
    mount: (app) => app.route('/', graphql.app),
    upgrades: { '/graphql': graphql.upgrade },
    endStreams: graphql.close,
  })

  const events = results('server-sent events', project, key, progressOf(analysisId))
  await events.next()
  const client = socketClient(project, { Authorization: `Bearer ${key}` })
  const closed = new Promise<{ code: number }>((resolve) => {
    client.on('closed', (event) => resolve(event as { code: number }))
  })
  const states = client.iterate(progressOf(analysisId))
  await states.next()
  const cut = Promise.allSettled([all(events), states.next()])
  await project.close()
  expect((await cut).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect((await closed).code).toBe(1012)
})

test('an upgrade request on another path is 404', async () => {
  const socket = new WebSocket(`${world.url.replace('http', 'ws')}/v1/project`, 'graphql-transport-ws')
  const [error] = await once(socket, 'error')
  expect(error.message).toContain('404')
})

/** Counts subscriptions to events. The promise resolves once all of them are closed. */
function countSubscriptions() {
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
