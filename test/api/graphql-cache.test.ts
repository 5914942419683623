import { afterAll, beforeAll, expect, test } from 'vitest'
import { reextractRun } from '../../src/core/reextractions/start.ts'
import { globalIdOf } from '../../src/graphql/foundation/global-id.ts'
import { eventually } from '../eventually.ts'
import { createWorld, type World } from '../world.ts'
import { ask } from './graphql-client.ts'
import { type Client, createClient } from './rest-client.ts'
import { createRunProject, type RunProject } from './run-project.ts'
import { statementsOf } from './statements.ts'

let world: World
let client: Client
beforeAll(async () => {
  world = await createWorld()
  client = await createClient(world)
})
afterAll(() => world.close())

const RUN = `query Run($id: ID!) { node(id: $id) { ... on AnalysisRun {
  databaseId status results(first: 5) { nodes { promptText brand { mentioned } competitors { name } } } } } }`

async function createProjectWithRun(): Promise<RunProject & { runId: string; id: string }> {
  const project = await createRunProject(world, client, {
    prompts: [{ text: 'Which one is best?' }],
    competitors: ['Boardly'],
  })
  const runId = await project.run()
  return { ...project, runId, id: globalIdOf('AnalysisRun', runId) }
}

test('a repeated query of an ended run only reads the state of the run', async () => {
  const { key, id } = await createProjectWithRun()
  const first = await ask(world, key, RUN, { id })
  let again: unknown
  const statements = await statementsOf(world, async () => {
    again = await ask(world, key, RUN, { id })
  })
  expect(statements).toEqual([expect.stringMatching(/^SELECT id, seq FROM batch/)])
  expect(again).toEqual(first)
})

test('runs and results queried by databaseId are cached as well, each with its own response', async () => {
  const { key, runId } = await createProjectWithRun()
  const { run } = await ask(world, key, `{ run(id: "${runId}") { results { nodes { databaseId answer } } } }`)
  const [{ databaseId, answer }] = run.results.nodes
  for (const [query, expected] of [
    [`{ run(id: "${runId}") { status } }`, { run: { status: 'COMPLETED' } }],
    [`{ result(id: "${databaseId}") { answer } }`, { result: { answer } }],
  ] as const) {
    expect(await ask(world, key, query)).toEqual(expected)
    const statements = await statementsOf(world, async () => {
      expect(await ask(world, key, query)).toEqual(expected)
    })
    expect(statements).toEqual([expect.stringMatching(/^SELECT id, seq FROM batch/)])
  }
})

test('cached responses are not shared with another tenant, nor with an organization key of the same tenant', async () => {
  const cached = await createProjectWithRun()
  const otherProject = await createProjectWithRun()
  await ask(world, cached.key, RUN, { id: cached.id })
  await ask(world, cached.key, RUN, { id: cached.id })
  for (const key of [
    otherProject.key,
    cached.organizationKey,
    (await world.organizationKey(cached.organizationId)).key,
  ]) {
    expect(await ask(world, key, RUN, { id: cached.id })).toEqual({ node: null })
  }
})

test('publishing a re-extraction invalidates the cached responses of its run at once', async () => {
  const { key, id, projectId, runId, organizationId } = await createProjectWithRun()
  for (let time = 0; time < 2; time += 1) {
    expect((await ask(world, key, RUN, { id })).node.results.nodes[0].competitors).toEqual([
      { name: 'Boardly' },
    ])
  }
  await world.operator.db.prisma.competitor.updateMany({ where: { projectId }, data: { name: 'Renamed' } })
  const member = world.member(organizationId)
  const { id: reextractionId } = await reextractRun({ ctx: member, input: { runId } })
  await ended(reextractionId)
  expect((await ask(world, key, RUN, { id })).node.results.nodes[0].competitors).toEqual([
    { name: 'Renamed' },
  ])
})

test('deleting the project invalidates the cached responses of its runs at once', async () => {
  const { key, id, runId } = await createProjectWithRun()
  for (let time = 0; time < 2; time += 1) await ask(world, key, RUN, { id })
  await world.operator.db.prisma.batch.delete({ where: { id: runId } })
  expect(await ask(world, key, RUN, { id })).toEqual({ node: null })
})

test('an operation that selects mutable data is not cached', async () => {
  const { key, id, projectId } = await createProjectWithRun()
  const named = `query ($id: ID!) { node(id: $id) { ... on AnalysisRun { databaseId project { displayName } } } }`
  await ask(world, key, named, { id })
  await world.operator.db.prisma.project.update({
    where: { id: projectId },
    data: { displayName: 'Renamed' },
  })
  expect((await ask(world, key, named, { id })).node.project.displayName).toBe('Renamed')
})

test('a response that includes a node outside a batch is not cached: a deleted competitor disappears at once', async () => {
  const { key, id, projectId } = await createProjectWithRun()
  const { competitor } = world.operator.db.prisma
  const { id: competitorId } = await competitor.findFirstOrThrow({ where: { projectId } })
  const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }'
  const ids = [id, globalIdOf('Competitor', competitorId)]
  for (let time = 0; time < 2; time += 1) {
    expect(await ask(world, key, query, { ids })).toEqual({ nodes: ids.map((id) => ({ id })) })
  }
  await competitor.delete({ where: { id: competitorId } })
  expect(await ask(world, key, query, { ids })).toEqual({ nodes: [{ id }, null] })
})

/** Waits until a re-extraction has ended. */
async function ended(id: string): Promise<void> {
  const { reextraction } = world.operator.db.prisma
  await eventually(async () =>
    expect((await reextraction.findUniqueOrThrow({ where: { id } })).finishedAt).not.toBeNull(),
  )
}
