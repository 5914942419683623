import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '../../src/config/read.ts'
import { PARSER_VERSION } from '../../src/core/provider-port/driver.ts'
import { readDrift } from '../../src/core/providers/drift.ts'
import { doctor } from '../../src/process/doctor/doctor.ts'
import { writeProvidersFile } from '../../src/providers/sample-providers.ts'
import { completionOf, type ScriptedModel, startScriptedModel } from '../scripted-model.ts'
import { createWorld, type World } from '../world.ts'
import { ask } from './graphql-client.ts'
import { createClient } from './rest-client.ts'
import { createRunProject, type RunProject } from './run-project.ts'

const BODIES = {
  'Answered?': completionOf(
    { content: 'Taskfern.', annotations: [{ type: 'hologram' }] },
    { usage: { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 } },
  ),
  'Cut off?': completionOf({ content: 'Taskfern and' }, { finishReason: 'length' }),
  'Refused?': completionOf({ refusal: 'No.' }),
  'Unreadable?': { unknown: 'form' },
}

let model: ScriptedModel
let world: World
let project: RunProject
let runId: string
beforeAll(async () => {
  model = await startScriptedModel(
    (question) => Object.entries(BODIES).find(([prompt]) => question.includes(prompt))?.[1],
  )
  world = await createWorld({ providers: [model.provider, { id: 'simulated', driver: 'simulated' }] })
  project = await createRunProject(world, await createClient(world), {
    prompts: [
      ...Object.keys(BODIES).map((text) => ({ text, providers: ['local'] })),
      { text: 'Which task manager is best?', providers: ['simulated'] },
    ],
  })
  runId = await project.run()
})
afterAll(async () => {
  await world?.close()
  model.close()
})

const FIELDS = [
  'status',
  'searched',
  'searchQueries',
  'searchMode',
  'partial',
  'unrecognized',
  'usage',
  'parserVersion',
] as const
const UNUSED = {
  searched: false,
  searchQueries: [],
  searchMode: 'auto',
  partial: false,
  unrecognized: [],
  usage: null,
  parserVersion: PARSER_VERSION,
}
const EXPECTED = [
  {
    ...UNUSED,
    status: 'ok',
    unrecognized: ['annotation.hologram'],
    usage: { inputTokens: 12, outputTokens: 3, searches: null },
  },
  { ...UNUSED, status: 'ok', partial: true },
  { ...UNUSED, status: 'refused' },
  {
    status: 'failed',
    searched: null,
    searchQueries: [],
    searchMode: null,
    partial: null,
    unrecognized: [],
    usage: null,
    parserVersion: null,
  },
  {
    ...UNUSED,
    status: 'ok',
    searched: true,
    searchMode: null,
    searchQueries: expect.arrayContaining([expect.any(String)]),
    usage: { inputTokens: 7, outputTokens: expect.any(Number), searches: expect.any(Number) },
  },
]

it('each result says whether and for what the surface searched, whether the answer is partial, and what it used', async () => {
  const { body } = await project.call(`GET /v1/analysis/runs/${runId}/results`)
  const shown = body.data.map((result: Record<string, unknown>) =>
    Object.fromEntries(FIELDS.map((field) => [field, result[field]])),
  )
  expect(shown).toEqual(EXPECTED)
  const { node } = await ask(
    world,
    project.key,
    `query ($id: ID!) { node(id: $id) { ... on AnalysisRun { results { nodes {
       status searched searchQueries searchMode partial unrecognized usage { inputTokens outputTokens searches } parserVersion } } } } }`,
    { id: btoa(`AnalysisRun:${runId}`) },
  )
  expect(node.results.nodes).toEqual(
    EXPECTED.map(({ status, searchMode, ...facts }) => ({
      ...facts,
      status: status.toUpperCase(),
      searchMode: searchMode?.toUpperCase() ?? null,
    })),
  )
})

it('doctor counts the items that this version does not know, per provider', async () => {
  const drift = await readDrift(world.operator)
  expect(Object.fromEntries(drift)).toEqual({
    local: { answers: 3, kinds: [{ kind: 'annotation.hologram', answers: 1 }] },
    simulated: { answers: 1, kinds: [] },
  })
  const file = writeProvidersFile({ providers: [model.provider, { id: 'simulated', driver: 'simulated' }] })
  const settings = { DATABASE_URL: world.databaseUrl, SECRET_KEY: 'x'.repeat(32), PROVIDERS_FILE: file }
  const checks = await doctor(() => readConfig(settings))
  expect(checks.find(({ check }) => check === 'provider local')).toMatchObject({
    status: 'warning',
    detail: expect.stringContaining(
      'the last 3 answers have items that this version does not know: annotation.hologram in 1',
    ),
    fix: expect.stringContaining('update Answergraph'),
  })
  expect(checks.find(({ check }) => check === 'provider simulated')).toMatchObject({ status: 'ok' })
})

it('results, metrics and trends can be limited to answers with a web search', async () => {
  const found = async (searched: string) => {
    const { body } = await project.call(`GET /v1/analysis/runs/${runId}/results?searched=${searched}`)
    return body.data.map(({ prompt }: { prompt: string }) => prompt)
  }
  expect(await found('true')).toEqual(['Which task manager is best?'])
  expect(await found('false')).toEqual(['Answered?', 'Cut off?'])
  const data = await ask(
    world,
    project.key,
    `query ($id: ID!) { run(id: $id) {
      results(filter: { searched: false }) { totalCount }
      metrics(scope: SEARCHED) { value summary { sample { answers } } }
    } }`,
    { id: runId },
  )
  expect(data.run).toEqual({
    results: { totalCount: 2 },
    metrics: [
      { value: 'false', summary: { sample: { answers: 2 } } },
      { value: 'true', summary: { sample: { answers: 1 } } },
    ],
  })
  const trends = await project.call('GET /v1/analysis/trends?searched=true')
  expect(trends.body.data[0].mentionRate.denominator).toBe(1)
  const wrong = await project.call('GET /v1/analysis/trends?searched=perhaps')
  expect(wrong.body.details.fieldErrors).toEqual({ searched: 'must be true or false' })
})

it('an answer that was stored before these fields existed has none of them', async () => {
  const { prisma } = world.operator.db
  const { id } = await prisma.result.findFirstOrThrow({ where: { batchId: runId, ordinal: 0 } })
  await prisma.answer.update({ where: { resultId: id }, data: { facts: {} } })
  await prisma.result.update({ where: { id }, data: { parserVersion: null } })
  const { body } = await project.call(`GET /v1/analysis/runs/${runId}/results?limit=1`)
  expect(body.data[0]).toMatchObject({ ...EXPECTED[3], status: 'ok' })
})
