import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../world.ts'
import { runWith, type Said, type Unit } from './measured-run.ts'
import { type Client, createClient } from './rest-client.ts'
import { createRunPlace, type RunPlace } from './run-place.ts'

let world: World
let client: Client
beforeAll(async () => {
  const providers = [
    { id: 'chatgpt', driver: 'simulated', aliases: ['provider_1'] },
    { id: 'gemini', driver: 'simulated' },
  ]
  world = await createWorld({ workers: false, providers })
  client = await createClient(world)
})
afterAll(() => world?.close())

const trends = async (place: RunPlace, query = '') => {
  const { status, body } = await place.call(`GET /v1/analysis/trends?${query}`)
  expect(status).toBe(200)
  return body.data
}

/** Six questions asked once, and what was said: the figures below are counted by hand from this. */
const SAID: Record<string, Said> = {
  a: { brand: 1, competitor: 2, sentiment: 1, recommended: true, cited: true },
  b: { brand: 2, competitor: 1, sentiment: 0 },
  c: { brand: null, competitor: 1 },
  d: { brand: null },
  e: 'refused',
  f: 'failed',
}
const sayings = ({ prompt }: Unit): Said => SAID[prompt] ?? 'failed'

describe('a trend point', () => {
  it('holds the figures one counts by hand', async () => {
    const prompts = Object.keys(SAID).map((text) => ({ text }))
    const place = await createRunPlace(world, client, { prompts, competitors: ['Boardly'] })
    const runId = await runWith(world, place, sayings)
    const [point, ...more] = await trends(place)
    expect(more).toEqual([])
    const wilson = (numerator: number, denominator: number) => ({
      value: numerator / denominator,
      numerator,
      denominator,
      low: expect.any(Number),
      high: expect.any(Number),
      method: 'wilson',
    })
    const rates = {
      mentionRate: wilson(2, 4),
      // The brand is named in two answers, the competitor in three.
      shareOfVoice: wilson(2, 5),
      averagePosition: 1.5,
      sentiment: 0.5,
      recommendationRate: wilson(1, 4),
      citationRate: wilson(1, 4),
    }
    expect(point).toEqual({
      runId,
      completedAt: expect.any(String),
      results: 6,
      statuses: { ok: 4, refused: 1, notShown: 0, failed: 1 },
      ...rates,
      informativeRate: wilson(3, 4),
      comparison: 'insufficient',
      change: null,
      entities: [
        { id: 'brand', name: 'Taskfern', ...rates },
        {
          id: expect.any(String),
          name: 'Boardly',
          mentionRate: wilson(3, 4),
          shareOfVoice: wilson(3, 5),
          averagePosition: 4 / 3,
          sentiment: null,
          recommendationRate: wilson(0, 4),
          citationRate: wilson(0, 4),
        },
      ],
    })
    // Wilson's interval of 2 of 4, from the formula.
    expect(point.mentionRate.low).toBeCloseTo(0.15004, 5)
    expect(point.mentionRate.high).toBeCloseTo(0.84996, 5)
    const { body } = await place.call(`GET /v1/analysis/runs/${runId}`)
    expect(point.completedAt).toBe(body.data.finishedAt)
  })

  it('is narrowed by each filter and by all of them at once', async () => {
    const targets = { providers: ['chatgpt', 'gemini'], locations: ['US', 'DE'] }
    const prompts = [
      { text: 'a', ...targets, tags: ['Größe'] },
      { text: 'b', ...targets },
    ]
    const place = await createRunPlace(world, client, { prompts })
    const named = ({ prompt, provider, location }: Unit) =>
      prompt === 'a' && (provider === 'chatgpt' || location === 'US')
    await runWith(world, place, (unit) => ({ brand: named(unit) ? 1 : null }))
    const counted = async (query: string) => {
      const [{ mentionRate, results }] = await trends(place, query)
      expect(results).toBe(mentionRate.denominator)
      return [mentionRate.numerator, mentionRate.denominator, mentionRate.method]
    }
    expect(await counted('')).toEqual([3, 8, 'bootstrap'])
    expect(await counted('provider=chatgpt')).toEqual([2, 4, 'bootstrap'])
    expect(await counted('provider=provider_1')).toEqual([2, 4, 'bootstrap'])
    expect(await counted('location=US')).toEqual([2, 4, 'bootstrap'])
    // One prompt speaks for itself alone.
    expect(await counted('tag=GR%C3%96%C3%9FE')).toEqual([3, 4, 'wilson'])
    expect(await counted('provider=gemini&location=DE')).toEqual([0, 2, 'wilson'])
    expect(await counted('provider=gemini&location=US&tag=gr%C3%B6%C3%9Fe')).toEqual([1, 1, 'wilson'])
  })

  it('without a result in scope has no values', async () => {
    const place = await createRunPlace(world, client, { prompts: [{ text: 'a' }], competitors: ['Boardly'] })
    await runWith(world, place, () => ({ brand: 1 }))
    for (const query of ['provider=gemini', 'location=FR', 'tag=none', 'location=US&tag=none']) {
      const [point] = await trends(place, query)
      expect(point).toMatchObject({ results: 0, averagePosition: null, sentiment: null })
      expect(point.mentionRate).toMatchObject({ value: null, low: null, high: null, denominator: 0 })
      expect(point.entities.map(({ name }: { name: string }) => name)).toEqual(['Taskfern', 'Boardly'])
    }
  })
})

describe('the list of points', () => {
  it('holds the runs that gave results, newest first, twelve unless told otherwise', async () => {
    const place = await createRunPlace(world, client, { prompts: [{ text: 'a' }] })
    expect(await trends(place)).toEqual([])
    const runs: string[] = []
    for (let n = 0; n < 14; n += 1) {
      const runId = await runWith(world, place, () => (n === 6 ? 'failed' : { brand: 1 }))
      if (n !== 6) runs.unshift(runId)
    }
    // One that has not ended is no point.
    await place.call('POST /v1/analysis/trigger')
    const idsOf = async (query: string) =>
      (await trends(place, query)).map(({ runId }: { runId: string }) => runId)
    expect(await idsOf('')).toEqual(runs.slice(0, 12))
    expect(await idsOf('limit=2')).toEqual(runs.slice(0, 2))
    expect(await idsOf('limit=53')).toEqual(runs)
    // The oldest that is shown is still compared with the one before it.
    const shown = await trends(place, 'limit=2')
    expect(shown[1].change.previousRunId).toBe(runs[2])
  })

  it.each([
    ['limit=0', 'BAD_REQUEST'],
    ['limit=x', 'BAD_REQUEST'],
    ['limit=2.5', 'BAD_REQUEST'],
    ['location=U%00', 'BAD_REQUEST'],
    ['provider=claude', 'INVALID_PROVIDER'],
  ])('refuses ?%s: 400 %s', async (query, code) => {
    const place = await createRunPlace(world, client)
    const { status, body } = await place.call(`GET /v1/analysis/trends?${query}`)
    expect(status).toBe(400)
    expect(body.error.code).toBe(code)
    expect(Object.keys(body.details.fieldErrors)).toEqual([query.split('=')[0]])
  })

  it('shows a key nothing of another project', async () => {
    const place = await createRunPlace(world, client, { prompts: [{ text: 'a' }] })
    await runWith(world, place, () => ({ brand: 1 }))
    const { id } = await world.project({ organizationId: place.organizationId })
    const neighbour = await world.projectKey(id)
    const { body } = await client('GET /v1/analysis/trends', { key: neighbour.key })
    expect(body.data).toEqual([])
  })
})
