import { Worker } from 'node:worker_threads'

/** Number of concurrent connections. */
const CONNECTIONS = 16

/** Runs in a separate thread, so that the tested server has its core to itself. */
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
  /** Requests per second. */
  rate: number
  /** Size of a body in bytes. */
  size: number
  /** Median duration of a request in milliseconds. */
  p50: number
}

/**
 * Requests a URL continuously for some seconds.
 * @throws {Error} if a response is not 200
 */
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
