import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { QUERIES } from './nested-queries.ts'

/** The service to use, and what to read from it. */
export interface MemoryTarget {
  url: string
  key: string
  runId: string
}

/** Number of clients that read, with a pause of 200 ms between their requests. */
const READERS = 50
const READER_PAUSE = 200
const SOCKETS = 2_000
/** Number of analyses that the sockets follow together. */
const FOLLOWED = 90
/** Share of the sockets that are closed and opened again per minute. */
const RECONNECTED = 0.1
const PROMPTS_PER_ANALYSIS = 20
const ANALYSES_PER_SECOND = 1

export interface MemoryLoad {
  /** Numbers of requests, events and failed requests so far. */
  counts: { requests: number; events: number; failed: number }
  stop(): Promise<void>
}

/** Starts a mixed load: nested reads, pages over REST, trends, live subscriptions, and analyses. */
export async function startMemoryLoad({ url, key, runId }: MemoryTarget): Promise<MemoryLoad> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const counts = { requests: 0, events: 0, failed: 0 }
  let running = true
  const request = async (path: string, body?: object): Promise<unknown> => {
    const init = body ? { method: 'POST', body: JSON.stringify(body) } : {}
    const response = await fetch(url + path, { headers, ...init }).catch(() => null)
    const json: unknown = await response?.json().catch(() => null)
    counts.requests += 1
    if (!response?.ok) counts.failed += 1
    return json
  }
  const analyses: string[] = []
  const analyze = async () => {
    const body = {
      prompts: Array.from({ length: PROMPTS_PER_ANALYSIS }, (_, n) => `Best planner for ${n + 2} people?`),
      replicates: 1,
      providers: ['held'],
      locations: ['US'],
    }
    const started = (await request('/v1/async-analysis', body)) as { data?: { analysisId: string } } | null
    if (started?.data) analyses.push(started.data.analysisId)
    if (analyses.length > FOLLOWED) analyses.shift()
  }
  const nested = {
    query: QUERIES.ours.nested,
    variables: { id: Buffer.from(`AnalysisRun:${runId}`).toString('base64') },
  }
  const reads = [
    () => request('/graphql', nested),
    () => request(`/v1/analysis/runs/${runId}/results?limit=50`),
    () => request('/v1/analysis/trends'),
    () => request(`/v1/async-analysis/${analyses[0]}`),
  ]
  const loops: Promise<void>[] = []
  const repeat = (milliseconds: number, work: () => Promise<unknown>) => {
    const loop = async () => {
      while (running) {
        await work()
        await pause(milliseconds)
      }
    }
    loops.push(loop())
  }
  await analyze()
  repeat(1_000 / ANALYSES_PER_SECOND, analyze)
  for (let reader = 0; reader < READERS; reader += 1) {
    let turn = reader
    repeat(READER_PAUSE, async () => {
      turn += 1
      await reads[turn % reads.length]?.()
    })
  }
  const sockets: WebSocket[] = []
  const follow = async () => {
    const analysisId = analyses[Math.floor(Math.random() * analyses.length)]
    const query = `subscription { asyncAnalysisProgress(analysisId: "${analysisId}") { status progress { completed } } }`
    const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
    socket.once('open', () => socket.send(JSON.stringify({ type: 'connection_init', payload: headers })))
    socket.once('message', () => {
      socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }))
      socket.on('message', () => {
        counts.events += 1
      })
    })
    sockets.push(socket)
    await once(socket, 'message').catch(() => {
      counts.failed += 1
    })
  }
  repeat(60_000 / (SOCKETS * RECONNECTED), async () => {
    if (sockets.length >= SOCKETS) sockets.shift()?.close()
    await follow()
  })
  // The rest of the sockets, one after the other: Node.js accepts one connection per turn of a busy event loop.
  repeat(10, async () => {
    if (sockets.length < SOCKETS) await follow()
  })
  return {
    counts,
    async stop() {
      running = false
      await Promise.all(loops)
      for (const socket of sockets) socket.terminate()
    },
  }
}
