import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createClient } from 'graphql-ws'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { WebSocket } from 'ws'
import { createWorld, type World } from '../world.ts'

/** Real ChatGPT answers to "best X" questions, stored outside the repository. */
const ANSWERS = resolve('../shared/data/ai_chatgpt_products/dev.jsonl')
const present = existsSync(ANSWERS)
if (!present) console.warn(`${ANSWERS}is missing: skipping the tests on real answers`)

const PROMPT = 'What is the best electric car?'
const BRAND = 'Hyundai'
const COMPETITORS = ['Tesla', 'Lucid', 'Kia', 'Rivian']

const RESULTS = `query ($id: ID!) {
  asyncAnalysis(id: $id) {
    status
    progress { total completed failed }
    results(first: 50) {
      totalCount
      nodes { promptText surface simulated answer brand { mentioned spans { start end } } competitors { name mentioned } }
    }
  }
}`

interface Seen {
  promptText: string
  surface: string
  answer: string
  brand: { mentioned: boolean; spans: { start: number; end: number }[] }
  competitors: { name: string; mentioned: boolean }[]
}

/**
 * Returns whether the text contains the name as a whole word, or null if the name only occurs inside another word,
 * as in "RangeTesla".
 */
function isNamed(name: string, text: string): boolean | null {
  if (new RegExp(`(?<![\\p{L}\\p{N}])${name}(?![\\p{L}\\p{N}])`, 'iu').test(text)) return true
  return text.includes(name) ? null : false
}

function expectNamesToBeFound(results: readonly Seen[]): void {
  expect(results.some(({ brand }) => brand.mentioned)).toBe(true)
  expect(results.some(({ competitors }) => competitors.some(({ mentioned }) => mentioned))).toBe(true)
  for (const { answer, brand, competitors } of results) {
    expect(brand.mentioned).toBe(isNamed(BRAND, answer) ?? brand.mentioned)
    for (const { start, end } of brand.spans)
      expect(answer.slice(start, end).toLowerCase()).toContain('hyundai')
    for (const { name, mentioned } of competitors)
      expect([name, mentioned]).toEqual([name, isNamed(name, answer) ?? mentioned])
  }
}

const backends = inject('redisUrl') ? (['postgres', 'redis'] as const) : (['postgres'] as const)

describe.skipIf(!present).each(backends)('an analysis of recorded answers, queue on %s', (backend) => {
  let world: World
  let key: string

  beforeAll(async () => {
    world = await createWorld({
      redis: backend === 'redis',
      providers: [{ id: 'chatgpt', driver: 'replay', options: { file: ANSWERS } }],
    })
    const { id: organizationId } = await world.organization({ credits: 1_000 })
    const { id: projectId } = await world.project({ organizationId, name: BRAND, competitors: COMPETITORS })
    key = (await world.projectKey(projectId)).key
  })
  afterAll(() => world.close())

  const headers = () => ({ authorization: `Bearer ${key}`, 'content-type': 'application/json' })

  async function graphql<Data>(query: string, variables: object): Promise<{ data: Data }> {
    const body = JSON.stringify({ query, variables })
    const response = await fetch(`${world.url}/graphql`, { method: 'POST', headers: headers(), body })
    const answer = (await response.json()) as { data: Data; errors?: object[] }
    expect(answer.errors).toBeUndefined()
    return answer
  }

  it('completes over REST and finds the brand and the competitors that the answers name', async () => {
    const body = JSON.stringify({ prompt: PROMPT, replicates: 2, providers: ['chatgpt'], locations: ['US'] })
    const started = await fetch(`${world.url}/v1/async-analysis`, {
      method: 'POST',
      headers: headers(),
      body,
    })
    expect(started.status).toBe(202)
    const { analysisId } = ((await started.json()) as { data: { analysisId: string } }).data
    await world.ended(analysisId)
    const response = await fetch(`${world.url}/v1/async-analysis/${analysisId}`, { headers: headers() })
    const { data } = (await response.json()) as { data: { status: string; results: Seen[]; credits: object } }
    expect(data.status).toBe('completed')
    expect(data.credits).toEqual({ reserved: 2, charged: 2, refunded: 0 })
    expect(data.results).toHaveLength(2)
    expect(data.results.map(({ surface }) => surface)).toEqual(['replay', 'replay'])
    expectNamesToBeFound(data.results)
  })

  it('can be started, followed and read over GraphQL, and has no mentions for prompts without an answer', async () => {
    const start = `mutation ($input: StartAsyncAnalysisInput!) {
      startAsyncAnalysis(input: $input) { asyncAnalysis { analysisId status } } }`
    const input = {
      prompts: [PROMPT, ...otherPrompts(), 'A question that was never asked?'],
      replicates: 1,
      providers: ['chatgpt'],
      locations: ['US'],
    }
    const { data } = await graphql<{ startAsyncAnalysis: { asyncAnalysis: { analysisId: string } } }>(start, {
      input,
    })
    const { asyncAnalysis } = data.startAsyncAnalysis
    const states = await watch(asyncAnalysis.analysisId)
    expect(states.at(-1)).toBe('COMPLETED')
    expect(states.filter((state) => state === 'COMPLETED')).toHaveLength(1)
    const read = await graphql<{
      asyncAnalysis: { status: string; results: { totalCount: number; nodes: Seen[] } }
    }>(RESULTS, { id: asyncAnalysis.analysisId })
    const analysis = read.data.asyncAnalysis
    expect(analysis.status).toBe('COMPLETED')
    expect(analysis.results.totalCount).toBe(input.prompts.length)
    const unanswered = analysis.results.nodes.at(-1) as Seen & { answer: string | null }
    expect(unanswered.promptText).toBe(input.prompts.at(-1))
    expect(unanswered.brand?.mentioned ?? null).toBeNull()
    expectNamesToBeFound(analysis.results.nodes.slice(0, -1))
  })

  /** Collects the states that the subscription sends until the server completes it. */
  async function watch(analysisId: string): Promise<string[]> {
    const client = createClient({
      url: `${world.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { Authorization: `Bearer ${key}` },
    })
    const query = `subscription ($analysisId: ID!) { asyncAnalysisProgress(analysisId: $analysisId) { status } }`
    const states: string[] = []
    for await (const { data } of client.iterate({ query, variables: { analysisId } })) {
      states.push((data as { asyncAnalysisProgress: { status: string } }).asyncAnalysisProgress.status)
    }
    await client.dispose()
    return states
  }
})

/** Returns up to four other prompts from the same file. */
function otherPrompts(): string[] {
  const lines = readFileSync(ANSWERS, 'utf8').trim().split('\n')
  const prompts = lines.map((line) => (JSON.parse(line) as { prompt: string }).prompt)
  return [...new Set(prompts)].filter((prompt) => prompt !== PROMPT).slice(0, 4)
}
