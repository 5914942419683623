import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../eventually.ts'
import { createDatabase } from '../world.ts'
import { runJson, type ServerProcess, startServer } from './server-process.ts'

/**
 * Maximum time in milliseconds without a response from the process. Only one of the attempts must stay below it,
 * because other processes also use the machine.
 */
const MAX_SILENCE = 250
const ATTEMPTS = 8
/** Maximum growth of the process's peak memory, in megabytes. The extraction thread alone may use 256. */
const MAX_GROWTH = 400

const DENSE =
  '1. **Acme** – fast, but [Globex](https://globex.example/x) is better than Initech. See acme.example.\n   - Acme is not recommended.\n\n'
const fill = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)

/** Response bodies of the model, by the first word of the prompt. The product accepts bodies of up to 5 MiB. */
const BODIES: Record<string, string> = {
  small: completion('Acme is the best choice.'),
  long: completion(fill(DENSE, 262_144)),
  'nothing but the name': completion(fill('Acme ', 262_144)),
  dense: completion(fill(DENSE, 4_400_000)),
  brackets: completion(fill('[', 4_000_000)),
  'control characters': completion(fill('\u0000', 800_000)),
  'nested JSON': completion('Acme is best.').replace('{', `{"more":[${fill('[],', 4_999_998)}[]],`),
}
const UNREADABLE = new Set(['dense', 'brackets', 'control characters'])

let folder: string
let model: Server
let database: Awaited<ReturnType<typeof createDatabase>>
let server: ServerProcess
let client: Worker
let environment: Record<string, string>
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'answergraph-large-'))
  model = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { messages } = JSON.parse(body) as { messages: { content: string }[] }
    const [shape = ''] = (messages[0]?.content ?? '').split(':')
    response.writeHead(200, { 'content-type': 'application/json' }).end(BODIES[shape])
  }).listen(0, '127.0.0.1')
  await once(model, 'listening')
  const baseUrl = `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`
  const providersFile = join(folder, 'providers.json')
  const options = { concurrency: 10, locationHint: false }
  const provider = { id: 'local', driver: 'openai-compatible', model: 'm', baseUrl, options }
  writeFileSync(providersFile, JSON.stringify({ providers: [provider] }))
  database = await createDatabase()
  environment = {
    DATABASE_URL: database.databaseUrl,
    SECRET_KEY: randomBytes(32).toString('base64'),
    PROVIDERS_FILE: providersFile,
    RATE_LIMIT_PER_MINUTE: '1000000',
    LOG_LEVEL: 'silent',
  }
  server = await startServer(environment)
  client = new Worker(new URL('./concurrent-client.js', import.meta.url), { workerData: { url: server.url } })
})
afterAll(async () => {
  await client?.terminate()
  await server?.stop()
  await database?.drop()
  model?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Returns the JSON of a chat completion. */
function completion(content: string): string {
  const message = { role: 'assistant', content }
  return JSON.stringify({ model: 'm', choices: [{ index: 0, message, finish_reason: 'stop' }] })
}

/** Returns the server's peak memory so far, in megabytes. */
function peakMemory(): number {
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1_000
}

async function newKey(): Promise<string> {
  const { id } = await runJson<{ id: string }>(
    ['org', 'create', '--name', 'Acme', '--plan', 'pro', '--credits', '1000'],
    environment,
  )
  return (await runJson<{ key: string }>(['key', 'create', '--org', id], environment)).key
}

interface Unit {
  prompt: string
  status: string
  error: { code: string; message: string } | null
  brand: { mentionCount: number } | null
}

/** Runs an analysis of these prompts and returns its results. */
async function analyze(key: string, prompts: string[]): Promise<Unit[]> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const body = JSON.stringify({
    prompts,
    brandName: 'Acme',
    replicates: 1,
    providers: ['local'],
    locations: ['US'],
  })
  const started = await fetch(`${server.url}/v1/async-analysis`, { method: 'POST', headers, body })
  expect(started.status).toBe(202)
  const { analysisId } = ((await started.json()) as { data: { analysisId: string } }).data
  return eventually(async () => {
    const response = await fetch(`${server.url}/v1/async-analysis/${analysisId}`, { headers })
    const { data } = (await response.json()) as { data: { finishedAt: string | null; results: Unit[] } }
    expect(data.finishedAt).not.toBeNull()
    return data.results
  })
}

/** Runs `work`. Returns its result and the longest time without a response from the process in the meantime. */
async function watched<T>(work: () => Promise<T>): Promise<{ result: T; longest: number }> {
  client.postMessage('begin')
  const result = await work().finally(() => client.postMessage('end'))
  const [report] = (await once(client, 'message')) as [{ failures: string[]; longest: number }]
  expect(report.failures).toEqual([])
  return { result, longest: report.longest }
}

test.each(Object.keys(BODIES).slice(1))(
  'answers of the kind %s delay neither clients nor other units',
  async (shape) => {
    const key = await newKey()
    const prompts = ['small: 1', `${shape}: 1`, `${shape}: 2`, `${shape}: 3`, 'small: 2', 'small: 3']
    await analyze(key, ['small: first'])
    const before = peakMemory()
    let best = Number.POSITIVE_INFINITY
    for (let attempt = 0; attempt < ATTEMPTS && best > MAX_SILENCE; attempt += 1) {
      const { result, longest } = await watched(() => analyze(key, prompts))
      best = Math.min(best, longest)
      for (const { prompt, status, error, brand } of result) {
        if (UNREADABLE.has(prompt.split(':')[0] ?? '')) {
          expect(status).toBe('failed')
          expect(error).toEqual({
            code: 'UNREADABLE_ANSWER',
            message: expect.any(String),
          })
        } else {
          expect([prompt, status, error]).toEqual([prompt, 'ok', null])
          expect(brand?.mentionCount).toBeGreaterThan(0)
        }
      }
    }
    if (process.env.LARGE_FIGURES)
      console.log(
        `${shape}: /healthz at most ${best.toFixed(0)} ms, memory ${before.toFixed(0)} → ${peakMemory().toFixed(0)} MB`,
      )
    expect(best).toBeLessThanOrEqual(MAX_SILENCE)
    expect(peakMemory() - before).toBeLessThan(MAX_GROWTH)
  },
  240_000,
)
