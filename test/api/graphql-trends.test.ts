import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTrends } from '../../src/core/trends/read.ts'
import { createWorld, type World } from '../world.ts'
import { ask, send } from './graphql-client.ts'
import { ENTITY_METRICS, SCOPE_METRICS, withGraphqlEnums } from './metrics-selection.ts'
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

const trends = async (args: string, selection: string, key = project.key) =>
  (await ask(world, key, `{ viewer { project { trends${args} { ${selection} } } } }`)).viewer.project.trends

test('Project.trends has the points of REST, each with its run', async () => {
  const [rest] = (await project.call('GET /v1/analysis/trends')).body.data
  const points = await trends(
    '',
    `runId run { databaseId status } completedAt resultCounts { total ok refused notShown failed } ${ENTITY_METRICS} ${SCOPE_METRICS}
     comparison change { verdict previousRun { databaseId } prompts difference low high pValue stability }
     entities { entityId name competitor { name } ${ENTITY_METRICS} }`,
  )
  expect(points).toHaveLength(2)
  const { results, statuses, ...figures } = rest
  expect([results, statuses]).toEqual([24, { ok: 24, refused: 0, notShown: 0, failed: 0 }])
  const { previousRunId, ...change } = rest.change
  expect(points[0]).toEqual({
    ...withGraphqlEnums(figures),
    run: { databaseId: runs[2], status: 'COMPLETED' },
    resultCounts: { total: results, ...statuses },
    comparison: 'MOVED',
    // A run in which every question failed is not a point.
    change: { verdict: 'MOVED', previousRun: { databaseId: runs[0] }, ...change },
    entities: rest.entities.map(({ id, ...entity }: { id: string }) => ({
      ...withGraphqlEnums(entity),
      entityId: id,
      competitor: id === 'brand' ? null : { name: 'Boardly' },
    })),
  })
  expect(previousRunId).toBe(runs[0])
  expect(points[1]).toMatchObject({ comparison: 'INSUFFICIENT', change: null })
})

test('the metrics of a run equal those of its trend point', async () => {
  const { node } = await ask(
    world,
    project.key,
    `query ($id: ID!) { node(id: $id) { ... on AnalysisRun {
      comparison { verdict previousRun { databaseId } prompts difference } metrics { comparison { verdict prompts difference } } } } }`,
    { id: btoa(`AnalysisRun:${runs[2]}`) },
  )
  const figures = { verdict: 'MOVED', prompts: 12, difference: 0.75 }
  expect(node.comparison).toEqual({ ...figures, previousRun: { databaseId: runs[0] } })
  expect(node.metrics).toEqual([{ comparison: figures }])
})

test('filters restrict the answers that are counted, and limit the number of points', async () => {
  const counted = async (args: string) =>
    (await trends(args, 'resultCounts { total }')).map(
      ({ resultCounts }: { resultCounts: { total: number } }) => resultCounts.total,
    )
  expect(await counted('(provider: "provider_1")')).toEqual([12, 12])
  expect(await counted('(tag: "FEW")')).toEqual([6, 6])
  expect(await counted('(tag: "few", provider: "gemini", limit: 1)')).toEqual([3])
  expect(await counted('(location: FR)')).toEqual([0, 0])
  expect(await counted('(limit: 1)')).toEqual([24])
  expect(await counted('(limit: 5000)')).toEqual([24, 24])
})

test('entities can be restricted by either kind of id', async () => {
  const points = await trends('(limit: 1)', 'entities { entityId competitor { id } }')
  const [, boardly] = points[0].entities
  for (const id of [boardly.entityId, boardly.competitor.id]) {
    const [point] = await trends(
      `(limit: 1, entityIds: ["${id}"])`,
      `entities { name } entity(entityId: "${id}") { name } brand: entity(entityId: "brand") { name }`,
    )
    expect(point).toEqual({ entities: [{ name: 'Boardly' }], entity: { name: 'Boardly' }, brand: null })
  }
  const [point] = await trends('(limit: 1, entityIds: ["brand"])', 'entities { name competitor { id } }')
  expect(point.entities).toEqual([{ name: 'Taskfern', competitor: null }])
})

test('wrong arguments are refused by field', async () => {
  const refused = async (args: string) => {
    const query = `{ viewer { project { trends${args} { runId } } } }`
    return (await send(world, project.key, { query })).errors?.[0]?.extensions
  }
  expect(await refused('(limit: 0)')).toMatchObject({
    code: 'BAD_REQUEST',
    fieldErrors: { limit: expect.any(String) },
  })
  expect(await refused('(provider: "altavista")')).toMatchObject({
    code: 'INVALID_PROVIDER',
    fieldErrors: { provider: expect.any(String) },
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
