import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../world.ts'
import { ask } from './graphql-client.ts'
import { type Client, createClient } from './rest-client.ts'
import { createRunProject, type RunProject } from './run-project.ts'
import { runWithAnswers } from './scripted-run.ts'
import { globalId } from './two-runs.ts'

let world: World
let client: Client
beforeAll(async () => {
  const providers = [
    { id: 'chatgpt', driver: 'simulated' },
    { id: 'gemini', driver: 'simulated' },
  ]
  world = await createWorld({ workers: false, providers })
  client = await createClient(world)
})
afterAll(() => world?.close())

const TEXTS = Array.from({ length: 12 }, (_, number) => `prompt ${number}`)
const PROMPTS = TEXTS.map((text) => ({ text, providers: ['chatgpt', 'gemini'] }))
const createProject = (competitors: string[] = ['Boardly']) =>
  createRunProject(world, client, { prompts: PROMPTS, competitors })

const PRAISE = 'Taskfern is affordable. Boardly is expensive.'
const CRITICISM = 'Taskfern is expensive. Boardly has slow support.'

const themesOf = async (project: RunProject, path: `/${string}` = '/v1/analysis/themes') =>
  (await project.call(`GET ${path}`)).body
const priceOf = (brand: { themes: { theme: string }[] }) =>
  brand.themes.find(({ theme }) => theme === 'price')

describe('themes', () => {
  it('count the answers that praise and criticize the brand and its competitors, with quotes of these answers', async () => {
    const project = await createProject()
    const runId = await runWithAnswers(world, project, ({ provider }) => ({
      text: provider === 'chatgpt' ? PRAISE : CRITICISM,
    }))
    const { data, ...run } = await themesOf(project)
    expect(run).toEqual({ runId, previousRunId: null })
    const [brand, competitor] = data
    expect(brand).toMatchObject({ entityId: 'brand', name: 'Taskfern', answers: 24 })
    expect(priceOf(brand)).toMatchObject({
      positive: 12,
      negative: 12,
      positiveRate: { value: 0.5, numerator: 12, denominator: 24 },
      positiveChange: { adjustedVerdict: 'insufficient' },
    })
    expect(priceOf(competitor)).toMatchObject({ positive: 0, negative: 12 })
    const [quote] = brand.themes[0].quotes
    expect(quote).toMatchObject({ label: 'positive', text: 'Taskfern is affordable.', provider: 'chatgpt' })
    const result = await world.operator.db.prisma.result.findUniqueOrThrow({ where: { id: quote.resultId } })
    expect(result.batchId).toBe(runId)
    expect(PRAISE.slice(quote.start, quote.end)).toBe(quote.text)
  })

  it('are the same over GraphQL, also of one provider', async () => {
    const project = await createProject()
    const runId = await runWithAnswers(world, project, ({ provider }) => ({
      text: provider === 'chatgpt' ? PRAISE : CRITICISM,
    }))
    const { run } = await ask(
      world,
      project.key,
      `query ($id: ID!) { run(id: $id) { runThemes(provider: "gemini") { brands { name mentioningAnswers
        themes { theme positive negative quotes { label text result { databaseId } } } } } } }`,
      { id: globalId('AnalysisRun', runId) },
    )
    const [brand] = run.runThemes.brands
    expect(brand).toMatchObject({ name: 'Taskfern', mentioningAnswers: 12 })
    expect(priceOf(brand)).toMatchObject({ positive: 0, negative: 12 })
  })

  it('have a verdict on the change since the previous run', async () => {
    const project = await createProject()
    const earlier = await runWithAnswers(world, project, () => ({ text: CRITICISM }))
    await runWithAnswers(world, project, () => ({ text: PRAISE }))
    const { previousRunId, data } = await themesOf(project)
    expect(previousRunId).toBe(earlier)
    expect(priceOf(data[0])).toMatchObject({
      positiveChange: { difference: 1, verdict: 'moved', adjustedVerdict: 'moved', prompts: 12 },
      negativeChange: { difference: -1, adjustedVerdict: 'moved' },
    })
  })

  it('are empty without a run, and not found for a run of another project', async () => {
    const project = await createProject()
    expect(await themesOf(project)).toEqual({ runId: null, previousRunId: null, data: [] })
    const runId = await runWithAnswers(world, project, () => ({ text: PRAISE }))
    const other = await createProject()
    expect((await other.call(`GET /v1/analysis/runs/${runId}/themes`)).status).toBe(404)
  })
})
