import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { conformance } from '../providers/cases/openai.ts'
import { type LoopbackVendor, openLoopbackVendor } from '../providers/wire-server.ts'
import { createWorld, type World } from '../world.ts'
import { createClient } from './rest-client.ts'

const KEY = 'sk-recorded-secret'

let vendor: LoopbackVendor
let folder: string
let file: string
beforeAll(async () => {
  vendor = await openLoopbackVendor()
  folder = mkdtempSync(join(tmpdir(), 'record-answers-'))
  file = join(folder, 'answers.jsonl')
})
afterAll(() => {
  vendor.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs an analysis of two prompts, each asked twice from Germany, and returns its results. */
async function analyze(world: World) {
  const { id } = await world.organization({ credits: 100 })
  const { key } = await world.organizationKey(id)
  const client = await createClient(world)
  const started = await client('POST /v1/async-analysis', {
    key,
    json: {
      brandName: 'Pipewell',
      prompts: ['Best CRM?', 'Best CRM for startups?'],
      providers: ['chatgpt'],
      locations: ['DE'],
      replicates: 2,
    },
  })
  const { analysisId } = started.body.data
  await world.ended(analysisId)
  const { body } = await client(`GET /v1/async-analysis/${analysisId}`, { key })
  return body.data.results as Record<string, unknown>[]
}

it('real answers are recorded without keys, and a replay of the file measures the same', async () => {
  const answers = conformance.answers.slice(0, 3).map(({ body }) => body)
  vendor.reply = () =>
    vendor.requests.length === 4
      ? { body: { output: 'none' } }
      : { body: answers[vendor.requests.length % answers.length] }
  const real = await createWorld({
    providers: [{ id: 'chatgpt', driver: 'openai', baseUrl: vendor.url, options: { concurrency: 1 } }],
    environment: { OPENAI_API_KEY: KEY, RECORD_ANSWERS: file },
  })
  const recorded = await analyze(real).finally(() => real.close())
  const content = readFileSync(file, 'utf8')
  expect(content).not.toContain(KEY)
  const lines = content
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines).toHaveLength(4)
  const unparsed = lines.filter(({ error }) => error)
  expect(unparsed).toEqual([
    expect.objectContaining({ text: '', raw: expect.objectContaining({ driver: 'openai' }) }),
  ])

  const replayed = await createWorld({ providers: [{ id: 'chatgpt', driver: 'replay', options: { file } }] })
  const again = await analyze(replayed).finally(() => replayed.close())
  const measured = (results: typeof recorded) =>
    results
      .filter(({ status }) => status !== 'failed' && status !== 'not_shown')
      .map(({ prompt, replicate, status, answer, brand, sentiment, recommendation, citations, partial }) => ({
        prompt,
        replicate,
        status,
        answer,
        brand,
        sentiment,
        recommendation,
        citations,
        partial,
      }))
  expect(measured(recorded)).toHaveLength(3)
  expect(measured(again)).toEqual(measured(recorded))
  expect(again.every(({ surface }) => surface === 'replay' || surface === null)).toBe(true)
  expect(readFileSync(file, 'utf8')).toBe(content)
})
