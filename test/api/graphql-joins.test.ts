import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type HeldModel, startHeldModel } from '../held-model.ts'
import { createWorld, type World } from '../world.ts'
import { ask } from './graphql-client.ts'

const BATCHES = 20
const JOINS = 50

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

type Progress = { completed: number; total: number }
type State = { status: string; finishedAt: string | null; progress: Progress }

/** Opens a socket that subscribes on request, and records the states of each subscription until it completes. */
async function openSocket(key: string, analysisId: string) {
  const socket = new WebSocket(`${world.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
  const seen = new Map<string, State[]>()
  const completed = new Set<string>()
  await once(socket, 'open')
  let resolveDone = () => {}
  const done = new Promise<void>((resolve) => {
    resolveDone = resolve
  })
  socket.on('message', (data) => {
    const { type, id, payload } = JSON.parse(String(data))
    if (type === 'next') {
      if (completed.has(id)) throw new Error('received a state after completion')
      seen.get(id)?.push(payload.data.asyncAnalysisProgress)
    }
    if (type === 'complete') completed.add(id)
    if (completed.size === JOINS) resolveDone()
  })
  socket.send(JSON.stringify({ type: 'connection_init', payload: { Authorization: `Bearer ${key}` } }))
  await once(socket, 'message')
  return {
    seen,
    done,
    close: () => socket.close(),
    join() {
      const id = String(seen.size)
      seen.set(id, [])
      // Every third subscription has a different selection, so it does not share its execution with the others.
      const more = seen.size % 3 === 0 ? `x${id}: brandName` : ''
      const query = `subscription ($id: ID!) { asyncAnalysisProgress(analysisId: $id) {
        status finishedAt progress { completed total } ${more} } }`
      socket.send(
        JSON.stringify({ type: 'subscribe', id, payload: { query, variables: { id: analysisId } } }),
      )
    },
  }
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

const START = `mutation ($input: StartAsyncAnalysisInput!) {
  startAsyncAnalysis(input: $input) { asyncAnalysis { analysisId } } }`

test(`each of ${BATCHES * JOINS} subscribers that join around completion receives the final state exactly once, as its last state`, async () => {
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const { id } = await world.organization({ plan: 'pro', credits: 2 })
    const { key } = await world.organizationKey(id)
    const prompt = `Best for ${id}?`
    const input = { prompt, providers: ['held'], locations: ['US'], replicates: 2, brandName: 'Taskfern' }
    const { startAsyncAnalysis } = await ask(world, key, START, { input })
    const socket = await openSocket(key, startAsyncAnalysis.asyncAnalysis.analysisId)
    await model.answerPrompt(prompt)
    const answered = turns(Math.floor(Math.random() * 200)).then(() => model.answerPrompt(prompt))
    for (let count = 0; count < JOINS; count += 1) {
      socket.join()
      await turns(Math.floor(Math.random() * 20))
    }
    await answered
    await socket.done
    for (const states of socket.seen.values()) {
      const done = states.map(({ progress }) => progress.completed)
      expect(done).toEqual([...done].sort((a, b) => a - b))
      expect(states.filter(({ finishedAt }) => finishedAt !== null)).toHaveLength(1)
      expect(states.at(-1)).toMatchObject({ status: 'COMPLETED', progress: { completed: 2, total: 2 } })
    }
    socket.close()
  }
})
