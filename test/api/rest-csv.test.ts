import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readCsv } from '../../src/dashboard/browser/components/csv.ts'
import { createWorld, type World } from '../world.ts'
import { type Client, createClient } from './rest-client.ts'
import { createRunProject, type RunProject } from './run-project.ts'
import { runWithAnswers } from './scripted-run.ts'

/** More results than a page of JSON can have. */
const PROMPTS = 203

let world: World
let client: Client
let project: RunProject
let runId: string
beforeAll(async () => {
  world = await createWorld({ workers: false, providers: [{ id: 'chatgpt', driver: 'simulated' }] })
  client = await createClient(world)
  project = await createRunProject(world, client, {
    competitors: ['Boardly'],
    prompts: Array.from({ length: PROMPTS }, (_, index) => ({
      text: index === 0 ? '=SUM(A1)' : `Q${index}?`,
    })),
  })
  runId = await runWithAnswers(world, project, ({ prompt }) => ({
    brand: 1,
    competitor: prompt === 'Q1?' ? 2 : null,
    sentiment: -0.5,
    sources: [
      {
        url: `https://${prompt.length}.example/`,
        domain: `${prompt.length}.example`,
        kind: 'cited',
        owner: 'third_party',
      },
    ],
  }))
})
afterAll(() => world?.close())

/** Fetches CSV and returns its rows as objects. */
async function csv(path: string): Promise<Record<string, string>[]> {
  const response = await fetch(world.url + path, {
    headers: { Authorization: `Bearer ${project.key}`, Accept: 'text/csv' },
  })
  expect(response.status).toBe(200)
  expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
  const [header, ...lines] = readCsv(await response.text())
  return lines.map(({ fields }) =>
    Object.fromEntries(fields.map((value, index) => [header?.fields[index] ?? '', value])),
  )
}

describe('with Accept: text/csv', () => {
  it('the results of a run are complete, with one column per field', async () => {
    const rows = await csv(`/v1/analysis/runs/${runId}/results`)
    expect(rows).toHaveLength(PROMPTS)
    expect(rows[1]).toMatchObject({
      prompt: 'Q1?',
      provider: 'chatgpt',
      status: 'ok',
      'brand.mentioned': 'true',
      'sentiment.score': '-0.5',
      competitors: 'Boardly',
      citations: 'https://3.example/',
    })
    expect(rows[2]).toMatchObject({ competitors: '' })
  })

  it('a limit and an offset select results as in JSON', async () => {
    const rows = await csv(`/v1/analysis/results?runId=${runId}&limit=2&offset=201`)
    expect(rows.map(({ prompt }) => prompt)).toEqual(['Q201?', 'Q202?'])
  })

  it('a spreadsheet does not run a text as a formula', async () => {
    const [first] = await csv(`/v1/analysis/runs/${runId}/results?limit=1`)
    expect(first).toMatchObject({ prompt: "'=SUM(A1)" })
  })

  it('sources have one row per site', async () => {
    const rows = await csv(`/v1/analysis/runs/${runId}/sources?includeUrls=true`)
    expect(rows.map(({ domain }) => domain)).toEqual(['5.example', '4.example', '3.example', '8.example'])
    expect(rows[0]).toMatchObject({
      citations: '103',
      'citationRate.denominator': String(PROMPTS),
      urls: 'https://5.example/',
    })
  })

  it('trends have one row per run, or one per run and entity', async () => {
    const [point] = await csv('/v1/analysis/trends')
    expect(point).toMatchObject({ runId, 'mentionRate.value': '1', comparison: 'insufficient' })
    const rows = await csv('/v1/analysis/trends?includeEntities=true')
    expect(rows.map(({ name, 'mentionRate.numerator': named }) => ({ name, named }))).toEqual([
      { name: 'Taskfern', named: String(PROMPTS) },
      { name: 'Boardly', named: '1' },
    ])
  })

  it('errors are JSON with their status', async () => {
    for (const path of ['results?limit=0', 'sources?owner=nobody', 'results?provider=askjeeves']) {
      const { status, body } = await project.call(`GET /v1/analysis/runs/${runId}/${path}`, {
        headers: { Accept: 'text/csv' },
      })
      expect(status).toBe(400)
      expect(Object.keys(body.details.fieldErrors)).toHaveLength(1)
    }
  })
})

describe('in JSON', () => {
  it('trend points contain the entities only on request', async () => {
    const { body: compact, text } = await project.call('GET /v1/analysis/trends')
    expect(compact.data[0]).not.toHaveProperty('entities')
    const { body: whole, text: wholeText } = await project.call(
      'GET /v1/analysis/trends?includeEntities=true',
    )
    expect(whole.data[0].entities).toHaveLength(2)
    expect(text.length).toBeLessThan(wholeText.length / 1.5)
  })
})
