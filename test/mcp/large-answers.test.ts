import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { finalizeBatch } from '../../src/core/batches/finalize.ts'
import { newId } from '../../src/core/foundation/ids.ts'
import { createClient } from '../api/rest-client.ts'
import { createRunProject, type RunProject } from '../api/run-project.ts'
import { createWorld, type World } from '../world.ts'
import { connect, failure, result, unmarked } from './mcp-client.ts'

const LARGEST_ANSWER = 24_000
const PROMPTS = 500
const LOCATIONS = [
  'US',
  'DE',
  'FR',
  'GB',
  'ES',
  'IT',
  'NL',
  'SE',
  'PL',
  'JP',
  'AT',
  'CH',
  'BE',
  'DK',
  'NO',
  'FI',
  'PT',
  'IE',
  'CA',
  'AU',
]
const COMPETITORS = Array.from({ length: 25 }, (_, index) => `Competitor with a long name, number ${index}`)

/**
 * An answer of 200,000 characters with a mention in each line. Many characters are escaped in JSON, which makes it
 * longer.
 */
const LINE = 'Taskfern is a "great" \u0001 choice 😀.\n'
const ANSWER = LINE.repeat(200_000 / LINE.length)
const MENTIONS = Array.from({ length: Math.floor(200_000 / LINE.length) }, (_, index) => ({
  start: index * LINE.length,
  end: index * LINE.length + 8,
}))

let world: World
let project: RunProject
let mcp: Client
let runId: string
beforeAll(async () => {
  world = await createWorld({ workers: false })
  project = await createRunProject(world, await createClient(world), { competitors: COMPETITORS })
  const { projectId } = project
  const { prisma } = world.operator.db
  await prisma.prompt.createMany({
    data: Array.from({ length: PROMPTS }, (_, index) => ({
      id: newId(),
      projectId,
      text: `Question ${index}: ${'which task manager is the best one? '.repeat(index % 100)}`,
      providers: ['chatgpt'],
      locations: LOCATIONS,
    })),
  })
  runId = await largeRun()
  mcp = await connect({ url: world.url, key: project.key, protocol: '2026-07-28' })
}, 200_000)
afterAll(async () => {
  await mcp?.close()
  await world?.close()
})

/**
 * Creates a run of 10,000 results with 25 competitors each. The first result has a very long answer with 60 sources.
 */
async function largeRun(): Promise<string> {
  const { prisma } = world.operator.db
  const id: string = (await project.call('POST /v1/analysis/trigger')).body.data.runId
  const competitors = await prisma.competitor.findMany({ where: { projectId: project.projectId } })
  const observation = {
    brand: {
      mentioned: true,
      denied: false,
      mentionCount: 1,
      firstOffset: 0,
      position: 1,
      spans: [MENTIONS[0]],
    },
    sentiment: { label: 'positive', score: 1, positive: 1, neutral: 0, negative: 0, evidence: [] },
    competitors: competitors.map(({ id, name }, index) => ({
      id,
      name,
      mentioned: true,
      mentionCount: 1,
      position: index + 2,
      sentiment: 0,
      sentimentLabel: 'neutral',
      recommended: false,
      rank: null,
    })),
    citations: citations(6),
    recommendation: { recommended: true, strength: 'among', rank: null, listSize: null, evidence: null },
    judge: null,
  }
  await prisma.$executeRaw`UPDATE result SET status = 'ok', answered_at = now(), surface = 'api',
    first_extraction_version = 3, first_observation = ${JSON.stringify(observation)}::jsonb WHERE batch_id = ${id}::uuid`
  await prisma.$executeRaw`INSERT INTO answer (result_id, text, facts)
    SELECT id, CASE ordinal WHEN 0 THEN ${ANSWER} ELSE 'Taskfern is a great choice.' END, '{}' FROM result
    WHERE batch_id = ${id}::uuid`
  const long = {
    ...observation,
    citations: citations(60),
    brand: { ...observation.brand, mentionCount: MENTIONS.length, spans: MENTIONS },
  }
  await prisma.$executeRaw`UPDATE result SET first_observation = ${JSON.stringify(long)}::jsonb
    WHERE batch_id = ${id}::uuid AND ordinal = 0`
  await prisma.batch.update({
    where: { id },
    data: { status: 'running', completed: PROMPTS * LOCATIONS.length },
  })
  await finalizeBatch(world.operator, id)
  return id
}

function citations(length: number) {
  return Array.from({ length }, (_, index) => ({
    position: index + 1,
    url: `https://site-${index}.example/${'path/'.repeat(60)}`,
    title: 'A page about task managers',
    domain: `site-${index}.example`,
    kind: 'cited',
    owner: 'third_party',
    competitorId: null,
    spans: [],
  }))
}

/** Fetches all pages and returns their items in order. Fails if a response exceeds the size limit. */
async function all(name: string, field: string, input: Record<string, unknown> = {}) {
  const items: Record<string, unknown>[] = []
  let cursor: unknown
  do {
    const page = await result(mcp, name, { ...input, ...(cursor !== undefined && { cursor }) })
    expect(JSON.stringify(page).length).toBeLessThanOrEqual(LARGEST_ANSWER)
    items.push(...(page[field] as Record<string, unknown>[]))
    cursor = page.nextCursor
  } while (cursor !== null)
  return items
}

const distinct = (values: unknown[]) => new Set(values).size

describe('a run of 10,000 results with 25 competitors', () => {
  it('list_prompts returns each of 500 prompts once', async () => {
    const prompts = await all('list_prompts', 'prompts', { limit: 200 })
    expect(prompts).toHaveLength(PROMPTS)
    expect(distinct(prompts.map(({ id }) => id))).toBe(PROMPTS)
  })

  it('get_latest_results returns each result of a country once', async () => {
    const results = await all('get_latest_results', 'results', {
      location: 'DE',
      limit: 200,
      includeAnswer: true,
    })
    expect(results).toHaveLength(PROMPTS)
    expect(distinct(results.map(({ id }) => id))).toBe(PROMPTS)
  })

  it('get_latest_results truncates a very long answer and says how to read the rest', async () => {
    const { results } = await result(mcp, 'get_latest_results', { includeAnswer: true, limit: 1 })
    const [first] = results as [{ id: string; answer: string; answerLength: number }]
    const { id, answerLength } = first
    const answer = unmarked(first.answer)
    expect(answerLength).toBe(ANSWER.length)
    const [, offset] =
      /\[cut at (\d+) of \d+ characters; read on with get_answer, resultId (\S+)\]$/.exec(answer) ?? []
    expect(ANSWER.startsWith(answer.slice(0, Number(offset)))).toBe(true)
    const rest = await result(mcp, 'get_answer', { resultId: id, offset: Number(offset) })
    expect(ANSWER.slice(Number(offset))).toContain(unmarked(rest.answer))
  })

  it('get_answer returns a very long answer in parts, with each mention and each source once', async () => {
    const { results } = await result(mcp, 'get_latest_results', { limit: 1 })
    const [{ id: resultId }] = results as [{ id: string }]
    let [text, offset] = ['', 0 as number | null]
    const mentions: unknown[] = []
    while (offset !== null) {
      const part = await result(mcp, 'get_answer', { resultId, offset })
      expect(JSON.stringify(part).length).toBeLessThanOrEqual(LARGEST_ANSWER)
      text += unmarked(part.answer)
      mentions.push(...(part.mentions as unknown[]))
      offset = part.nextOffset as number | null
    }
    expect(text).toBe(ANSWER)
    expect(mentions).toEqual(MENTIONS)
    const sources = await all('get_answer', 'sources', { resultId })
    expect(sources.map(({ position }) => position)).toEqual(
      Array.from({ length: 60 }, (_, index) => index + 1),
    )
  })

  it('get_run, get_trends and compare_runs return each competitor once', async () => {
    const names = (items: Record<string, unknown>[], field: string) => items.map((item) => item[field])
    expect(names(await all('get_run', 'competitors', { runId }), 'name')).toEqual(COMPETITORS)
    const compared = await all('compare_runs', 'parts', { by: 'competitor' })
    expect(names(compared, 'part')).toEqual(COMPETITORS)
    const [point] = await all('get_trends', 'points', { includeCompetitors: true })
    expect(names(point?.competitors as Record<string, unknown>[], 'name')).toEqual(COMPETITORS)
    expect(await all('compare_runs', 'parts', { by: 'location' })).toHaveLength(LOCATIONS.length)
  })

  it('find_answers returns each answer once, and pages with quotes stay small', async () => {
    const answers = await all('find_answers', 'answers', {
      location: 'US',
      finding: 'recommended',
      limit: 100,
    })
    expect(distinct(answers.map(({ id }) => id))).toBe(PROMPTS)
    expect(await all('find_answers', 'answers', { finding: 'missing' })).toEqual([])
  })

  it('list_sources returns each site once', async () => {
    const sources = await all('list_sources', 'sources', { includePages: true })
    expect(distinct(sources.map(({ domain }) => domain))).toBe(60)
    expect(await all('list_sources', 'sources', { owner: 'brand' })).toEqual([])
  })

  it('rejects cursors of another list, other filters or another tenant', async () => {
    const { nextCursor: cursor } = await result(mcp, 'get_latest_results', { location: 'DE' })
    const otherProject = await createRunProject(world, await createClient(world))
    const stranger = await connect({ url: world.url, key: otherProject.key, protocol: '2026-07-28' })
    const refused = {
      error: { code: 'BAD_REQUEST' },
      details: { fieldErrors: { cursor: expect.any(String) } },
    }
    expect(await failure(mcp, 'get_latest_results', { location: 'US', cursor })).toMatchObject(refused)
    expect(await failure(mcp, 'find_answers', { location: 'DE', cursor })).toMatchObject(refused)
    expect(await failure(stranger, 'get_latest_results', { location: 'DE', cursor })).toMatchObject(refused)
    await stranger.close()
  })
})

describe('a run in progress', () => {
  it('returns the results that existed at the first page exactly once, while new ones arrive', async () => {
    const { prisma } = world.operator.db
    await project.freeManualRun()
    const id: string = (await project.call('POST /v1/analysis/trigger')).body.data.runId
    const answer = (
      first: number,
      last: number,
    ) => prisma.$executeRaw`UPDATE result SET status = 'ok', answered_at = now()
      WHERE batch_id = ${id}::uuid AND ordinal BETWEEN ${first} AND ${last}`
    await answer(100, 199)
    const first = await result(mcp, 'find_answers', { runId: id })
    await answer(0, 99)
    await answer(200, 299)
    const ids = (page: Record<string, unknown>) => (page.answers as { id: string }[]).map(({ id }) => id)
    const seen = ids(first)
    let cursor = first.nextCursor
    while (cursor !== null) {
      const page = await result(mcp, 'find_answers', { runId: id, cursor })
      seen.push(...ids(page))
      cursor = page.nextCursor
    }
    expect(distinct(seen)).toBe(seen.length)
    const early = await prisma.result.findMany({ where: { batchId: id, ordinal: { gte: 100, lt: 200 } } })
    expect(seen).toEqual(expect.arrayContaining(early.map(({ id }) => id)))
    // get_latest_results still returns the last completed run.
    expect(await result(mcp, 'get_latest_results', { limit: 1 })).toMatchObject({ run: { id: runId } })
  })
})
