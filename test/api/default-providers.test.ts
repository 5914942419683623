import { afterAll, beforeAll, expect, it } from 'vitest'
import { startScheduledRun } from '../../src/core/runs/start-scheduled.ts'
import { DEFAULT_PROVIDERS } from '../../src/providers/default-providers.ts'
import { CONFORMANCE } from '../providers/all.ts'
import type { Conformance } from '../providers/conformance.ts'
import { type LoopbackVendor, openLoopbackVendor } from '../providers/wire-server.ts'
import { batchEnded, createWorld, type World } from '../world.ts'
import { ask } from './graphql-client.ts'
import { type Client, createClient } from './rest-client.ts'
import { createRunProject, type RunProject } from './run-project.ts'

/**
 * The driver to use for each provider, so that the test covers eight drivers. Not included: providers that share the
 * driver for chat completions, because they have no sources.
 */
const DRIVER_OF: Record<string, string> = {
  chatgpt: 'openai',
  perplexity: 'perplexity',
  gemini: 'gemini',
  google_ai_overview: 'dataforseo',
  google_ai_mode: 'serpapi',
  copilot: 'brightdata',
  grok: 'xai',
  claude: 'anthropic',
}

const surfaceOf = (entry: { options?: object } | undefined) =>
  (entry?.options as { surface?: string } | undefined)?.surface

interface TestedProvider {
  token: string
  conformance: Conformance
  vendor: LoopbackVendor
}

let world: World
let client: Client
let project: RunProject
const testedProviders: TestedProvider[] = []
const tested = DEFAULT_PROVIDERS.filter(({ id }) => id in DRIVER_OF)
const tokens = tested.map(({ id }) => id)

beforeAll(async () => {
  for (const { id, routes } of tested) {
    const route = routes.find(({ driver }) => driver === DRIVER_OF[id])
    const cases = CONFORMANCE[route?.driver ?? ''] ?? []
    // Surfaces with the same format share their cases.
    const matchingCase = cases.find(({ entry }) => surfaceOf(entry) === surfaceOf(route)) ?? cases[0]
    if (!route || !matchingCase) throw new Error(`no conformance cases for ${id} by ${DRIVER_OF[id]}`)
    const options = { ...matchingCase.entry.options, ...route.options }
    const conformance = { ...matchingCase, entry: { ...matchingCase.entry, options } }
    const vendor = await openLoopbackVendor()
    vendor.reply = (conformance.serve ?? ((body) => () => ({ body })))(conformance.answers[0]?.body)
    testedProviders.push({ token: id, conformance, vendor })
  }
  world = await createWorld({
    providers: testedProviders.map(({ token, conformance, vendor }) => ({
      id: token,
      baseUrl: vendor.url,
      ...conformance.entry,
    })),
    environment: Object.assign({}, ...testedProviders.map(({ conformance }) => conformance.environment)),
    demo: false,
  })
  client = await createClient(world)
  project = await createRunProject(world, client, {
    prompts: [{ text: 'Best CRM?', providers: tokens, locations: ['DE'] }],
    competitors: ['Leadfox'],
  })
})
afterAll(async () => {
  for (const { vendor } of testedProviders) vendor.close()
  await world.close()
})

/** Returns the expected answer of each provider according to its conformance cases, in the format of results. */
const expectations = () =>
  Object.fromEntries(
    testedProviders.map(({ token, conformance }) => {
      const { text, ...answer } = conformance.answers[0]?.expected ?? {}
      const shown = ['status', 'surface', 'locationApplied', 'searched', 'partial', 'searchQueries']
      const expectedFields = Object.entries(answer).filter(([name]) => shown.includes(name))
      return [token, { ...Object.fromEntries(expectedFields), answer: text }]
    }),
  )

it('an async analysis asks all eight surfaces and returns their answers over REST and GraphQL', async () => {
  const { id } = await world.organization({ credits: 10 })
  const { key } = await world.organizationKey(id)
  const started = await client('POST /v1/async-analysis', {
    key,
    json: { brandName: 'Pipewell', prompt: 'Best CRM?', providers: tokens, locations: ['DE'], replicates: 1 },
  })
  const { analysisId } = started.body.data
  await world.ended(analysisId)
  const { data } = (await client(`GET /v1/async-analysis/${analysisId}?includeRaw=true`, { key })).body
  expect(data).toMatchObject({ status: 'completed', credits: { reserved: 8, charged: 8, refunded: 0 } })
  expect(byToken(data.results)).toMatchObject(expectations())
  const secrets = testedProviders.flatMap(({ conformance }) => Object.values(conformance.environment))
  for (const secret of secrets) expect(JSON.stringify(data)).not.toContain(secret)
  for (const { simulated, brand, citations, raw, provider } of data.results) {
    expect([provider, simulated, brand.mentioned]).toEqual([provider, false, true])
    expect([provider, citations.length > 0]).toEqual([provider, true])
    expect(raw).toMatchObject({ provider, response: { status: 200 } })
  }
  const { asyncAnalysis } = await ask(
    world,
    key,
    `{ asyncAnalysis(id: "${analysisId}") { status costUsd results(first: 10) { nodes {
      provider { token } status simulated answer searched citations { url kind } } } } }`,
  )
  expect(asyncAnalysis.status).toBe('COMPLETED')
  const shown = asyncAnalysis.results.nodes as { provider: { token: string }; answer: string }[]
  expect(Object.fromEntries(shown.map(({ provider, answer }) => [provider.token, answer]))).toEqual(
    Object.fromEntries(Object.entries(expectations()).map(([token, { answer }]) => [token, answer])),
  )
})

it('the weekly run asks all eight surfaces from the country of the prompt', async () => {
  const { prisma } = world.operator.db
  for (const { vendor } of testedProviders) vendor.requests = []
  const nextRunAt = new Date()
  await prisma.schedule.create({ data: { projectId: project.projectId, nextRunAt } })
  await startScheduledRun({
    ctx: { ...world.operator, actor: { type: 'job', name: 'schedules' }, now: () => nextRunAt },
    input: { projectId: project.projectId },
  })
  const run = await prisma.batch.findFirstOrThrow({ where: { projectId: project.projectId } })
  await batchEnded(world.member(project.organizationId), run.id)
  const { body } = await client(`GET /v1/analysis/runs/${run.id}/results`, { key: project.key })
  expect(byToken(body.data)).toMatchObject(
    Object.fromEntries(
      Object.entries(expectations()).map(([token, { answer: _, ...rest }]) => [token, rest]),
    ),
  )
  for (const { conformance, vendor, token } of testedProviders) {
    const { path, method } = conformance.request
    expect([token, vendor.requests.map((request) => `${request.method} ${request.path}`)]).toEqual([
      token,
      expect.arrayContaining([`${method} ${path}`]),
    ])
  }
  const trends = await client('GET /v1/analysis/trends?includeEntities=true', { key: project.key })
  expect(trends.body.data[0]).toMatchObject({ runId: run.id, results: 8 })
})

function byToken(results: { provider: string }[]) {
  return Object.fromEntries(results.map((result) => [result.provider, result]))
}
