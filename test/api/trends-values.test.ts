import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHANGED_METRICS, METRICS_VERSION } from '../../src/metrics/definitions.ts'
import { rate } from '../../src/metrics/rates.ts'
import { createWorld, type World } from '../world.ts'
import { type Client, createClient } from './rest-client.ts'
import { createRunProject, type RunProject } from './run-project.ts'
import { runWithAnswers, type ScriptedAnswer, type Unit } from './scripted-run.ts'

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

const trends = async (project: RunProject, query = '') => {
  const { status, body } = await project.call(`GET /v1/analysis/trends?includeEntities=true&${query}`)
  expect(status).toBe(200)
  return body.data
}

/** Six prompts with one answer each. The values below are counted by hand from these answers. */
const ANSWERS: Record<string, ScriptedAnswer> = {
  a: { brand: 1, competitor: 2, sentiment: 1, recommended: true, cited: true },
  b: { brand: 2, competitor: 1, sentiment: 0 },
  c: { brand: null, competitor: 1 },
  d: { brand: null },
  e: 'refused',
  f: 'failed',
}
const answerOf = ({ prompt }: Unit): ScriptedAnswer => ANSWERS[prompt] ?? 'failed'

/** Changes of every metric with a verdict, without a previous run. */
const UNCHANGED = Object.fromEntries(
  CHANGED_METRICS.map((metric) => [
    metric,
    {
      verdict: 'insufficient',
      adjustedVerdict: 'insufficient',
      prompts: 0,
      difference: null,
      low: null,
      high: null,
      pValue: null,
    },
  ]),
)

describe('a trend point', () => {
  it('has the values counted by hand', async () => {
    const prompts = Object.keys(ANSWERS).map((text) => ({ text }))
    const project = await createRunProject(world, client, { prompts, competitors: ['Boardly'] })
    const runId = await runWithAnswers(world, project, answerOf)
    const [point, ...more] = await trends(project)
    expect(more).toEqual([])
    const wilson = (numerator: number, denominator: number) => ({
      value: numerator / denominator,
      numerator,
      denominator,
      low: expect.any(Number),
      high: expect.any(Number),
      method: 'wilson',
    })
    const clustered = (numerator: number, denominator: number) => ({
      ...wilson(numerator, denominator),
      method: 'beta_binomial',
    })
    const empty = { value: null, numerator: 0, denominator: 0, low: null, high: null, method: 'wilson' }
    const strengths = { primary: 0, strong: 0, among: 0, mentionedOnly: 0, discouraged: 0 }
    const rates = {
      mentionRate: wilson(2, 4),
      // The brand is named in two answers, the competitor in three.
      shareOfVoice: wilson(2, 5),
      shareOfMentions: clustered(2, 5),
      averagePosition: 1.5,
      positionMean: { value: 1.5, low: expect.any(Number), high: expect.any(Number), answers: 2 },
      positions: {
        average: 1.5,
        histogram: [
          { position: 1, answers: 1 },
          { position: 2, answers: 1 },
        ],
        absent: 2,
      },
      prominence: { value: 1, low: expect.any(Number), high: 1, answers: 2 },
      sentiment: 0.5,
      // Two answers with +1 and 0.
      sentimentMean: { value: 0.5, low: expect.any(Number), high: expect.any(Number), answers: 2 },
      praiseRate: wilson(1, 2),
      mixedRate: wilson(0, 2),
      criticismRate: wilson(0, 2),
      sentiments: { positive: 1, neutral: 1, negative: 0 },
      recommendationRate: wilson(1, 4),
      recommendations: { whenMentioned: wilson(1, 2), share: wilson(1, 1), strengths },
      citationRate: wilson(1, 4),
      retrievedRate: wilson(0, 4),
      citationShare: clustered(1, 1),
      placementRate: empty,
      denialRate: wilson(0, 4),
      agreement: empty,
    }
    expect(point).toEqual({
      runId,
      changes: [
        expect.objectContaining({ id: 'brand', ...UNCHANGED }),
        expect.objectContaining({ name: 'Boardly', ...UNCHANGED }),
      ],
      completedAt: expect.any(String),
      results: 6,
      statuses: { ok: 4, refused: 1, notShown: 0, failed: 1 },
      ...rates,
      metricsVersion: METRICS_VERSION,
      sample: { prompts: 4, answers: 4, replicates: 1 },
      shareOfVoicePrompts: 'unbranded',
      informativeRate: wilson(3, 4),
      // Only one competitor is tracked.
      lostRate: empty,
      absence: {
        notNamed: wilson(2, 4),
        denied: wilson(0, 4),
        refused: wilson(1, 5),
        notShown: wilson(0, 5),
        failed: wilson(1, 6),
      },
      sources: {
        citations: 1,
        owners: [
          { owner: 'brand', citations: 1, share: clustered(1, 1) },
          { owner: 'competitor', citations: 0, share: clustered(0, 1) },
          { owner: 'third_party', citations: 0, share: clustered(0, 1) },
        ],
        domains: [
          {
            domain: 'taskfern.example',
            owner: 'brand',
            competitorId: null,
            citations: 1,
            share: clustered(1, 1),
            citationRate: wilson(1, 4),
            retrievedRate: wilson(0, 4),
          },
        ],
      },
      answersNeeded: {
        designEffect: 1,
        answersPerPrompt: 1,
        changes: [
          { points: 5, independent: 1565, answers: 1565, prompts: 1565 },
          { points: 10, independent: 388, answers: 388, prompts: 388 },
          { points: 20, independent: 93, answers: 93, prompts: 93 },
        ],
      },
      comparison: 'insufficient',
      change: null,
      entities: [
        { id: 'brand', name: 'Taskfern', ...rates },
        {
          id: expect.any(String),
          name: 'Boardly',
          mentionRate: wilson(3, 4),
          shareOfVoice: wilson(3, 5),
          shareOfMentions: clustered(3, 5),
          averagePosition: 4 / 3,
          positionMean: { value: 4 / 3, low: expect.any(Number), high: expect.any(Number), answers: 3 },
          positions: {
            average: 4 / 3,
            histogram: [
              { position: 1, answers: 2 },
              { position: 2, answers: 1 },
            ],
            absent: 1,
          },
          prominence: { value: 0.5, low: expect.any(Number), high: expect.any(Number), answers: 3 },
          sentiment: null,
          sentimentMean: { value: null, low: null, high: null, answers: 0 },
          praiseRate: empty,
          mixedRate: empty,
          criticismRate: empty,
          sentiments: { positive: 0, neutral: 3, negative: 0 },
          recommendationRate: wilson(0, 4),
          recommendations: { whenMentioned: wilson(0, 3), share: wilson(0, 1), strengths },
          citationRate: wilson(0, 4),
          retrievedRate: wilson(0, 4),
          citationShare: clustered(0, 1),
          placementRate: empty,
          denialRate: wilson(0, 4),
          agreement: empty,
        },
      ],
    })
    // The interval of 2 of 4 answers to four different prompts.
    const { low, high } = rate(2, 4)
    expect(point.mentionRate).toMatchObject({ low, high })
    const { body } = await project.call(`GET /v1/analysis/runs/${runId}`)
    expect(point.completedAt).toBe(body.data.finishedAt)
  })

  it('is limited by each filter and by all of them at once', async () => {
    const targets = { providers: ['chatgpt', 'gemini'], locations: ['US', 'DE'] }
    const prompts = [
      { text: 'a', ...targets, tags: ['Größe'] },
      { text: 'b', ...targets },
    ]
    const project = await createRunProject(world, client, { prompts })
    const named = ({ prompt, provider, location }: Unit) =>
      prompt === 'a' && (provider === 'chatgpt' || location === 'US')
    await runWithAnswers(world, project, (unit) => ({ brand: named(unit) ? 1 : null }))
    const counted = async (query: string) => {
      const [{ mentionRate, results }] = await trends(project, query)
      expect(results).toBe(mentionRate.denominator)
      return [mentionRate.numerator, mentionRate.denominator, mentionRate.method]
    }
    expect(await counted('')).toEqual([3, 8, 'beta_binomial'])
    expect(await counted('provider=chatgpt')).toEqual([2, 4, 'beta_binomial'])
    expect(await counted('provider=provider_1')).toEqual([2, 4, 'beta_binomial'])
    expect(await counted('location=US')).toEqual([2, 4, 'beta_binomial'])
    // With one prompt there is no clustering to estimate.
    expect(await counted('tag=GR%C3%96%C3%9FE')).toEqual([3, 4, 'wilson'])
    expect(await counted('provider=gemini&location=DE')).toEqual([0, 2, 'wilson'])
    expect(await counted('provider=gemini&location=US&tag=gr%C3%B6%C3%9Fe')).toEqual([1, 1, 'wilson'])
  })

  it('has a share of voice over the prompts without the brand or any of its aliases', async () => {
    const prompts = [{ text: 'a' }, { text: 'Is Taskfern any good?' }, { text: 'Tell me about TF-Boards.' }]
    const project = await createRunProject(world, client, { prompts, competitors: ['Boardly'] })
    const answerOf = ({ prompt }: Unit): ScriptedAnswer =>
      prompt === 'a' ? { brand: null, competitor: 1 } : { brand: 1 }
    await runWithAnswers(world, project, answerOf)
    const newest = async () => (await trends(project))[0]
    expect(await newest()).toMatchObject({
      shareOfVoicePrompts: 'unbranded',
      shareOfVoice: { numerator: 1, denominator: 2 },
      mentionRate: { numerator: 2, denominator: 3 },
    })
    const { prisma } = world.operator.db
    await prisma.project.update({ where: { id: project.projectId }, data: { aliases: ['TF-Boards'] } })
    await runWithAnswers(world, project, answerOf)
    expect(await newest()).toMatchObject({ shareOfVoice: { numerator: 0, denominator: 1 } })
    await prisma.prompt.updateMany({
      where: { projectId: project.projectId, text: 'a' },
      data: { text: 'Taskfern or Boardly?' },
    })
    await runWithAnswers(world, project, () => ({ brand: 1, competitor: 2 }))
    expect(await newest()).toMatchObject({
      shareOfVoicePrompts: 'all',
      shareOfVoice: { numerator: 3, denominator: 6 },
    })
  })

  it('without results in scope has null values', async () => {
    const project = await createRunProject(world, client, {
      prompts: [{ text: 'a' }],
      competitors: ['Boardly'],
    })
    await runWithAnswers(world, project, () => ({ brand: 1 }))
    for (const query of ['provider=gemini', 'location=FR', 'tag=none', 'location=US&tag=none']) {
      const [point] = await trends(project, query)
      expect(point).toMatchObject({ results: 0, averagePosition: null, sentiment: null })
      expect(point.mentionRate).toMatchObject({ value: null, low: null, high: null, denominator: 0 })
      expect(point.entities.map(({ name }: { name: string }) => name)).toEqual(['Taskfern', 'Boardly'])
    }
  })
})

describe('the list of trend points', () => {
  it('has the runs with results, newest first, twelve by default', async () => {
    const project = await createRunProject(world, client, { prompts: [{ text: 'a' }] })
    expect(await trends(project)).toEqual([])
    const runs: string[] = []
    for (let n = 0; n < 14; n += 1) {
      const runId = await runWithAnswers(world, project, () => (n === 6 ? 'failed' : { brand: 1 }))
      if (n !== 6) runs.unshift(runId)
    }
    // A run in progress is not a point.
    await project.call('POST /v1/analysis/trigger')
    const idsOf = async (query: string) =>
      (await trends(project, query)).map(({ runId }: { runId: string }) => runId)
    expect(await idsOf('')).toEqual(runs.slice(0, 12))
    expect(await idsOf('limit=2')).toEqual(runs.slice(0, 2))
    expect(await idsOf('limit=53')).toEqual(runs)
    // The oldest point of the page is still compared with the previous run.
    const shown = await trends(project, 'limit=2')
    expect(shown[1].change.previousRunId).toBe(runs[2])
  })

  it.each([
    ['limit=0', 'BAD_REQUEST'],
    ['limit=x', 'BAD_REQUEST'],
    ['limit=2.5', 'BAD_REQUEST'],
    ['location=U%00', 'BAD_REQUEST'],
    ['provider=claude', 'INVALID_PROVIDER'],
  ])('refuses ?%s: 400 %s', async (query, code) => {
    const project = await createRunProject(world, client)
    const { status, body } = await project.call(`GET /v1/analysis/trends?includeEntities=true&${query}`)
    expect(status).toBe(400)
    expect(body.error.code).toBe(code)
    expect(Object.keys(body.details.fieldErrors)).toEqual([query.split('=')[0]])
  })

  it('contains no run of another project', async () => {
    const project = await createRunProject(world, client, { prompts: [{ text: 'a' }] })
    await runWithAnswers(world, project, () => ({ brand: 1 }))
    const { id } = await world.project({ organizationId: project.organizationId })
    const sibling = await world.projectKey(id)
    const { body } = await client('GET /v1/analysis/trends', { key: sibling.key })
    expect(body.data).toEqual([])
  })
})
