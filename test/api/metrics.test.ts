import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { METRICS_VERSION } from '../../src/metrics/definitions.ts'
import { remeasureAll } from '../queued-jobs.ts'
import { createWorld, type World } from '../world.ts'
import { ask } from './graphql-client.ts'
import { ENTITY_METRICS, SCOPE_METRICS, withGraphqlNames } from './metrics-selection.ts'
import { type Client, createClient } from './rest-client.ts'
import { createRunProject, type RunProject } from './run-project.ts'
import { runWithAnswers, type Unit } from './scripted-run.ts'

const SUMMARY = 'summary { ...Whole }'
/** Defined once, because a document may have at most 1,000 tokens. */
const FRAGMENTS = `fragment Entity on EntityRates { ${ENTITY_METRICS} }
  fragment Whole on AnalysisSummary { ...Entity ${SCOPE_METRICS} entities { entityId name ...Entity } }`

describe('an async analysis with replicates', () => {
  let world: World
  let client: Client
  beforeAll(async () => {
    world = await createWorld()
    client = await createClient(world)
  })
  afterAll(() => world?.close())

  test('has the same metrics in REST and GraphQL', async () => {
    const organization = await world.organization({ plan: 'pro', credits: 100 })
    const project = await world.project({ organizationId: organization.id, competitors: ['Acme Flow'] })
    const { key } = await world.projectKey(project.id)
    const prompts = [
      'Which task manager is best?',
      'Is Acme Flow any good?',
      'What is answer about Taskfern?',
    ]
    const started = await client('POST /v1/async-analysis', {
      key,
      json: { prompts, providers: ['chatgpt', 'perplexity'], locations: ['US'], replicates: 3 },
    })
    const { analysisId } = started.body.data
    await world.ended(analysisId)
    const { body } = await client(`GET /v1/async-analysis/${analysisId}`, { key })
    const { results, entities, ...summary } = body.data.summary
    expect(summary).toMatchObject({
      metricsVersion: METRICS_VERSION,
      sample: { prompts: 3, answers: 18, replicates: 3 },
      // One of the three prompts contains the brand.
      shareOfVoicePrompts: 'unbranded',
      // Three pairs of replicates for each prompt and provider.
      agreement: { denominator: 18, method: 'beta_binomial' },
      prominence: { answers: summary.mentionRate.numerator },
      denialRate: { denominator: 18 },
    })
    expect(entities[1]).toMatchObject({ name: 'Acme Flow', denialRate: { denominator: 18 } })
    expect(entities[1].prominence.answers).toBe(entities[1].mentionRate.numerator)
    const { asyncAnalysis } = await ask(
      world,
      key,
      `query ($id: ID!) { asyncAnalysis(id: $id) { ${SUMMARY} } } ${FRAGMENTS}`,
      {
        id: analysisId,
      },
    )
    expect(asyncAnalysis.summary).toEqual({
      ...withGraphqlNames(summary),
      entities: entities.map(({ id, ...entity }: { id: string }) => ({
        entityId: id,
        ...withGraphqlNames(entity),
      })),
    })
    expect(results).toMatchObject({ total: 18, ok: 18 })
  })
})

describe('a run that ended under older metric definitions', () => {
  let world: World
  let project: RunProject
  let runs: string[]
  beforeAll(async () => {
    world = await createWorld({ workers: false, providers: [{ id: 'chatgpt', driver: 'simulated' }] })
    project = await createRunProject(world, await createClient(world), {
      competitors: ['Boardly'],
      prompts: Array.from({ length: 12 }, (_, n) => ({ text: `Question ${n}?` })),
    })
    const page = { url: 'https://news.example/a', domain: 'news.example' }
    const answerOf = ({ prompt }: Unit) => ({
      brand: Number(/\d+/.exec(prompt)?.[0]) < 5 ? 1 : null,
      competitor: 2,
      sources: [{ ...page, kind: 'cited' as const, owner: 'third_party' as const }],
    })
    runs = [await runWithAnswers(world, project, answerOf), await runWithAnswers(world, project, answerOf)]
  })
  afterAll(() => world?.close())

  const read = async () => {
    const [point] = (await project.call('GET /v1/analysis/trends?includeEntities=true')).body.data
    const { node } = await ask(
      world,
      project.key,
      `query ($id: ID!) { node(id: $id) { ... on AnalysisRun { ${SUMMARY} metrics(scope: PROVIDER) { ${SUMMARY} }
        sources { totalCount nodes { domain owner citations cited retrieved citationRate { numerator denominator } } } } } } ${FRAGMENTS}`,
      { id: btoa(`AnalysisRun:${runs[1]}`) },
    )
    const { viewer } = await ask(
      world,
      project.key,
      `{ viewer { project { prompts(first: 2) { nodes { metrics { ${SUMMARY} } trends { nodes { runId mentionRate { numerator } } } } } } } } ${FRAGMENTS}`,
    )
    return { point, node, prompts: viewer.project.prompts.nodes }
  }

  test('returns newer metrics as not measured, is recomputed for trends, and is updated by the sweep', async () => {
    const before = await read()
    expect(before.point).toMatchObject({ metricsVersion: METRICS_VERSION, change: { stability: 1 } })
    expect(before.prompts[0].trends.nodes).toMatchObject(
      runs.toReversed().map((runId) => ({ runId, mentionRate: { numerator: 1 } })),
    )
    expect(before.node.sources.nodes).toMatchObject([{ domain: 'news.example', citations: 12, cited: 12 }])
    const { pool } = world.operator.db
    const newer = [
      'metricsVersion',
      'sources',
      'agreement',
      'answersNeeded',
      'prominence',
      'positionMean',
      'sentimentMean',
      'praiseRate',
      'mixedRate',
      'criticismRate',
    ]
    await pool.query(
      `UPDATE batch SET metrics_version = 0, summary = summary - $2::text[], seq = seq + 1 WHERE id = ANY($1::uuid[])`,
      [runs, newer],
    )
    await pool.query(
      `UPDATE batch_metric SET metrics = (metrics - $2::text[]) #- '{ofScope,metricsVersion}' #- '{ofScope,sources}'
         #- '{ofScope,comparison,stability}' WHERE batch_id = ANY($1::uuid[])`,
      [runs, newer],
    )
    for (const table of ['batch_source', 'batch_source_url', 'prompt_metric'])
      await pool.query(`DELETE FROM ${table} WHERE batch_id = ANY($1::uuid[])`, [runs])

    const older = await read()
    expect(older.point).toEqual(before.point)
    expect(older.node.sources).toEqual(before.node.sources)
    expect(older.prompts).toEqual([
      { metrics: null, trends: { nodes: [] } },
      { metrics: null, trends: { nodes: [] } },
    ])
    for (const { summary } of [older.node, older.node.metrics[0]]) {
      expect(summary).toMatchObject({
        metricsVersion: 0,
        mentionRate: before.node.summary.mentionRate,
        sources: { citations: 0, domains: [] },
        agreement: { value: null, denominator: 0 },
        averagePosition: before.node.summary.averagePosition,
        positionMean: { value: null, low: null, high: null, answers: 0 },
        sentimentMean: { value: null, low: null, high: null, answers: 0 },
        praiseRate: { value: null, denominator: 0 },
      })
    }

    await remeasureAll(world.operator)
    expect(await read()).toEqual(before)
    const { rows } = await pool.query(
      'SELECT count(*)::int AS count FROM batch_source WHERE batch_id = ANY($1::uuid[])',
      [runs],
    )
    expect(rows).toEqual([{ count: 2 }])
  })
})
