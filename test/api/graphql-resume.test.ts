import { createClient } from 'graphql-ws'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { WebSocket } from 'ws'
import { readConfig } from '../../src/config/read.ts'
import { openApplication } from '../../src/process/application.ts'
import { openGateway } from '../../src/process/gateway.ts'
import { type HeldModel, startHeldModel } from '../held-model.ts'
import { createWorld, type World } from '../world.ts'
import { ask } from './graphql-client.ts'

let model: HeldModel
beforeAll(async () => {
  model = await startHeldModel({ text: 'Taskfern is the best choice.' })
})
afterAll(() => model.close())

const START = `mutation ($input: StartAsyncAnalysisInput!) {
  startAsyncAnalysis(input: $input) { asyncAnalysis { analysisId } } }`
const PROGRESS = `subscription ($id: ID!) { asyncAnalysisProgress(analysisId: $id) {
  status finishedAt progress { completed } } }`

async function started(world: World) {
  const { id } = await world.organization({ plan: 'pro', credits: 2 })
  const { key } = await world.organizationKey(id)
  const prompt = `Best for ${id}?`
  const input = { prompt, providers: ['held'], locations: ['US'], replicates: 2, brandName: 'Taskfern' }
  const { startAsyncAnalysis } = await ask(world, key, START, { input })
  return {
    key,
    analysisId: startAsyncAnalysis.asyncAnalysis.analysisId as string,
    answer: () => model.answerPrompt(prompt),
  }
}

const backends = [false, ...(inject('redisUrl') ? [true] : [])]
if (backends.length === 1) console.warn('skipping the test with Redis: no Redis available')

test.each(backends)(
  'a subscriber resumes at another server without losing a state after its server stopped (Redis: %s)',
  async (redis) => {
    const world = await createWorld({ providers: [model.provider], redis })
    const { application } = world
    const first = await openGateway({ ...application, host: '127.0.0.1', port: 0 })
    const { key, analysisId, answer } = await started(world)
    const closes: number[] = []
    let reconnect = () => {}
    const client = createClient({
      url: `${first.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { Authorization: `Bearer ${key}` },
      retryAttempts: 5,
      shouldRetry: () => true,
      // Waits until the second server listens.
      retryWait: () => new Promise<void>((resolve) => (reconnect = resolve)),
      on: { closed: (event) => closes.push((event as { code: number }).code) },
    })
    const states = client.iterate({ query: PROGRESS, variables: { id: analysisId } })
    await states.next()
    await answer()
    let done = 0
    while (done < 1) done = await nextCompleted(states)
    await first.close()
    // While no server is listening.
    await answer()
    await world.ended(analysisId)
    const second = await openGateway({
      ...application,
      host: '127.0.0.1',
      port: Number(new URL(first.url).port),
    })
    reconnect()
    const rest: unknown[] = []
    for await (const { data } of states) rest.push((data as Shown).asyncAnalysisProgress)
    expect(closes[0]).toBe(1012)
    expect(rest).toEqual([
      { status: 'COMPLETED', finishedAt: expect.any(String), progress: { completed: 2 } },
    ])
    await client.dispose()
    await second.close()
    await world.close()
  },
)

test('over Redis, a subscriber at one server receives the progress of another server', async ({ skip }) => {
  skip(!inject('redisUrl'), 'no Redis available')
  const world = await createWorld({ providers: [model.provider], redis: true })
  const config = readConfig({
    DATABASE_URL: world.databaseUrl,
    REDIS_URL: inject('redisUrl') ?? '',
    SECRET_KEY: 'a secret of at least thirty-two bytes',
    LOG_LEVEL: 'silent',
  })
  const application = await openApplication(config, { demo: true })
  const otherGateway = await openGateway({ ...application, host: '127.0.0.1', port: 0 })
  const { key, analysisId, answer } = await started(world)
  const client = createClient({
    url: `${otherGateway.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { Authorization: `Bearer ${key}` },
  })
  const states = client.iterate({ query: PROGRESS, variables: { id: analysisId } })
  await states.next()
  await answer()
  await answer()
  const seen: Shown['asyncAnalysisProgress'][] = []
  for await (const { data } of states) seen.push((data as Shown).asyncAnalysisProgress)
  expect(seen.filter(({ finishedAt }) => finishedAt !== null)).toEqual([seen.at(-1)])
  await client.dispose()
  await otherGateway.close()
  await application.close()
  await world.close()
})

type Shown = { asyncAnalysisProgress: { finishedAt: string | null; progress: { completed: number } } }

async function nextCompleted(states: AsyncIterator<{ data?: unknown }>): Promise<number> {
  const { value } = await states.next()
  return (value.data as Shown).asyncAnalysisProgress.progress.completed
}
