import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTrends } from '../../src/core/trends/read.ts'
import { createWorld, type World } from '../world.ts'
import { ask, send } from './graphql-client.ts'
import { ENTITY_METRICS, SCOPE_METRICS, withGraphqlNames } from './metrics-selection.ts'
import { type Client, createClient } from './rest-client.ts'
import { createRunProject, type RunProject } from './run-project.ts'
import { runWithAnswers, type Unit } from './scripted-run.ts'

let world: World
let client: Client
let project: RunProject
let runs: string[]
beforeAll(async () => {
  const providers = [
    { id: 'chatgpt', driver: 'simulated', aliases: ['provider_1'] },
    { id: 'gemini', driver: 'simulated' },
  ]
  world = await createWorld({ workers: false, providers })
  client = await createClient(world)
  project = await createRunProject(world, client, {
    competitors: ['Boardly'],
    prompts: Array.from({ length: 12 }, (_, n) => ({
      text: `Question ${n}?`,
      providers: ['chatgpt', 'gemini'],
      ...(n < 3 && { tags: ['Few'] }),
    })),
  })
  const namedBelow = (limit: number) => (unit: Unit) => ({
    brand: Number(/\d+/.exec(unit.prompt)?.[0]) < limit ? 1 : null,
    competitor: 2,
  })
  runs = [
    await runWithAnswers(world, project, namedBelow(0)),
    await runWithAnswers(world, project, () => 'failed'),
    await runWithAnswers(world, project, namedBelow(9)),
  ]
})
afterAll(() => world?.close())

const connection = async (args: string, selection: string, key = project.key) =>
  (await ask(world, key, `{ viewer { project { trends${args} { ${selection} } } } }`)).viewer.project.trends
const trends = async (args: string, selection: string, key = project.key) =>
  (await connection(args, `nodes { ${selection} }`, key)).nodes

test('Project.trends has the same points as REST, each with its run', async () => {
  const [rest] = (await project.call('GET /v1/analysis/trends?includeEntities=true')).body.data
  const points = await trends(
    '',
    `runId run { databaseId status } completedAt resultCounts { total ok refused notShown failed } ${ENTITY_METRICS} ${SCOPE_METRICS}
     comparison { verdict previousRun { databaseId } promptCount rate previousRate difference low high pValue stability }
     entities { entityId name competitor { name } ${ENTITY_METRICS} }`,
  )
  expect(points).toHaveLength(2)
  // The parity table compares the changes of all metrics.
  const { results, statuses, change: restChange, changes: _, ...metrics } = rest
  expect([results, statuses]).toEqual([24, { ok: 24, refused: 0, notShown: 0, failed: 0 }])
  const { previousRunId, prompts: promptCount, ...change } = restChange
  expect(points[0]).toEqual({
    ...withGraphqlNames(metrics),
    run: { databaseId: runs[2], status: 'COMPLETED' },
    resultCounts: { total: results, ...statuses },
    // A run in which every question failed is not a point.
    comparison: { verdict: 'MOVED', previousRun: { databaseId: runs[0] }, promptCount, ...change },
    entities: rest.entities.map(({ id, ...entity }: { id: string }) => ({
      ...withGraphqlNames(entity),
      entityId: id,
      competitor: id === 'brand' ? null : { name: 'Boardly' },
    })),
  })
  expect(previousRunId).toBe(runs[0])
  expect(points[1]).toMatchObject({ comparison: null })
})

test('the comparison of a run equals the change of its trend point', async () => {
  const { node } = await ask(
    world,
    project.key,
    `query ($id: ID!) { node(id: $id) { ... on AnalysisRun {
      comparison { verdict previousRun { databaseId } promptCount difference } metrics { comparison { verdict promptCount difference } } } } }`,
    { id: btoa(`AnalysisRun:${runs[2]}`) },
  )
  const comparison = { verdict: 'MOVED', promptCount: 12, difference: 0.75 }
  expect(node.comparison).toEqual({ ...comparison, previousRun: { databaseId: runs[0] } })
  expect(node.metrics).toEqual([{ comparison: comparison }])
})

const CHANGE = '{ verdict promptCount difference low high pValue adjustedVerdict }'
const CHANGES = `entityId name competitor { name } mentionRate ${CHANGE} shareOfVoice ${CHANGE} averagePosition ${CHANGE}
  sentiment ${CHANGE} recommendationRate ${CHANGE} citationRate ${CHANGE}`

test('a point and the metrics of its run have the change of each metric of each entity', async () => {
  const [point, first] = await trends('', `entities { entityId } changes { ${CHANGES} }`)
  const [brand, boardly] = point.changes
  const none = { difference: null, low: null, high: null, pValue: null }
  expect(brand).toMatchObject({
    entityId: 'brand',
    name: 'Taskfern',
    competitor: null,
    mentionRate: { verdict: 'MOVED', adjustedVerdict: 'MOVED', promptCount: 12, difference: 0.75 },
    // Nine of twenty-one pairs of an answer and a brand that it names. The run before named the brand in no answer.
    shareOfVoice: { verdict: 'MOVED', promptCount: 12, difference: 9 / 21 },
    averagePosition: { verdict: 'INSUFFICIENT', adjustedVerdict: 'INSUFFICIENT', promptCount: 9, ...none },
    sentiment: { verdict: 'INSUFFICIENT', promptCount: 0, ...none },
    recommendationRate: { verdict: 'WITHIN_NOISE', difference: 0, low: 0, high: 0, pValue: 1 },
    citationRate: { verdict: 'WITHIN_NOISE', difference: 0, pValue: 1 },
  })
  expect(brand.mentionRate.low).toBeGreaterThan(0)
  expect(brand.mentionRate.high).toBeLessThanOrEqual(1)
  expect(boardly).toMatchObject({
    entityId: point.entities[1].entityId,
    competitor: { name: 'Boardly' },
    mentionRate: { verdict: 'WITHIN_NOISE', promptCount: 12, difference: 0, pValue: 1 },
    averagePosition: { verdict: 'WITHIN_NOISE', promptCount: 12, difference: 0 },
  })
  expect(boardly.shareOfVoice.difference).toBeCloseTo(12 / 21 - 1)
  expect(first.changes[0].mentionRate).toEqual({
    verdict: 'INSUFFICIENT',
    adjustedVerdict: 'INSUFFICIENT',
    promptCount: 0,
    ...none,
  })
  const { node } = await ask(
    world,
    project.key,
    `query ($id: ID!) { node(id: $id) { ... on AnalysisRun { metrics { changes { ${CHANGES} }
      only: changes(entityIds: ["brand"]) { entityId } } } } }`,
    { id: btoa(`AnalysisRun:${runs[2]}`) },
  )
  expect(node.metrics).toEqual([{ changes: point.changes, only: [{ entityId: 'brand' }] }])
  const [ofProvider] = await trends('(filter: { provider: "gemini" }, first: 1)', `changes { ${CHANGES} }`)
  expect(ofProvider.changes[0].mentionRate).toMatchObject({
    verdict: 'MOVED',
    promptCount: 12,
    difference: 0.75,
  })
  // Other filters are compared only by the mention rate of the brand.
  const ofLocation = await trends(
    '(filter: { provider: "gemini", location: US }, first: 1)',
    'comparison { verdict } changes { name }',
  )
  expect(ofLocation).toEqual([{ comparison: { verdict: 'MOVED' }, changes: null }])
})

test('changes are null for metrics of older definitions', async () => {
  const olderProject = await createRunProject(world, client, { prompts: [{ text: 'One?' }] })
  const id = await runWithAnswers(world, olderProject, () => ({ brand: 1 }))
  await world.operator.db.prisma.$executeRaw`
    UPDATE batch_metric SET metrics = metrics - 'changes' WHERE batch_id = ${id}::uuid`
  const { viewer } = await ask(
    world,
    olderProject.key,
    '{ viewer { project { latestRun { metrics { changes { name } } } } } }',
  )
  expect(viewer.project.latestRun.metrics).toEqual([{ changes: null }])
})

test('filters restrict the answers that are counted, and `first` limits the number of points', async () => {
  const counted = async (args: string) =>
    (await trends(args, 'resultCounts { total }')).map(
      ({ resultCounts }: { resultCounts: { total: number } }) => resultCounts.total,
    )
  expect(await counted('(filter: { provider: "provider_1" })')).toEqual([12, 12])
  expect(await counted('(filter: { tag: "FEW" })')).toEqual([6, 6])
  expect(await counted('(filter: { tag: "few", provider: "gemini" }, first: 1)')).toEqual([3])
  expect(await counted('(filter: { location: FR })')).toEqual([0, 0])
  expect(await counted('(first: 1)')).toEqual([24])
  expect(await counted('(first: 5000)')).toEqual([24, 24])
})

test('points can be paged from both ends, each compared with the previous run', async () => {
  const [now, then] = [runs[2], runs[0]]
  const page = (args: string) =>
    connection(
      args,
      'totalCount nodes { runId comparison { previousRun { databaseId } } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }',
    )
  const points = [
    { runId: now, comparison: { previousRun: { databaseId: then } } },
    { runId: then, comparison: null },
  ]
  const first = await page('(first: 1)')
  expect(first).toMatchObject({ totalCount: 2, nodes: points.slice(0, 1), pageInfo: { hasNextPage: true } })
  const next = await page(`(first: 1, after: "${first.pageInfo.endCursor}")`)
  expect(next).toMatchObject({
    nodes: points.slice(1),
    pageInfo: { hasNextPage: false, hasPreviousPage: true },
  })
  const last = await page('(last: 1)')
  expect(last).toMatchObject({
    nodes: points.slice(1),
    pageInfo: { hasNextPage: false, hasPreviousPage: true },
  })
  const before = await page(`(last: 1, before: "${last.pageInfo.startCursor}")`)
  expect(before).toMatchObject({ nodes: points.slice(0, 1), pageInfo: { hasPreviousPage: false } })
  expect(await page('(first: 0)')).toMatchObject({ totalCount: 2, nodes: [] })
})

test('`from` is inclusive and `to` exclusive, and the oldest point keeps its comparison', async () => {
  const [{ completedAt: now }, { completedAt: then }] = await trends('', 'completedAt')
  const between = (range: Record<string, string>) =>
    ask(
      world,
      project.key,
      `query ($from: DateTime, $to: DateTime) { viewer { project { trends(from: $from, to: $to) {
         totalCount nodes { runId comparison { previousRun { databaseId } } } } } } }`,
      range,
    ).then(({ viewer }) => viewer.project.trends)
  const latest = { runId: runs[2], comparison: { previousRun: { databaseId: runs[0] } } }
  expect(await between({ from: now })).toEqual({ totalCount: 1, nodes: [latest] })
  expect(await between({ from: then, to: now })).toMatchObject({
    totalCount: 1,
    nodes: [{ runId: runs[0], comparison: null }],
  })
  expect(await between({ to: then })).toEqual({ totalCount: 0, nodes: [] })
})

test('entities can be restricted by either of their ids', async () => {
  const points = await trends('(first: 1)', 'entities { entityId competitor { id } }')
  const [, boardly] = points[0].entities
  for (const id of [boardly.entityId, boardly.competitor.id]) {
    const [point] = await trends(
      `(first: 1, entityIds: ["${id}"])`,
      `entities { name } entity(entityId: "${id}") { name } brand: entity(entityId: "brand") { name }`,
    )
    expect(point).toEqual({ entities: [{ name: 'Boardly' }], entity: { name: 'Boardly' }, brand: null })
  }
  const [point] = await trends('(first: 1, entityIds: ["brand"])', 'entities { name competitor { id } }')
  expect(point.entities).toEqual([{ name: 'Taskfern', competitor: null }])
})

test('invalid arguments are refused by field', async () => {
  const refused = async (args: string) => {
    const query = `{ viewer { project { trends${args} { nodes { runId } } } } }`
    return (await send(world, project.key, { query })).errors?.[0]?.extensions
  }
  expect(await refused('(first: -1)')).toMatchObject({
    code: 'BAD_REQUEST',
    fieldErrors: { first: expect.any(String) },
  })
  const moment = '2026-11-21T03:00:00Z'
  for (const range of [`from: "${moment}", to: "${moment}"`, `from: "2027-01-01T00:00:00Z", to: "${moment}"`])
    expect(await refused(`(${range})`)).toMatchObject({
      code: 'BAD_REQUEST',
      fieldErrors: { to: 'must be after from' },
    })
  expect(await refused('(from: "yesterday")')).toMatchObject({ code: 'BAD_REQUEST' })
  for (const key of ['x', `runs:${project.projectId}:${runs[0]}`, `trends:${project.projectId}:${runs[0]}`])
    expect(await refused(`(after: "${Buffer.from(key).toString('base64url')}")`)).toMatchObject({
      code: 'BAD_REQUEST',
      fieldErrors: { after: expect.any(String) },
    })
  expect(await refused('(filter: { provider: "altavista" })')).toMatchObject({
    code: 'INVALID_PROVIDER',
    fieldErrors: { 'filter.provider': expect.any(String) },
  })
})

test('a project shows no trends of another project', async () => {
  const stranger = await createRunProject(world, client)
  expect(await trends('', 'runId', stranger.key)).toEqual([])
  const actor = {
    type: 'member',
    userId: stranger.organizationId,
    organizationId: stranger.organizationId,
    role: 'admin',
  } as const
  const read = readTrends({ ctx: { ...world.operator, actor }, input: { projectId: project.projectId } })
  await expect(read).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
