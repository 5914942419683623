import { Worker } from 'node:worker_threads'

/** Connections kept busy at one time. */
const CONNECTIONS = 16

/** In a thread of its own, so that the server under test has its core for itself. */
const CLIENT = `
const { parentPort, workerData } = require('node:worker_threads')
const http = require('node:http')
const { url, headers, seconds, connections } = workerData
const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
const until = Date.now() + seconds * 1000
let requests = 0, bytes = 0, failed = 0
const times = []
function one() {
  return new Promise((resolve, reject) => {
    const begun = performance.now()
    http.get(url, { agent, headers }, (response) => {
      if (response.statusCode !== 200) failed += 1
      response.on('data', (chunk) => { bytes += chunk.length })
      response.on('end', () => { requests += 1; times.push(performance.now() - begun); resolve() })
    }).on('error', reject)
  })
}
async function loop() { while (Date.now() < until) await one() }
Promise.all(Array.from({ length: connections }, loop)).then(() => {
  agent.destroy()
  times.sort((a, b) => a - b)
  parentPort.postMessage({ requests, bytes, failed, p50: times[Math.floor(times.length / 2)] })
})
`

export interface Load {
  /** Requests a second. */
  rate: number
  /** Bytes of one body. */
  size: number
  /** Median time of a request in milliseconds. */
  p50: number
}

/** Keeps a URL busy for some seconds. Throws when an answer was not 200. */
export async function load(url: string, headers: Record<string, string>, seconds = 3): Promise<Load> {
  const worker = new Worker(CLIENT, {
    eval: true,
    workerData: { url, headers, seconds, connections: CONNECTIONS },
  })
  const { requests, bytes, failed, p50 } = await new Promise<{
    requests: number
    bytes: number
    failed: number
    p50: number
  }>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
  if (failed > 0) throw new Error(`${failed} of ${requests} answers of ${url} were not 200`)
  return { rate: requests / seconds, size: bytes / requests, p50 }
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** The median of durations in milliseconds, and the longest, for people. */
export function medianAndLongest(milliseconds: readonly number[]): string {
  return `${median(milliseconds).toFixed(0)} (at most ${Math.max(...milliseconds).toFixed(0)})`
}
