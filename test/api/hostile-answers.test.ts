import { parquetReadObjects } from 'hyparquet'
import { simpleParser } from 'mailparser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EXPORT_TABLE_NAMES } from '../../src/core/exports/tables.ts'
import { readCsv } from '../../src/dashboard/browser/components/csv.ts'
import { UNTRUSTED_NOTE } from '../../src/mcp/foundation/untrusted.ts'
import { eventually } from '../eventually.ts'
import { freePort } from '../free-port.ts'
import { MARK } from '../hostile-answers.ts'
import { type HostileVendor, startHostileVendor } from '../hostile-vendor.ts'
import { type MailServer, openMailServer } from '../mail-server.ts'
import { connect } from '../mcp/mcp-client.ts'
import { foreignParts } from '../own-html.ts'
import { createWorld, type World } from '../world.ts'
import { ask } from './graphql-client.ts'
import { createPerson } from './member-client.ts'
import { type Client, createClient } from './rest-client.ts'
import { createRunProject, type RunProject } from './run-project.ts'

/** Maximum growth of the peak memory of gateway, workers and this test together, in megabytes. */
const MAX_GROWTH = 1_200

/** A cell that a spreadsheet would run as a formula. Numbers may be negative. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/

let vendor: HostileVendor
let mail: MailServer
let world: World
let client: Client
let project: RunProject
let runId: string
let recipient: string
let growth: number
beforeAll(async () => {
  vendor = await startHostileVendor()
  mail = await openMailServer()
  const port = await freePort()
  world = await createWorld({
    port,
    providers: [vendor.provider],
    environment: {
      SMTP_URL: mail.url,
      MAIL_FROM: 'Answergraph <noreply@example.com>',
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      CHROMIUM_PATH: 'off',
    },
  })
  client = await createClient(world)
  project = await createRunProject(world, client, {
    competitors: ['Boardly'],
    prompts: vendor.questions.map((text) => ({ text, providers: ['hostile'] })),
  })
  ;({ email: recipient } = await createPerson(world, project))
  const before = peakMemory()
  await project.run()
  await project.freeManualRun()
  vendor.attack = true
  runId = await project.run()
  growth = peakMemory() - before
}, 300_000)
afterAll(async () => {
  await world?.close()
  await mail?.close()
  vendor?.close()
})

/** Returns the peak memory of this process so far, in megabytes. */
function peakMemory(): number {
  return process.resourceUsage().maxRSS / 1_000
}

async function download(path: string, headers: Record<string, string> = {}): Promise<Response> {
  const response = await fetch(world.url + path, {
    headers: { Authorization: `Bearer ${project.key}`, ...headers },
  })
  expect([path, response.status]).toEqual([path, 200])
  return response
}

interface Span {
  start: number
  end: number
  text?: string
}

/** Returns every object with an offset, at any depth of a value. */
function spansIn(value: unknown): Span[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.values(value).flatMap(spansIn)
  return 'start' in value && 'end' in value ? [value as Span, ...inner] : inner
}

describe('a run with hostile answers', () => {
  it('ends within bounded memory, and every question is answered or has a clear error', async () => {
    const results = await world.operator.db.prisma.result.findMany({ where: { batchId: runId } })
    expect(results).toHaveLength(vendor.questions.length)
    expect(vendor.questions.length).toBeGreaterThan(300)
    const outcomes = new Set(
      results.map(({ status, error }) => (status === 'failed' ? (error as { code: string }).code : status)),
    )
    expect([...outcomes].toSorted()).toEqual(['UNREADABLE_ANSWER', 'ok'])
    const answered = results.filter(({ status }) => status === 'ok').length
    expect(answered).toBeGreaterThan(290)
    expect(growth).toBeLessThan(MAX_GROWTH)
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  it('has only spans within the text of their answer over REST and GraphQL', async () => {
    let spans = 0
    for (let offset = 0; offset < vendor.questions.length; offset += 50) {
      const { status, body } = await project.call(
        `GET /v1/analysis/runs/${runId}/results?limit=50&offset=${offset}&includeAnswer=true`,
      )
      expect(status).toBe(200)
      for (const result of body.data) {
        for (const { start, end, text } of spansIn(result)) {
          spans += 1
          expect(start).toBeGreaterThanOrEqual(0)
          expect(end).toBeGreaterThanOrEqual(start)
          expect(end).toBeLessThanOrEqual(result.answer.length)
          if (text !== undefined) expect(result.answer.slice(start, end)).toContain(text)
        }
      }
    }
    expect(spans).toBeGreaterThan(1_000)
    const { viewer } = await ask(
      world,
      project.key,
      `{ viewer { project { name
        discoveredBrands(first: 50) { nodes { name evidence { text } } }
        sources { nodes { domain } }
        alerts(first: 50) { nodes { title } }
        latestRun { results(first: 50) { nodes { status answer
          brand { spans { start end } sentiment { evidence { text } } }
          citations { url title } } } } } } }`,
    )
    expect(viewer.project.latestRun.results.nodes).toHaveLength(50)
    expect(JSON.stringify(viewer.project.discoveredBrands)).toContain(MARK)
  })
})

/**
 * Corrects the labels of the brand in every answer that names it, as a person would on the page "Review". Waits until the run
 * is measured again, because an export of a run that changes meanwhile fails.
 */
async function correctLabels(): Promise<void> {
  const results = await world.operator.db.prisma.result.findMany({
    where: { batchId: runId, status: 'ok', observation: { path: ['brand', 'mentioned'], equals: true } },
  })
  for (const { id } of results) {
    const input = { resultId: id, entityId: 'brand', sentiment: 'NEUTRAL', strength: 'MENTIONED_ONLY' }
    const mutation = `mutation ($input: CorrectLabelsInput!) { correctLabels(input: $input) { project { id } } }`
    await ask(world, project.key, mutation, { input })
  }
  await eventually(async () => {
    const where = { projectId: project.projectId, metricsVersion: 0 }
    expect(await world.operator.db.prisma.batch.count({ where })).toBe(0)
  })
}

describe('exports of hostile answers', () => {
  beforeAll(correctLabels, 120_000)

  it.each(EXPORT_TABLE_NAMES)(
    'the table %s has the same rows in each format and no formula',
    async (table) => {
      const path = `/v1/analysis/exports/${table}?runId=${runId}&includeAnswer=${table === 'answers'}`
      const [header, ...rows] = readCsv(await (await download(`${path}&format=csv`)).text())
      const jsonl = await (await download(`${path}&format=jsonl`)).text()
      const lines = jsonl.split('\n').filter((line) => line !== '')
      const file = await (await download(`${path}&format=parquet`)).arrayBuffer()
      const stored = await parquetReadObjects({ file })
      expect(rows.length).toBeGreaterThan(100)
      expect([lines.length, stored.length]).toEqual([rows.length, rows.length])
      for (const line of lines) JSON.parse(line)
      expectNoFormula(
        rows.map(({ fields }) => fields),
        header?.fields.length ?? 0,
      )
    },
  )

  it('the results as CSV have no formula', async () => {
    const response = await download(`/v1/analysis/runs/${runId}/results?includeAnswer=true`, {
      Accept: 'text/csv',
    })
    const [header, ...rows] = readCsv(await response.text())
    expect(rows).toHaveLength(vendor.questions.length)
    expectNoFormula(
      rows.map(({ fields }) => fields),
      header?.fields.length ?? 0,
    )
  })
})

function expectNoFormula(rows: readonly string[][], columns: number): void {
  for (const cells of rows) {
    expect(cells).toHaveLength(columns)
    for (const cell of cells) if (Number.isNaN(Number(cell))) expect(cell).not.toMatch(FORMULA)
  }
}

describe('reports and emails about hostile answers', () => {
  it('a shared report contains only HTML of the product', async () => {
    const { body } = await project.call('POST /v1/share-links', { json: { name: 'Board', runId } })
    const html = await (await fetch(world.url + new URL(body.data.url).pathname)).text()
    expect(html).toContain(MARK)
    expect(foreignParts(html)).toEqual([])
  })

  it('the email with the report and its file contain only HTML of the product', async () => {
    const json = { enabled: true, recipients: [{ email: 'board@example.com' }] }
    await project.call('PUT /v1/settings/report-schedule', { json })
    await project.call('POST /v1/settings/report-schedule/test', { json: { email: 'board@example.com' } })
    await expectOwnHtml('board@example.com')
  })

  it('the email about alerts contains only HTML of the product', async () => {
    await expectOwnHtml(recipient)
  })
})

async function expectOwnHtml(address: string): Promise<void> {
  const source = await eventually(() => {
    const found = mail.received.find(({ to }) => to.includes(address))
    if (!found) throw new Error(`no mail to ${address}`)
    return found.source
  })
  const { html, text, attachments, subject, to } = await simpleParser(source)
  expect([to].flat()).toHaveLength(1)
  expect(subject).not.toMatch(/[\r\n]/)
  expect(text).toContain(MARK)
  const documents = attachments.filter(({ contentType }) => contentType === 'text/html')
  for (const document of [html || '', ...documents.map(({ content }) => content.toString())])
    expect(foreignParts(document)).toEqual([])
}

/** Arguments of tools that need some, or that show more with them. */
const ARGUMENTS: Readonly<Record<string, object>> = {
  get_latest_results: { includeAnswer: true },
  list_sources: { includePages: true },
  get_trends: { includeCompetitors: true },
}
/** Read-only tools about an async analysis, of which the project has none, and two that need an answer. */
const NOT_CALLED = new Set(['get_async_analysis', 'get_answer'])
/** URLs and domains are not texts: they have no spaces, quotation marks and angle brackets. */
const ADDRESS = /^(https?:\/\/[^\s<>"]+|[a-z0-9.-]+)$/

describe('what agents read about hostile answers', () => {
  it('is inside marks that it cannot end, in every tool, report and prompt', async () => {
    const agent = await connect({ url: world.url, key: project.key, protocol: '2026-07-28' })
    const { tools } = await agent.listTools()
    const called = tools.filter(({ name, annotations }) => annotations?.readOnlyHint && !NOT_CALLED.has(name))
    expect(called.length).toBeGreaterThan(12)
    const results: [string, unknown][] = []
    const call = async (name: string, given: object) => {
      const result = await agent.callTool({ name, arguments: { ...given } })
      expect([name, result.isError, result.isError ? result.content : null]).toEqual([name, undefined, null])
      results.push([name, [result.structuredContent, result.content]])
    }
    for (const { name } of called) await call(name, ARGUMENTS[name] ?? {})
    const answers = await world.operator.db.prisma.result.findMany({ where: { batchId: runId } })
    for (const { id } of answers) await call('get_answer', { resultId: id })
    const uri = `answergraph://runs/${runId}/report`
    results.push(['resource', (await agent.readResource({ uri })).contents])
    const { prompts } = await agent.listPrompts()
    for (const { name } of prompts) results.push([name, (await agent.getPrompt({ name })).messages])
    await agent.close()
    for (const [name, result] of results) expect([name, unmarkedTexts(result)]).toEqual([name, []])
    expect(JSON.stringify(results)).toContain(`<untrusted>${MARK}`)
  })
})

/** Returns the texts of a value that come from answers and are not marked, and texts that end a mark early. */
function unmarkedTexts(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(unmarkedTexts)
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(unmarkedTexts)
  if (typeof value !== 'string' || ADDRESS.test(value)) return []
  const outside = value.replace(UNTRUSTED_NOTE, '').replace(/<untrusted>.*?<\/untrusted>/gs, '')
  return /quuxmark|untrusted/i.test(outside) ? [value.slice(0, 300)] : []
}
