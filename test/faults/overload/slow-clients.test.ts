import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../eventually.ts'
import type { BusyInstallation } from './installation.ts'
import { openTestInstallation } from './test-installation.ts'

/** Number of slow clients of each kind; the long form has 5,000. */
const CLIENTS = Number(process.env.SLOW_CLIENTS ?? 300)
/** Waiting calls of MCP; the long form has 1,000. */
const WAITING_CALLS = Number(process.env.WAITING_CALLS ?? 50)
/** Calls that are started at the same time, so that the start is not an overload. */
const CALLS_AT_ONCE = 50
/** Maximum growth of the server's memory in megabytes, for 300 clients. 5,000 sockets may use 100 KB each. */
const MAX_GROWTH = 100 + CLIENTS / 10
/** Requests of a normal client. */
const REQUESTS = 50

let installation: BusyInstallation
let sockets: Socket[] = []
let folder: string
let model: Server
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'answergraph-slow-'))
  // Never answers, so that analyses stay in progress.
  model = createServer().listen(0, '127.0.0.1')
  await once(model, 'listening')
  const baseUrl = `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`
  const provider = {
    id: 'local',
    driver: 'openai-compatible',
    model: 'm',
    baseUrl,
    options: { locationHint: false },
  }
  const providersFile = join(folder, 'providers.json')
  writeFileSync(providersFile, JSON.stringify({ providers: [provider] }))
  const environment = { LOG_LEVEL: 'error', PROVIDERS_FILE: providersFile }
  installation = await openTestInstallation({ keys: 2, environment })
  await expectServed()
})
afterAll(async () => {
  await installation?.close()
  model?.closeAllConnections()
  model?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Opens a connection and writes a text, but does not read the response. */
async function openStopped(text: string): Promise<Socket> {
  const socket = connect(Number(new URL(installation.url).port), '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.pause()
  if (text) socket.write(text)
  return socket
}

function start(method: string, path: string, lines: string[]): string {
  const [key = ''] = installation.keys
  const { host } = new URL(installation.url)
  return [`${method} ${path} HTTP/1.1`, `Host: ${host}`, `Authorization: Bearer ${key}`, ...lines].join(
    '\r\n',
  )
}

function post(path: string, body: object, lines: string[] = []): string {
  const text = JSON.stringify(body)
  const headers = ['Content-Type: application/json', `Content-Length: ${text.length}`, ...lines]
  return `${start('POST', path, headers)}\r\n\r\n${text}`
}

/**
 * Sends the requests of a normal client with another key, and expects that all are served. Returns the median time of a
 * response in milliseconds.
 */
async function expectServed(): Promise<number> {
  const [, key = ''] = installation.keys
  const { url, run } = installation
  const times: number[] = []
  for (let n = 0; n < REQUESTS; n += 1) {
    const begun = performance.now()
    const response = await fetch(`${url}/v1/analysis/runs/${run.runId}`, {
      headers: { authorization: `Bearer ${key}` },
    })
    expect(response.status).toBe(200)
    await response.arrayBuffer()
    times.push(performance.now() - begun)
  }
  return times.toSorted((a, b) => a - b)[REQUESTS / 2] ?? 0
}

/** In the long form, prints how much slower the responses to a normal client became. No time is expected. */
function report(clients: string, alone: number, during: number): void {
  if (process.env.SLOW_CLIENTS)
    process.stdout.write(
      `${clients}: median ${alone.toFixed(1)} ms, ${during.toFixed(1)} ms (${(during / alone).toFixed(2)} ×)\n`,
    )
}

/** Starts an analysis that ends only when it is cancelled, and returns its id. */
async function startAnalysis(): Promise<string> {
  const { data } = await send('/v1/async-analysis', {
    prompts: ['Which tool is best?'],
    replicates: 1,
    providers: ['local'],
    locations: ['US'],
  })
  return data.analysisId
}

async function send(path: string, body: object): Promise<{ data: { analysisId: string } }> {
  const [key = ''] = installation.keys
  const response = await fetch(installation.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  expect(response.ok, text).toBe(true)
  return JSON.parse(text) as { data: { analysisId: string } }
}

async function openMany(count: number, atOnce: number, text: string): Promise<void> {
  sockets = []
  for (let n = 0; n < count; n += atOnce)
    sockets.push(...(await Promise.all(Array.from({ length: atOnce }, () => openStopped(text)))))
}

function closeAll(): void {
  for (const socket of sockets) socket.destroy()
}

const SHAPES: Record<string, () => string> = {
  'idle sockets': () => '',
  'headers that never end': () => start('GET', '/v1/analysis/runs', ['X-Slow: a']),
  'bodies that never end': () =>
    `${start('POST', '/graphql', ['Content-Type: application/json', 'Content-Length: 1000'])}\r\n\r\n{"query"`,
  'bodies that never end, of MCP': () =>
    `${start('POST', '/mcp', ['Content-Type: application/json', 'Content-Length: 1000'])}\r\n\r\n{"jsonrpc"`,
  'readers of an export that never read': () =>
    `${start('GET', `/v1/analysis/exports/sources?runId=${installation.run.runId}`, [])}\r\n\r\n`,
  'event streams that are never read': () =>
    post(
      '/graphql',
      {
        query: `subscription { projectActivity(projectId: "${installation.run.projectId}") { __typename } }`,
      },
      ['Accept: text/event-stream'],
    ),
}

describe.each(Object.entries(SHAPES))('%s', (shape, textOf) => {
  test('do not keep other clients from being served, and use bounded memory', async () => {
    const before = installation.memory()
    const alone = await expectServed()
    await openMany(CLIENTS, CLIENTS / 10, textOf())
    report(shape, alone, await expectServed())
    expect(installation.memory() - before).toBeLessThan(MAX_GROWTH)
    closeAll()
  })
})

test('waiting calls of MCP do not keep other clients from being served, and return once the analysis has ended', async () => {
  const id = await startAnalysis()
  const before = installation.memory()
  const alone = await expectServed()
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'get_async_analysis', arguments: { analysisId: id, waitSeconds: 300 } },
  }
  await openMany(
    WAITING_CALLS,
    Math.min(WAITING_CALLS, CALLS_AT_ONCE),
    post('/mcp', call, ['Accept: application/json, text/event-stream', 'MCP-Protocol-Version: 2025-06-18']),
  )
  report('waiting calls of MCP', alone, await expectServed())
  const texts = sockets.map((socket) => {
    const received = { text: '' }
    socket.on('data', (chunk) => {
      received.text += chunk
    })
    socket.resume()
    return received
  })
  await eventually(() => {
    for (const { text } of texts) expect(text.startsWith('HTTP/1.1 200')).toBe(true)
  })
  expect(installation.memory() - before).toBeLessThan(MAX_GROWTH + WAITING_CALLS / 5)
  await send(`/v1/async-analysis/${id}/cancel`, {})
  await eventually(() => {
    for (const { text } of texts) expect(text).toContain('"cancelled"')
  })
  closeAll()
}, 240_000)
