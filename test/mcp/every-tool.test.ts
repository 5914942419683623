import type { Client } from '@modelcontextprotocol/client'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { grantCredits } from '../../src/core/credits/grant.ts'
import { addOpportunity } from '../api/opportunity.ts'
import { createClient } from '../api/rest-client.ts'
import { createRunProject, type RunProject } from '../api/run-project.ts'
import { createWorld, type World } from '../world.ts'
import { connect, result } from './mcp-client.ts'

const LARGEST_ANSWER = 24_000
const QUESTION = { prompt: 'Best task manager?', replicates: 2, providers: ['provider_1'], locations: ['US'] }

const ajv = addFormats.default(new Ajv2020({ strict: false }))

/** Ids and names for the arguments of the calls. */
interface Ids {
  runId: string
  analysisId: string
  resultId: string
  /** Name of an untracked brand that answers mention. */
  discovered: string
  opportunityId: string
}
type Calls = Record<string, ((ids: Ids) => Record<string, unknown>)[]>

/** Calls of each tool; the tests check their responses. A test fails if a tool has no calls here. */
const CALLS: Calls = {
  list_providers: [() => ({})],
  get_credit_balance: [() => ({})],
  start_async_analysis: [() => ({ ...QUESTION, idempotencyKey: 'every-tool' })],
  get_async_analysis: [({ analysisId }) => ({ analysisId, waitSeconds: 30 })],
  list_async_analyses: [() => ({})],
  cancel_async_analysis: [({ analysisId }) => ({ analysisId })],
  find_answers: [
    ({ analysisId }) => ({ analysisId }),
    ({ analysisId }) => ({ analysisId, finding: 'missing' }),
  ],
  get_answer: [({ resultId }) => ({ resultId })],
  list_sources: [
    ({ analysisId }) => ({ analysisId, includePages: true }),
    ({ analysisId }) => ({ analysisId, mentioned: false }),
  ],
  get_report: [({ analysisId }) => ({ analysisId })],
}

const CALLS_WITH_PROJECT_KEY: Calls = {
  get_project: [() => ({})],
  list_prompts: [() => ({})],
  get_latest_results: [() => ({}), () => ({ includeAnswer: true, provider: 'provider_2' })],
  get_trends: [() => ({}), () => ({ includeCompetitors: true, tag: 'buying' })],
  start_run: [() => ({ idempotencyKey: 'a-run', reschedule: false, locations: ['US'] })],
  get_run: [() => ({ waitSeconds: 30 }), ({ runId }) => ({ runId })],
  list_runs: [() => ({}), () => ({ status: 'completed', trigger: 'schedule' })],
  compare_runs: [
    () => ({}),
    () => ({ by: 'provider' }),
    () => ({ by: 'tag' }),
    () => ({ by: 'competitor' }),
    ({ runId }) => ({ runId }),
  ],
  list_lost_prompts: [() => ({}), () => ({ tag: 'buying', limit: 1 })],
  cancel_run: [({ runId }) => ({ runId })],
  list_discovered_brands: [() => ({}), ({ runId }) => ({ runId, orderBy: 'rank_asc' })],
  track_discovered_brand: [
    ({ discovered }) => ({ name: discovered, dismissed: true }),
    ({ discovered }) => ({ name: discovered, dismissed: false }),
    ({ discovered }) => ({ name: discovered }),
  ],
  list_alerts: [() => ({}), () => ({ severity: 'warning', kind: 'site_lost' })],
  list_facts: [() => ({})],
  list_themes: [() => ({})],
  create_share_link: [() => ({ name: 'For the board' })],
  list_opportunities: [() => ({}), () => ({ status: 'open', kind: 'missing_prompt' })],
  update_opportunity: [
    ({ opportunityId }) => ({ opportunityId, status: 'done', note: 'Published a guide' }),
    ({ opportunityId }) => ({ opportunityId, status: 'open', note: '' }),
  ],
}

const CALLS_WITH_ORGANIZATION_KEY: Calls = {
  estimate_search_volume: [() => ({ keyword: 'task manager', country: 'US', idempotencyKey: 'a-volume' })],
}

let world: World
let project: RunProject
beforeAll(async () => {
  world = await createWorld()
  const both = { providers: ['chatgpt', 'perplexity'], locations: ['US', 'DE'] }
  project = await createRunProject(world, await createClient(world), {
    competitors: ['Boardly', 'Planwell'],
    prompts: [
      { text: 'Best task manager?', ...both, tags: ['Buying'] },
      { text: 'Is Taskfern any good?', ...both },
    ],
  })
  const { organizationId } = project
  await grantCredits({ ctx: world.operator, input: { organizationId, credits: 1_000 } })
  for (let run = 0; run < 2; run += 1) {
    await project.run()
    await project.freeManualRun()
  }
})
afterAll(() => world?.close())

/** Completes an analysis of the caller. Returns its id, its first result, and the project's first run. */
async function idsFor(client: Client, start: Record<string, unknown>): Promise<Ids> {
  const { analysisId } = await result(client, 'start_async_analysis', start)
  const ended = await result(client, 'get_async_analysis', { analysisId, waitSeconds: 60 })
  const [first] = ended.results as { id: string }[]
  const { id: runId = '' } =
    (await world.operator.db.prisma.batch.findFirst({ where: { kind: 'run' }, orderBy: { id: 'asc' } })) ?? {}
  const brand = await world.operator.db.prisma.batchDiscoveredBrand.findFirst()
  const [[discovered = ''] = []] = (brand?.spellings ?? []) as string[][]
  const { id: opportunityId } = await addOpportunity(world, project)
  return { runId, analysisId: String(analysisId), resultId: first?.id ?? '', discovered, opportunityId }
}

describe.each([
  ['a project key', () => project.key, QUESTION, { ...CALLS, ...CALLS_WITH_PROJECT_KEY }],
  [
    'an organization key',
    () => project.organizationKey,
    { ...QUESTION, brandName: 'Taskfern' },
    { ...CALLS, ...CALLS_WITH_ORGANIZATION_KEY },
  ],
] as const)('for %s', (scope, key, start, calls) => {
  it('lists exactly the tools that are called here', async () => {
    const client = await connect({ url: world.url, key: key(), protocol: '2026-07-28' })
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name).toSorted()).toEqual(Object.keys(calls).toSorted())
    await client.close()
  })

  it.each(Object.keys(calls))(
    'the response of %s matches its schema and stays within the size limit',
    async (name) => {
      const client = await connect({ url: world.url, key: key(), protocol: '2026-07-28' })
      const ids = await idsFor(client, start)
      const { tools } = await client.listTools()
      const isValid = ajv.compile(tools.find((tool) => tool.name === name)?.outputSchema ?? false)
      for (const input of calls[name as keyof typeof calls] ?? []) {
        const given = input(ids)
        if (name === 'start_async_analysis' && scope === 'an organization key') given.brandName = 'Taskfern'
        const { structuredContent, content, isError } = await client.callTool({ name, arguments: given })
        expect(isError, JSON.stringify(content)).not.toBe(true)
        isValid(structuredContent)
        expect(isValid.errors).toBeNull()
        // The text summarizes the structured content instead of repeating it.
        expect(JSON.stringify(content).length).toBeLessThan(700)
        expect(JSON.stringify(structuredContent).length).toBeLessThanOrEqual(LARGEST_ANSWER)
      }
      await client.close()
    },
  )
})
