import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { toBatchEvent } from '../../src/core/batches/batch-state.ts'
import { revokeKey } from '../../src/core/keys/revoke.ts'
import { createWorld, type World } from '../world.ts'
import { ask } from './graphql-client.ts'

const CHANGES = 150

let world: World
beforeAll(async () => {
  world = await createWorld({ workers: false })
})
afterAll(() => world.close())

/** Starts an analysis with a hundred results of five kilobytes each, and keeps it in progress. */
async function bulkyAnalysis() {
  const { id: organizationId } = await world.organization({ plan: 'pro', credits: 100 })
  const { key, id: keyId } = await world.organizationKey(organizationId)
  const input = {
    brandName: 'Taskfern',
    prompt: 'x'.repeat(5_000),
    providers: ['chatgpt'],
    locations: ['US', 'DE', 'FR', 'GB', 'IT', 'ES', 'NL', 'SE', 'NO', 'DK'],
    replicates: 10,
  }
  const START = `mutation ($input: StartAsyncAnalysisInput!) {
    startAsyncAnalysis(input: $input) { asyncAnalysis { analysisId } } }`
  const { startAsyncAnalysis } = await ask(world, key, START, { input })
  const { analysisId } = startAsyncAnalysis.asyncAnalysis
  const { batch, result } = world.operator.db.prisma
  const { id } = await batch.update({ where: { analysisId }, data: { status: 'running', total: CHANGES } })
  await result.updateMany({ where: { batchId: id }, data: { status: 'ok' } })
  const change = async (data: object = {}) => {
    const changed = await batch.update({
      where: { id },
      data: { completed: { increment: 1 }, seq: { increment: 1 }, ...data },
    })
    world.operator.deps.events.publish(toBatchEvent(changed))
  }
  return { key, keyId, analysisId, change }
}

/** Returns the bytes of buffers outside the heap that are still referenced after a garbage collection. */
function heldMemory(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc()')
  const { external, arrayBuffers } = process.memoryUsage()
  return external + arrayBuffers
}

test('a subscriber that stops reading uses bounded memory, and receives the latest and the final state when it resumes', async () => {
  const { key, analysisId, change } = await bulkyAnalysis()
  const socket = new WebSocket(`${world.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'connection_init', payload: { Authorization: `Bearer ${key}` } }))
  await once(socket, 'message')
  const query = `subscription { asyncAnalysisProgress(analysisId: "${analysisId}") {
    status progress { completed } results(first: 100) { nodes { promptText } } } }`
  socket.send(JSON.stringify({ type: 'subscribe', id: '1', payload: { query } }))
  await once(socket, 'message')

  socket.pause()
  const before = heldMemory()
  for (let count = 1; count < CHANGES; count += 1) await change()
  await change({ status: 'completed', finishedAt: new Date() })
  // All states together are 75 MB.
  expect(heldMemory() - before).toBeLessThan(30_000_000)

  const seen: { status: string; progress: { completed: number } }[] = []
  const completed = new Promise<void>((resolve) => {
    socket.on('message', (data) => {
      const { type, payload } = JSON.parse(String(data))
      if (type === 'next') seen.push(payload.data.asyncAnalysisProgress)
      if (type === 'complete') resolve()
    })
  })
  socket.resume()
  await completed
  const counts = seen.map(({ progress }) => progress.completed)
  expect(counts).toEqual([...new Set(counts)].sort((a, b) => a - b))
  expect(seen.length).toBeLessThan(CHANGES)
  expect(seen.at(-1)).toMatchObject({ status: 'COMPLETED', progress: { completed: CHANGES } })
  socket.close()
})

test('an event stream ends when its key is revoked while the client is not reading, without affecting other subscribers', async () => {
  const { key, keyId, analysisId, change } = await bulkyAnalysis()
  const followed = watchNextSubscription()
  const query = `subscription { asyncAnalysisProgress(analysisId: "${analysisId}") {
    progress { completed } results(first: 100) { nodes { promptText } } } }`
  const clientRequest = request(`${world.url}/graphql`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'text/event-stream',
    },
  })
  clientRequest.end(JSON.stringify({ query }))
  const [response] = (await once(clientRequest, 'response')) as [IncomingMessage]
  response.pause()
  for (let count = 0; count < 30; count += 1) await change()
  await revokeKey({ ctx: world.operator, input: { id: keyId } })
  // The stream continues until the next check of its key.
  while (!followed.closed) await change()
  for (let count = 0; count < 10; count += 1) await change()
  let text = ''
  response.on('data', (chunk) => {
    text += chunk
  })
  response.resume()
  await once(response, 'end')
  expect(text).toContain('UNAUTHORIZED')
  expect(text.trimEnd().endsWith('event: complete\ndata:')).toBe(true)
})

/** Records whether the next subscription to batch events was closed. */
function watchNextSubscription(): { closed: boolean } {
  const { events } = world.application.services.deps
  const subscribe = events.subscribe.bind(events)
  const watched = { closed: false }
  events.subscribe = async (batchId) => {
    events.subscribe = subscribe
    const subscription = await subscribe(batchId)
    return {
      [Symbol.asyncIterator]: () => subscription[Symbol.asyncIterator](),
      close() {
        watched.closed = true
        subscription.close()
      },
    }
  }
  return watched
}
