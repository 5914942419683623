import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createDatabase } from '../world.ts'
import { SHAPES, type Shape } from './abuse-shapes.ts'
import { runJson, type ServerProcess, startServer } from './server-process.ts'

/** Default number of concurrent messages. */
const CONCURRENT_MESSAGES = 10
/**
 * Maximum response time for a normal client during the abuse, in milliseconds. Only one of five attempts must stay
 * below it, because other processes also use the machine.
 */
const MAX_RESPONSE_TIME = 250
const ATTEMPTS = 5
/** Maximum growth of the server's memory after all tests, in megabytes. */
const MAX_GROWTH = 200

let database: Awaited<ReturnType<typeof createDatabase>>
let server: ServerProcess
let concurrentClient: Worker
let key: string
let projectId: string
let before: number
const measurements: string[] = []
beforeAll(async () => {
  database = await createDatabase()
  const environment = {
    DATABASE_URL: database.databaseUrl,
    SECRET_KEY: randomBytes(32).toString('base64'),
    RATE_LIMIT_PER_MINUTE: '1000000',
    // Limits the heap: the server has to collect garbage, and crashes if it leaks memory.
    NODE_OPTIONS: '--max-old-space-size=200',
  }
  server = await startServer(environment)
  const { id } = await runJson<{ id: string }>(
    ['org', 'create', '--name', 'Acme', '--plan', 'pro'],
    environment,
  )
  const admin = await runJson<{ key: string }>(
    ['key', 'create', '--org', id, '--preset', 'admin'],
    environment,
  )
  const made = await post(admin.key, {
    query: 'mutation { createProject(input: { name: "Acme" }) { project { databaseId } } }',
  })
  projectId = JSON.parse(made.text).data.createProject.project.databaseId
  key = (await runJson<{ key: string }>(['key', 'create', '--project', projectId], environment)).key
  concurrentClient = new Worker(new URL('./concurrent-client.js', import.meta.url), {
    workerData: { url: server.url, key },
  })
  // Warms up the server, so that one-time allocations are not measured as growth.
  for (let index = 0; index < 200; index += 1)
    await post(key, { query: `{ viewer { a${index}: __typename } }` })
  before = memory()
})
afterAll(async () => {
  if (process.env.ABUSE_TIMES) console.log(measurements.join('\n'))
  await concurrentClient?.terminate()
  await server?.stop()
  await database?.drop()
})

type Message = ReturnType<Shape['make']>

/** Sends a request on a new connection. Rejects if the server closes it before the whole body has been sent. */
function post(bearer: string, message: Message): Promise<{ status: number; text: string }> {
  const body = typeof message === 'string' || Buffer.isBuffer(message) ? message : JSON.stringify(message)
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' }
    const sent = request(`${server.url}/graphql`, { method: 'POST', headers, agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

async function openSocket(): Promise<WebSocket> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
  socket.on('error', () => {})
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'connection_init', payload: { Authorization: `Bearer ${key}` } }))
  await once(socket, 'message')
  return socket
}

/** Sends a message on a new socket. Returns the first message received, or the code and reason of the close. */
async function overSocket(message: Message): Promise<string> {
  const socket = await openSocket()
  const received = new Promise<string>((resolve) => {
    socket.once('message', (data) => resolve(String(data)))
    socket.once('close', (code, reason) => resolve(`closed ${code} ${reason}`))
  })
  if (Buffer.isBuffer(message)) socket.send(message, { binary: false })
  else if (typeof message !== 'string')
    socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: message }))
  else
    socket.send(
      message.startsWith('{"query"') ? `{"id":"1","type":"subscribe","payload":${message}}` : message,
    )
  const text = await received
  socket.terminate()
  return text
}

function memory(): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(server.pid)])) / 1_000
}

/** Runs `work` and returns a normal client's longest response time in the meantime, in milliseconds. */
async function maxResponseTimeDuring(work: () => Promise<unknown>) {
  concurrentClient.postMessage('begin')
  await work().finally(() => concurrentClient.postMessage('end'))
  const [report] = (await once(concurrentClient, 'message')) as [
    { asked: number; failures: string[]; longest: number },
  ]
  expect(report.failures).toEqual([])
  return report.longest
}

async function expectNoDelay(name: string, work: (attempt: number) => Promise<unknown>): Promise<void> {
  let best = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < ATTEMPTS && best > MAX_RESPONSE_TIME; attempt += 1) {
    best = Math.min(best, await maxResponseTimeDuring(() => work(attempt)))
  }
  measurements.push(`${best.toFixed(0).padStart(5)} ms ${memory().toFixed(0).padStart(5)} MB  ${name}`)
  expect(best).toBeLessThanOrEqual(MAX_RESPONSE_TIME)
}

const concurrently = (times: number, work: (n: number) => Promise<void>) => (attempt: number) =>
  Promise.all(Array.from({ length: times }, (_, n) => work(attempt * times + n)))

describe.each(Object.entries(SHAPES))('abuse by %s', (name, { make, says, times = CONCURRENT_MESSAGES }) => {
  test('over HTTP gets an error with the reason, and other clients are not delayed', async () => {
    const once = async (n: number) => {
      const { status, text } = await post(key, make(n))
      if (says === null) return expect([status, text.includes('"errors"')], text).toEqual([200, false])
      expect([200, 400, 413], text.slice(0, 300)).toContain(status)
      expect(text.slice(0, 5_000)).toMatch(says)
    }
    await expectNoDelay(`HTTP       ${name}`, concurrently(times, once))
  })

  test('over WebSocket gets an error or a close with the reason, and other clients are not delayed', async () => {
    const once = async (n: number) => {
      const received = (await overSocket(make(n))).slice(0, 5_000)
      if (says === null) return expect(received).toContain('"type":"next"')
      if (received.startsWith('closed')) expect(received).toMatch(/^closed (1007|1009|4400) ?/)
      else expect(received).toMatch(says)
    }
    await expectNoDelay(`WebSocket  ${name}`, concurrently(times, once))
  })
})

test('compiling many distinct operations does not delay other clients', async () => {
  const fields = 'databaseId name displayName url location description aliases domains createdAt updatedAt'
  await expectNoDelay('HTTP       new documents', async (attempt) => {
    for (let n = 0; n < 80; n += 1) {
      const parts = Array.from({ length: 20 }, (_, index) => `a${index}: project { ${fields} }`)
      const query = `query Q${attempt}_${n} { viewer { ${parts.join(' ')} } }`
      for (let use = 0; use < 3; use += 1) expect((await post(key, { query })).status).toBe(200)
    }
  })
}, 180_000)

test('rejects the 51st concurrent operation of a socket, while the other 50 continue', async () => {
  const socket = await openSocket()
  const messages: { id: string; type: string; payload?: unknown }[] = []
  const refused = new Promise<void>((resolve) =>
    socket.on('message', (data) => {
      const message = JSON.parse(String(data))
      messages.push(message)
      if (message.type === 'error') resolve()
    }),
  )
  await expectNoDelay('WebSocket  51 operations', async () => {
    const query = `subscription { projectActivity(projectId: "${projectId}") { __typename } }`
    for (let n = 1; n <= 51; n += 1)
      socket.send(JSON.stringify({ id: `${n}`, type: 'subscribe', payload: { query } }))
    await refused
  })
  const errors = messages.filter(({ type }) => type === 'error')
  expect(errors.map(({ id }) => id)).toEqual(['51'])
  expect(JSON.stringify(errors)).toContain('at most 50 concurrent operations')
  socket.terminate()
})

test('after all of the above, the server still responds and its memory has not grown', async () => {
  const { status, text } = await post(key, { query: '{ viewer { key { kind } } }' })
  expect([status, text]).toEqual([200, '{"data":{"viewer":{"key":{"kind":"PROJECT"}}}}'])
  expect(memory() - before).toBeLessThan(MAX_GROWTH)
})
