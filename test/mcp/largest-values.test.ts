import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { finalizeBatch } from '../../src/core/batches/finalize.ts'
import { newId } from '../../src/core/foundation/ids.ts'
import { createClient } from '../api/rest-client.ts'
import { createRunProject, type RunProject } from '../api/run-project.ts'
import { createWorld, type World } from '../world.ts'
import { connect, result, unmarked } from './mcp-client.ts'

const LARGEST_ANSWER = 24_000

/** Names and a prompt of maximum length. JSON escapes each quotation mark, which makes it two characters. */
const COMPETITORS = Array.from({ length: 50 }, (_, index) => `${index}${'"'.repeat(190)}`)
const PROMPT = '"Best?" '.repeat(624).trim()
const LINE = 'Taskfern is a "great" choice.\n'
const ANSWER = LINE.repeat(1_000)
const SOURCES = 60

let world: World
let project: RunProject
let mcp: Client
let resultId: string
beforeAll(async () => {
  world = await createWorld({ workers: false })
  project = await createRunProject(world, await createClient(world), { competitors: COMPETITORS })
  const { prisma } = world.operator.db
  const { projectId } = project
  await prisma.prompt.deleteMany({ where: { projectId } })
  await prisma.prompt.create({
    data: { id: newId(), projectId, text: PROMPT, providers: ['chatgpt'], locations: ['US'] },
  })
  const id: string = (await project.call('POST /v1/analysis/trigger')).body.data.runId
  const competitors = await prisma.competitor.findMany({ where: { projectId } })
  const spans = Array.from({ length: 1_000 }, (_, index) => ({
    start: index * LINE.length,
    end: index * LINE.length + 8,
  }))
  const observation = {
    brand: { mentioned: true, denied: false, mentionCount: 1_000, firstOffset: 0, position: 1, spans },
    sentiment: { label: 'positive', score: 1, positive: 1_000, neutral: 0, negative: 0, evidence: [] },
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
    citations: Array.from({ length: SOURCES }, (_, index) => ({
      position: index + 1,
      url: `https://site-${index}.example/`,
      title: 'A page',
      domain: `site-${index}.example`,
      kind: 'cited',
      owner: 'third_party',
      competitorId: null,
      spans: [],
    })),
    recommendation: { recommended: true, strength: 'among', rank: null, listSize: null, evidence: null },
    judge: null,
  }
  await prisma.$executeRaw`UPDATE result SET status = 'ok', answered_at = now(), surface = 'api',
    first_extraction_version = 3, first_observation = ${JSON.stringify(observation)}::jsonb WHERE batch_id = ${id}::uuid`
  await prisma.$executeRaw`INSERT INTO answer (result_id, text, facts)
    SELECT id, ${ANSWER}, '{}' FROM result WHERE batch_id = ${id}::uuid`
  await prisma.batch.update({ where: { id }, data: { status: 'running', completed: 1 } })
  await finalizeBatch(world.operator, id)
  resultId = (await prisma.result.findFirstOrThrow({ where: { batchId: id } })).id
  mcp = await connect({ url: world.url, key: project.key, protocol: '2026-07-28' })
})
afterAll(async () => {
  await mcp?.close()
  await world?.close()
})

describe('with 50 competitors, and names and a prompt of maximum length', () => {
  it('get_answer returns the whole prompt, the answer and its sources, each part once', async () => {
    let [text, offset] = ['', 0 as number | null]
    while (offset !== null) {
      const part = await result(mcp, 'get_answer', { resultId, offset })
      expect(JSON.stringify(part).length).toBeLessThanOrEqual(LARGEST_ANSWER)
      if (offset === 0) expect(part.prompt).toBe(PROMPT)
      text += unmarked(part.answer)
      offset = part.nextOffset as number | null
    }
    expect(text).toBe(ANSWER)
    const positions: unknown[] = []
    let cursor: unknown
    do {
      const page = await result(mcp, 'get_answer', { resultId, ...(cursor !== undefined && { cursor }) })
      expect(JSON.stringify(page).length).toBeLessThanOrEqual(LARGEST_ANSWER)
      positions.push(...(page.sources as { position: number }[]).map(({ position }) => position))
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(positions).toEqual(Array.from({ length: SOURCES }, (_, index) => index + 1))
  })

  it.each([
    ['get_project', 'competitors', 'name'],
    ['get_run', 'competitors', 'name'],
    ['compare_runs', 'parts', 'part'],
  ])('%s returns each competitor once', async (name, list, field) => {
    const names: unknown[] = []
    let cursor: unknown
    do {
      const input = {
        ...(name === 'compare_runs' && { by: 'competitor' }),
        ...(cursor !== undefined && { cursor }),
      }
      const page = await result(mcp, name, input)
      expect(JSON.stringify(page).length).toBeLessThanOrEqual(LARGEST_ANSWER)
      names.push(...(page[list] as Record<string, unknown>[]).map((item) => item[field]))
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(names).toEqual(COMPETITORS)
  })
})
