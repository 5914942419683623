import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/core/foundation/ids.ts'
import { createWorld, type World } from '../world.ts'
import { all, ask, results, send } from './graphql-client.ts'
import { asMember } from './graphql-member.ts'
import { type Client, createClient } from './rest-client.ts'
import { createRunProject, type RunProject } from './run-project.ts'
import { runWithAnswers } from './scripted-run.ts'
import { statementsOf, tablesRead } from './statements.ts'
import { globalId, openTwoRuns } from './two-runs.ts'

type TwoRuns = Awaited<ReturnType<typeof openTwoRuns>>

let world: World
let client: Client
let project: RunProject
let first: string
let second: string
let node: TwoRuns['node']
let resultId: TwoRuns['resultId']
beforeAll(async () => {
  ;({ world, client, project, first, second, node, resultId } = await openTwoRuns())
})
afterAll(() => world?.close())

describe('AnalysisRun', () => {
  test('can be read with all its fields', async () => {
    const run =
      await node(`id databaseId status trigger brandName progress { total completed failed } createdAt startedAt
      finishedAt extractionVersion simulated project { databaseId } summary { resultCounts { total ok } mentionRate { numerator } }
      previousRun { databaseId previousRun { id } }
      comparison { verdict previousRun { databaseId } promptCount difference low high }`)
    expect(run).toEqual({
      id: globalId('AnalysisRun', second),
      databaseId: second,
      status: 'PARTIALLY_COMPLETED',
      trigger: 'SCHEDULE',
      brandName: 'Taskfern',
      progress: { total: 12, completed: 10, failed: 2 },
      createdAt: expect.any(String),
      startedAt: null,
      finishedAt: expect.any(String),
      extractionVersion: 1,
      simulated: false,
      project: { databaseId: project.projectId },
      summary: { resultCounts: { total: 12, ok: 8 }, mentionRate: { numerator: 6 } },
      previousRun: { databaseId: first, previousRun: null },
      comparison: {
        verdict: 'INSUFFICIENT',
        previousRun: { databaseId: first },
        promptCount: 2,
        difference: null,
        low: null,
        high: null,
      },
    })
  })

  test('has metrics for each scope', async () => {
    const run =
      await node(`all: metrics { scope value summary { resultCounts { total } } comparison { verdict } }
      providers: metrics(scope: PROVIDER) { scope value summary { resultCounts { total } mentionRate { numerator } } }
      one: metrics(scope: PROVIDER, value: "provider_1") { value }
      tag: metrics(scope: TAG, value: "GRößE") { value summary { resultCounts { total } } }
      none: metrics(scope: LOCATION, value: "FR") { value }`)
    expect(run).toEqual({
      all: [
        {
          scope: 'ALL',
          value: null,
          summary: { resultCounts: { total: 12 } },
          comparison: { verdict: 'INSUFFICIENT' },
        },
      ],
      providers: [
        {
          scope: 'PROVIDER',
          value: 'chatgpt',
          summary: { resultCounts: { total: 6 }, mentionRate: { numerator: 4 } },
        },
        {
          scope: 'PROVIDER',
          value: 'gemini',
          summary: { resultCounts: { total: 6 }, mentionRate: { numerator: 2 } },
        },
      ],
      one: [{ value: 'chatgpt' }],
      tag: [{ value: 'größe', summary: { resultCounts: { total: 4 } } }],
      none: [],
    })
    const { errors } = await send(world, project.key, {
      query: `{ node(id: "${globalId('AnalysisRun', second)}") { ... on AnalysisRun { metrics(scope: PROVIDER, value: "x") { value } } } }`,
    })
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'INVALID_PROVIDER',
      fieldErrors: { value: expect.any(String) },
    })
  })

  test('is read with its results in two statements, a single result in one, and a page of previous results in six', async () => {
    const id = globalId('AnalysisRun', second)
    const run = (selection: string) => statementsOf(world, () => node(selection, id))
    const [state, page, ...more] = await run('status results(first: 50) { nodes { id brand { mentioned } } }')
    expect(more).toEqual([])
    expect(state).not.toMatch(/snapshot|b\.summary/)
    const tables = await tablesRead(world, page ?? '')
    expect(tables.filter((table) => table === 'answer' || table === 'artifact')).toEqual([])
    expect(await run('summary { sentimentScore }')).toHaveLength(1)
    // The run, its results, the previous results, both runs, and one summary, whatever the number of results.
    expect(
      await run('results { nodes { previous { id run { id } } run { summary { sentimentScore } } } }'),
    ).toHaveLength(6)
    const result = globalId('AnalysisResult', await resultId())
    const query =
      'query ($id: ID!) { node(id: $id) { ... on AnalysisResult { runId promptText citations { url } } } }'
    const read = await statementsOf(world, () => ask(world, project.key, query, { id: result }))
    expect(read).toHaveLength(1)
  })
})

describe('Project.runs', () => {
  const askProject = (selection: string, key = project.key) =>
    ask(world, key, `{ viewer { project { ${selection} } } }`).then((data) => data.viewer.project)
  const ids = (shown: { nodes: { databaseId: string }[] }) => shown.nodes.map(({ databaseId }) => databaseId)

  test('lists runs newest first, with pages and filters', async () => {
    const { runs, page, back, none, latestRun } = await askProject(`
      runs { totalCount nodes { databaseId summary { sentimentScore } } edges { cursor } }
      page: runs(first: 1) { nodes { databaseId } pageInfo { hasNextPage endCursor } }
      back: runs(last: 1, status: COMPLETED, trigger: SCHEDULE) { totalCount nodes { databaseId } }
      none: runs(trigger: MANUAL) { totalCount nodes { databaseId } }
      latestRun { databaseId }`)
    expect(ids(runs)).toEqual([second, first])
    expect(runs.totalCount).toBe(2)
    expect(runs.nodes[0].summary.sentimentScore).toEqual(expect.any(Number))
    expect(ids(page)).toEqual([second])
    expect(page.pageInfo.hasNextPage).toBe(true)
    const rest = await askProject(`runs(after: "${page.pageInfo.endCursor}") { nodes { databaseId } }`)
    expect(ids(rest.runs)).toEqual([first])
    expect(back).toEqual({ totalCount: 1, nodes: [{ databaseId: first }] })
    expect(none).toEqual({ totalCount: 0, nodes: [] })
    expect(latestRun.databaseId).toBe(second)
  })

  test('is empty for a project without a run', async () => {
    const empty = await createRunProject(world, client)
    expect(await askProject('runs { totalCount nodes { id } } latestRun { id }', empty.key)).toEqual({
      runs: { totalCount: 0, nodes: [] },
      latestRun: null,
    })
  })
})

test('a run and its results are visible only to their own project', async () => {
  const stranger = await createRunProject(world, client)
  const { id } = await world.project({ organizationId: project.organizationId })
  const sibling = await world.projectKey(id)
  const nodeIds = [globalId('AnalysisRun', second), globalId('AnalysisResult', await resultId())]
  for (const key of [stranger.key, sibling.key, project.organizationKey]) {
    const { nodes } = await ask(world, key, 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
      ids: nodeIds,
    })
    expect(nodes).toEqual([null, null])
  }
  for (const id of [second, newId(), 'nothing']) {
    const query = `subscription { runProgress(runId: "${id}") { status } }`
    const [shown] = await all(results('websocket', world, stranger.key, { query }))
    expect(shown?.errors?.[0]?.extensions.code).toBe('NOT_FOUND')
  }
  // The id of a run is not valid as the id of an async analysis.
  expect(
    await ask(world, project.key, `{ node(id: "${globalId('AsyncAnalysis', second)}") { id } }`),
  ).toEqual({
    node: null,
  })
})

test('a member reads and starts runs only in projects of their organization', async () => {
  const memberProject = await createRunProject(world, client, { prompts: [{ text: 'One?' }] })
  const runId = await runWithAnswers(world, memberProject, () => ({ brand: 1 }))
  const member = asMember(world, memberProject.organizationId)
  const selection = `project(id: "${memberProject.projectId}") { runs { nodes { databaseId project { databaseId } } }
    latestRun { databaseId } trends { nodes { run { databaseId } } } sources { totalCount } }`
  expect(await member(`{ ${selection} }`)).toEqual({
    data: {
      project: {
        runs: { nodes: [{ databaseId: runId, project: { databaseId: memberProject.projectId } }] },
        latestRun: { databaseId: runId },
        trends: { nodes: [{ run: { databaseId: runId } }] },
        sources: { totalCount: 0 },
      },
    },
    codes: [],
  })
  const start = (projectId: string) => member(TRIGGER, { input: { projectId } })
  expect((await start(project.projectId)).codes).toEqual(['NOT_FOUND'])
  expect((await member(TRIGGER, { input: {} })).codes).toEqual(['BAD_REQUEST'])
  const started = await start(globalId('Project', memberProject.projectId))
  expect(started.data.triggerRun.run.status).toBe('QUEUED')
  const otherRun = await member(`{ node(id: "${globalId('AnalysisRun', second)}") { id } }`)
  expect(otherRun.data.node).toBeNull()
})

const TRIGGER = `mutation ($input: TriggerRunInput!) { triggerRun(input: $input) {
  run { id databaseId status trigger summary { sentimentScore } } runEdge { cursor node { id } } nextRunAt } }`

test('a run is started once, and only by callers with permission', async () => {
  const project = await createRunProject(world, client, { prompts: [{ text: 'One?' }] })
  const code = async (input: object, key = project.key) =>
    (await send(world, key, { query: TRIGGER, variables: { input } })).errors?.[0]?.extensions.code
  expect(await code({ projectId: project.projectId })).toBe('BAD_REQUEST')
  expect(await code({}, project.organizationKey)).toBe('PROJECT_SCOPED_KEY_REQUIRED')
  const free = await createRunProject(world, client, { plan: 'free', prompts: [{ text: 'One?' }] })
  expect(await code({}, free.key)).toBe('FORBIDDEN')
  const { triggerRun } = await ask(world, project.key, TRIGGER, {
    input: { reschedule: false, projectId: null },
  })
  const { run, runEdge, nextRunAt } = triggerRun
  expect(run).toMatchObject({ status: 'QUEUED', trigger: 'MANUAL', summary: null })
  const { prisma } = world.operator.db
  const schedule = await prisma.schedule.findUnique({ where: { projectId: project.projectId } })
  expect(nextRunAt).toBe(schedule?.nextRunAt?.toISOString() ?? null)
  expect(runEdge.node.id).toBe(run.id)
  const { viewer } = await ask(
    world,
    project.key,
    '{ viewer { project { runs { edges { cursor } } latestRun { id } } } }',
  )
  expect(viewer.project).toEqual({ runs: { edges: [{ cursor: runEdge.cursor }] }, latestRun: null })
  expect(await code({})).toBe('RATE_LIMITED')
})

test('runProgress sends the current state first and ends with the final state', async () => {
  const busy = await createWorld()
  try {
    const project = await createRunProject(busy, await createClient(busy), {
      prompts: [{ text: 'Best task manager?' }, { text: 'Is Taskfern any good?' }],
    })
    const { triggerRun } = await ask(busy, project.key, TRIGGER, { input: {} })
    const query = `subscription ($id: ID!) { runProgress(runId: $id) { databaseId status progress { total completed }
      finishedAt summary { resultCounts { total } } results { totalCount } } }`
    const shown = await all(
      results('websocket', busy, project.key, { query, variables: { id: triggerRun.run.id } }),
    )
    expect(shown.at(-1)?.data.runProgress).toMatchObject({
      databaseId: triggerRun.run.databaseId,
      status: 'COMPLETED',
      progress: { total: 2, completed: 2 },
      summary: { resultCounts: { total: 2 } },
      results: { totalCount: 2 },
    })
    const done = shown.map(({ data }) => data.runProgress.progress.completed)
    expect(done).toEqual([...done].sort())
    const again = { query, variables: { id: triggerRun.run.databaseId } }
    expect(await all(results('server-sent events', busy, project.key, again))).toEqual([shown.at(-1)])
  } finally {
    await busy.close()
  }
})
