import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { correctLabels } from '../../src/core/corrections/correct.ts'
import type { Column } from '../../src/core/exports/column.ts'
import { EXPORT_TABLE_NAMES, EXPORT_TABLES, type ExportTableName } from '../../src/core/exports/tables.ts'
import { readCsv } from '../../src/dashboard/browser/components/csv.ts'
import { METRICS } from '../../src/metrics/definitions.ts'
import { createWorld, type World } from '../world.ts'
import { createSignedIn } from './member-client.ts'
import { type Client, createClient } from './rest-client.ts'
import { createRunProject, type RunProject } from './run-project.ts'
import { runWithAnswers } from './scripted-run.ts'

/** More answers than a page of the export has. */
const PROMPTS = 203

let world: World
let client: Client
let project: RunProject
let other: RunProject
/** Ids of two runs: the second one has a refused answer and an answer with its text. */
let runs: string[]
beforeAll(async () => {
  world = await createWorld({
    workers: false,
    providers: [{ id: 'chatgpt', driver: 'simulated' }],
    environment: { TRUST_PROXY: '127.0.0.1' },
  })
  client = await createClient(world)
  project = await createRunProject(world, client, {
    competitors: ['Boardly'],
    prompts: Array.from({ length: PROMPTS }, (_, index) => ({
      text: index === 0 ? '=SUM(A1)' : `Question ${index}?`,
      tags: index === 1 ? ['comparison'] : [],
    })),
  })
  const first = await runWithAnswers(world, project, () => ({
    brand: 2,
    competitor: 1,
    sentiment: -0.5,
    sources: [{ url: 'https://a.example/x', domain: 'a.example', kind: 'cited', owner: 'third_party' }],
  }))
  const second = await runWithAnswers(world, project, ({ prompt }) =>
    prompt === 'Question 2?'
      ? 'refused'
      : prompt === 'Question 3?'
        ? { text: 'I recommend Taskfern. See "Boardly", too.\n' }
        : { brand: null, competitor: 1 },
  )
  runs = [first, second]
  await correctFirst(project)
  other = await createRunProject(world, client, { prompts: [{ text: 'Other?' }] })
  await runWithAnswers(world, other, () => ({ brand: 1 }))
})
afterAll(() => world?.close())

/** Confirms the labels of the answer with a text. */
async function correctFirst({ projectId, organizationId }: RunProject): Promise<void> {
  const { id } = await world.operator.db.prisma.result.findFirstOrThrow({
    where: { batch: { projectId }, answer: { isNot: null } },
  })
  await correctLabels({
    ctx: world.member(organizationId),
    input: { resultId: id, entityId: 'brand', sentiment: 'positive' },
  })
}

function get(path: string, { key = project.key, headers = {} } = {}): Promise<Response> {
  return fetch(`${world.url}/v1/analysis/exports/${path}`, {
    headers: { Authorization: `Bearer ${key}`, ...headers },
  })
}

type Row = Record<string, unknown>

async function jsonLines(path: string): Promise<Row[]> {
  const text = await (await get(path)).text()
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

async function parquet(path: string): Promise<Row[]> {
  const file = await (await get(path)).arrayBuffer()
  return parquetReadObjects({ file })
}

async function csv(path: string): Promise<Record<string, string>[]> {
  const [header, ...lines] = readCsv(await (await get(path)).text())
  return lines.map(({ fields }) =>
    Object.fromEntries(fields.map((value, index) => [header?.fields[index] ?? '', value])),
  )
}

const columnsOf = (table: ExportTableName): readonly Column[] =>
  EXPORT_TABLES[table].columns.filter((column: Column) => !column.onRequest)

describe.each(EXPORT_TABLE_NAMES)('the export of %s', (table) => {
  it('has the same rows in each format, with the defined columns in their order', async () => {
    const names = columnsOf(table).map(({ name }) => name)
    const lines = await jsonLines(`${table}?format=jsonl`)
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) expect(Object.keys(line)).toEqual(names)
    const cells = await csv(`${table}?format=csv`)
    expect(Object.keys(cells[0] ?? {})).toEqual(names)
    const stored = await parquet(`${table}?format=parquet`)
    expect(stored.map((row) => JSON.parse(JSON.stringify(row)))).toEqual(lines)
    const asCell = (value: unknown) =>
      typeof value === 'string' && value.startsWith('=') ? `'${value}` : String(value ?? '')
    expect(cells).toEqual(
      lines.map((line) =>
        Object.fromEntries(Object.entries(line).map(([name, value]) => [name, asCell(value)])),
      ),
    )
  })

  it('is a download with the media type of its format', async () => {
    for (const [query, type] of [
      ['', 'text/csv; charset=utf-8'],
      ['?format=csv', 'text/csv; charset=utf-8'],
      ['?format=jsonl', 'application/x-ndjson'],
      ['?format=parquet', 'application/vnd.apache.parquet'],
    ]) {
      const response = await get(`${table}${query}`)
      await response.arrayBuffer()
      expect(response.status).toBe(200)
      expect(response.headers.get('Content-Type')).toBe(type)
      expect(response.headers.get('Content-Disposition')).toMatch(
        new RegExp(`^attachment; filename="${table}\\.(csv|jsonl|parquet)"$`),
      )
    }
  })

  it('has a Parquet schema with typed columns', async () => {
    const metadata = parquetMetadata(await (await get(`${table}?format=parquet`)).arrayBuffer())
    const TYPES = {
      uuid: 'BYTE_ARRAY',
      text: 'BYTE_ARRAY',
      integer: 'INT32',
      number: 'DOUBLE',
      boolean: 'BOOLEAN',
      time: 'INT64',
    }
    expect(metadata.schema.slice(1).map(({ name, type }) => ({ name, type }))).toEqual(
      columnsOf(table).map(({ name, type }) => ({ name, type: TYPES[type] })),
    )
  })

  it('has columns but no rows if no run matches', async () => {
    const query = `${table}?until=2000-01-01`
    expect(await (await get(query)).text()).toBe(`${columnsOf(table).map(({ name }) => name)}\r\n`)
    expect(await jsonLines(`${query}&format=jsonl`)).toEqual([])
    expect(await parquet(`${query}&format=parquet`)).toEqual([])
  })

  it('has only rows of the project of the key', async () => {
    const rows = await jsonLines(`${table}?format=jsonl`)
    expect(new Set(rows.map(({ project_id }) => project_id))).toEqual(new Set([project.projectId]))
    expect(runs).toEqual(expect.arrayContaining(rows.map(({ run_id }) => run_id)))
  })
})

it('answers have the values that REST shows for results, including refused ones', async () => {
  const [, runId = ''] = runs
  const answers = await jsonLines(`answers?format=jsonl&runId=${runId}`)
  expect(answers).toHaveLength(PROMPTS)
  const { body } = await project.call(`GET /v1/analysis/runs/${runId}/results?limit=200`)
  for (const [index, result] of body.data.entries())
    expect(answers[index]).toMatchObject({
      answer_id: result.id,
      run_id: result.runId,
      prompt_id: result.promptId,
      prompt: result.prompt,
      provider: result.provider,
      location: result.location,
      replicate: result.replicate,
      simulated: result.simulated,
      status: result.status,
      answered_at: result.answeredAt,
      surface: result.surface,
      model_reported: result.model.reported,
      answer_kind: result.answerKind,
      answer_language: result.answerLanguage,
      brand_mentioned: result.brand?.mentioned ?? null,
      brand_denied: result.brand?.denied ?? null,
      brand_mention_count: result.brand?.mentionCount ?? null,
      brand_position: result.brand?.position ?? null,
      brand_sentiment: result.sentiment?.label ?? null,
      brand_sentiment_score: result.sentiment?.score ?? null,
      brand_recommended: result.recommendation?.recommended ?? null,
      brand_strength: result.recommendation?.strength ?? null,
      brand_rank: result.recommendation?.rank ?? null,
      competitors_mentioned: result.competitors
        ? result.competitors.filter(({ mentioned }: { mentioned: boolean }) => mentioned).length
        : null,
      sources: result.citations?.length ?? null,
      extraction_version: result.extractionVersion,
    })
})

it('mentions have one row per completed answer and tracked brand', async () => {
  const [, runId = ''] = runs
  const mentions = await jsonLines(`mentions?format=jsonl&runId=${runId}`)
  expect(mentions).toHaveLength((PROMPTS - 1) * 2)
  const { body } = await project.call(`GET /v1/analysis/runs/${runId}/results?prompt=Question%203%3F`)
  const [result] = body.data
  const [boardly] = result.competitors
  expect(mentions.filter(({ answer_id }) => answer_id === result.id)).toMatchObject([
    {
      entity_id: 'brand',
      entity_name: 'Taskfern',
      is_brand: true,
      mentioned: true,
      position: 1,
      strength: result.recommendation.strength,
      sentiment: result.sentiment.label,
    },
    {
      entity_id: boardly.id,
      entity_name: 'Boardly',
      is_brand: false,
      mentioned: true,
      position: boardly.position,
      recommended: boardly.recommended,
      sentiment: boardly.sentimentLabel,
    },
  ])
})

it('metrics of the whole run and its parts are those of the trends', async () => {
  const metrics = await jsonLines('metrics?format=jsonl')
  const { body } = await project.call('GET /v1/analysis/trends?includeEntities=true')
  expect(body.data).toHaveLength(2)
  for (const point of body.data) {
    for (const { id, name, mentionRate, sentiment } of point.entities) {
      const figure = (metric: string) =>
        metrics.find(
          (row) =>
            row.run_id === point.runId &&
            row.scope === 'all' &&
            row.entity_id === id &&
            row.metric === metric,
        )
      expect(figure('mentionRate')).toMatchObject({ ...mentionRate, entity_name: name, scope_value: '' })
      expect(figure('sentiment')?.value ?? null).toBe(sentiment)
    }
  }
  expect(new Set(metrics.map(({ scope }) => scope))).toEqual(
    new Set(['all', 'provider', 'location', 'tag', 'searched']),
  )
  expect(metrics).toContainEqual(expect.objectContaining({ scope: 'tag', scope_value: 'comparison' }))
})

it('metrics contain every metric that is a number, a share or a mean', async () => {
  const { rows } = await world.operator.db.pool.query<{ definition: string }>(
    "SELECT pg_get_viewdef('reporting_base.fact_metric') AS definition",
  )
  const names = [...(rows[0]?.definition ?? '').matchAll(/\('(\w+)'::text/g)].map(([, name]) => name)
  // Distributions, a report on sample sizes.
  const left = ['positions', 'sentiments', 'strengths', 'answersNeeded']
  expect([...names, ...left].toSorted()).toEqual(Object.keys(METRICS).toSorted())
})

it('the text of the answers is included only on request', async () => {
  const [, runId = ''] = runs
  const texts = (await jsonLines(`answers?format=jsonl&includeAnswer=true&runId=${runId}`)).map(
    ({ answer }) => answer,
  )
  expect(texts.filter((text) => text !== null)).toEqual(['I recommend Taskfern. See "Boardly", too.\n'])
})

it('since and until select runs by their end', async () => {
  const [first = '', second = ''] = runs
  const { prisma } = world.operator.db
  await prisma.batch.update({ where: { id: first }, data: { finishedAt: new Date('2026-01-02T10:00:00Z') } })
  await prisma.batch.update({ where: { id: second }, data: { finishedAt: new Date('2026-01-03T10:00:00Z') } })
  const runsOf = async (query: string) => [
    ...new Set((await jsonLines(`metrics?format=jsonl&${query}`)).map(({ run_id }) => run_id)),
  ]
  expect(await runsOf('since=2026-01-02')).toEqual([first, second])
  expect(await runsOf('since=2026-01-03')).toEqual([second])
  expect(await runsOf('until=2026-01-03')).toEqual([first])
  expect(await runsOf('since=2026-01-02T10:00:00Z&until=2026-01-03T11:00:00%2B01:00')).toEqual([first])
})

describe('refuses', () => {
  it('unknown tables, formats, times and values', async () => {
    for (const [path, field] of [
      ['users', 'table'],
      ['answers?format=xlsx', 'format'],
      ['answers?since=yesterday', 'since'],
      ['answers?until=2026-13-01', 'until'],
      ['answers?includeAnswer=yes', 'includeAnswer'],
    ] as const) {
      const { status, body } = await project.call(`GET /v1/analysis/exports/${path}`)
      expect({ status, fields: Object.keys(body.details.fieldErrors) }).toEqual({
        status: 400,
        fields: [field],
      })
    }
  })

  it('runs of others, and runs that have not ended', async () => {
    const run = await world.operator.db.prisma.batch.findFirstOrThrow({
      where: { projectId: other.projectId },
    })
    for (const runId of [run.id, 'nonsense'])
      expect((await project.call(`GET /v1/analysis/exports/answers?runId=${runId}`)).status).toBe(404)
    const { body } = await project.call('POST /v1/analysis/trigger')
    const running = await project.call(`GET /v1/analysis/exports/answers?runId=${body.data.runId}`)
    expect(running.status).toBe(409)
    await project.freeManualRun()
    const exported = await jsonLines('answers?format=jsonl')
    expect(new Set(exported.map(({ run_id }) => run_id))).toEqual(new Set(runs))
  })

  it('organization keys', async () => {
    const { status, body } = await project.call('GET /v1/analysis/exports/answers', {
      key: project.organizationKey,
    })
    expect({ status, code: body.error.code }).toEqual({ status: 403, code: 'PROJECT_SCOPED_KEY_REQUIRED' })
  })
})

describe('the download of the dashboard', () => {
  const download = (path: string, headers: Record<string, string>) =>
    fetch(`${world.url}/exports/${path}`, { headers })

  it('accepts the session of a member, for a project of their organization', async () => {
    const { cookie } = await createSignedIn(world, { organizationId: project.organizationId })
    const response = await download(`answers?projectId=${project.projectId}`, { cookie })
    expect(response.status).toBe(200)
    expect(await response.text()).toBe(await (await get('answers')).text())
    expect((await download('answers', { cookie })).status).toBe(400)
    const organizations = [
      [project.organizationId, 200],
      [other.organizationId, 403],
    ] as const
    for (const [organizationId, status] of organizations) {
      const query = new URLSearchParams({ organizationId, projectId: project.projectId })
      expect((await download(`metrics?${query}`, { cookie })).status).toBe(status)
    }
    expect((await download(`answers?projectId=${other.projectId}`, { cookie })).status).toBe(404)
    expect((await download('nonsense', { cookie })).status).toBe(400)
  })

  it('refuses pages of other sites, and requests without a session', async () => {
    const { cookie } = await createSignedIn(world, { organizationId: project.organizationId })
    const path = `answers?projectId=${project.projectId}`
    expect((await download(path, { cookie, origin: 'https://other.example' })).status).toBe(403)
    expect((await download(path, {})).status).toBe(401)
  })
})
