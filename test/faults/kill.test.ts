import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { type HeldModel, startHeldModel } from '../held-model.ts'
import { createDatabase } from '../world.ts'
import { killPostgres, runJson, type ServerProcess, startServer } from './server-process.ts'

const UNITS = 24

let folder: string
let model: HeldModel
let environment: Record<string, string>

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'answergraph-kill-'))
  chmodSync(folder, 0o755)
  model = await startHeldModel()
  const providersFile = join(folder, 'providers.json')
  const options = { concurrency: 8, locationHint: false }
  const provider = { id: 'local', driver: 'openai-compatible', model: 'held-1', baseUrl: model.url, options }
  writeFileSync(providersFile, JSON.stringify({ providers: [provider] }))
  environment = { DATA_DIR: join(folder, 'data'), PROVIDERS_FILE: providersFile }
})
afterEach(() => {
  model.close()
  rmSync(folder, { recursive: true, force: true })
})

/**
 * Creates an organization with 100 credits and starts an analysis of 24 units. Returns after the model has answered 5.
 */
async function begin(server: ServerProcess) {
  const { id } = await runJson<{ id: string }>(
    ['org', 'create', '--name', 'Acme', '--plan', 'pro', '--credits', '100'],
    environment,
  )
  const { key } = await runJson<{ key: string }>(['key', 'create', '--org', id], environment)
  const prompts = Array.from({ length: UNITS }, (_, n) => `Which tool is best, ${n}?`)
  const response = await fetch(`${server.url}/v1/async-analysis`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      prompts,
      brandName: 'Acme',
      replicates: 1,
      providers: ['local'],
      locations: ['US'],
    }),
  })
  expect(response.status).toBe(202)
  const { data } = (await response.json()) as { data: { analysisId: string } }
  await model.waiting(8)
  model.answer(5)
  await model.waiting(8)
  return { key, analysisId: data.analysisId }
}

interface Ended {
  status: string
  progress: { total: number; completed: number; failed: number }
  credits: { reserved: number; charged: number; refunded: number }
  results: { prompt: string; status: string; brand: { mentioned: boolean } }[]
}

/** Follows the analysis over SSE to its end, then reads it over REST. */
async function finish(server: ServerProcess, key: string, analysisId: string): Promise<Ended> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const query = `subscription { asyncAnalysisProgress(analysisId: "${analysisId}") { status } }`
  const stream = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { ...headers, accept: 'text/event-stream' },
    body: JSON.stringify({ query }),
  })
  await stream.text()
  const response = await fetch(`${server.url}/v1/async-analysis/${analysisId}`, { headers })
  return ((await response.json()) as { data: Ended }).data
}

function expectWhole(ended: Ended): void {
  expect(ended.status).toBe('completed')
  expect(ended.progress).toEqual({ total: UNITS, completed: UNITS, failed: 0 })
  expect(ended.credits).toEqual({ reserved: UNITS, charged: UNITS, refunded: 0 })
  expect(new Set(ended.results.map(({ prompt }) => prompt)).size).toBe(UNITS)
  expect(ended.results.every(({ status, brand }) => status === 'ok' && brand.mentioned)).toBe(true)
  expect([...model.asked.keys()]).toHaveLength(UNITS)
  // Only questions without a stored answer at the time of the kill are asked again.
  const again = [...model.asked.values()].filter((times) => times > 1)
  expect(again.length).toBeLessThanOrEqual(8)
}

async function balance(server: ServerProcess, key: string): Promise<number> {
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ viewer { organization { credits } } }' }),
  })
  const { data } = (await response.json()) as { data: { viewer: { organization: { credits: number } } } }
  return data.viewer.organization.credits
}

describe('kill -9 during an analysis', () => {
  it.each([
    { name: 'PostgreSQL keeps running', postgresToo: false },
    { name: 'PostgreSQL is killed too', postgresToo: true },
  ])(
    'is recovered by the next start if $name: every unit is answered once, credits are exact',
    async ({ postgresToo }) => {
      const first = await startServer(environment)
      const { key, analysisId } = await begin(first)
      await first.kill()
      if (postgresToo) killPostgres(join(folder, 'data'))
      const second = await startServer(environment)
      model.answer(1_000)
      expectWhole(await finish(second, key, analysisId))
      expect(await balance(second, key)).toBe(100 - UNITS)
      expect(await second.stop()).toBe(0)
    },
    90_000,
  )

  it.skipIf(!inject('redisUrl'))(
    'of a worker on Redis is recovered by another worker: every unit is answered once, credits are exact',
    async () => {
      const { databaseUrl, drop } = await createDatabase()
      environment = {
        ...environment,
        DATABASE_URL: databaseUrl,
        REDIS_URL: inject('redisUrl') ?? '',
        SECRET_KEY: 'a secret of at least thirty-two bytes',
      }
      const gateway = await startServer(environment, ['--role', 'gateway'])
      const worker = await startWorker()
      const { key, analysisId } = await begin(gateway)
      await worker.kill()
      model.answer(1_000)
      const nextWorker = await startWorker()
      expectWhole(await finish(gateway, key, analysisId))
      await nextWorker.stop()
      await gateway.stop()
      await drop()
    },
    90_000,
  )

  const startWorker = () => startServer(environment, ['--role', 'worker'])
})

it('stopping a server during an analysis stops all its processes, and the next start continues the analysis', async () => {
  const first = await startServer(environment)
  const { key, analysisId } = await begin(first)
  const stopped = first.stop()
  model.answer(1_000)
  expect(await stopped).toBe(0)
  await expect(fetch(`${first.url}/healthz`)).rejects.toThrow()
  expect(() => killPostgres(join(folder, 'data')), 'PostgreSQL has left too').toThrow()
  const second = await startServer(environment)
  expectWhole(await finish(second, key, analysisId))
  await second.stop()
}, 90_000)
