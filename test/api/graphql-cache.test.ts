import { afterAll, beforeAll, expect, test } from 'vitest'
import { reextractRun } from '../../src/core/reextractions/reextract-run.ts'
import { globalIdOf } from '../../src/graphql/global-id.ts'
import { createWorld, type World } from '../world.ts'
import { ask } from './graphql-client.ts'
import { type Client, createClient } from './rest-client.ts'
import { createRunPlace, type RunPlace } from './run-place.ts'
import { statementsOf } from './statements.ts'

let world: World
let client: Client
beforeAll(async () => {
  world = await createWorld()
  client = await createClient(world)
})
afterAll(() => world.close())

const RUN = `query Run($id: ID!) { node(id: $id) { ... on AnalysisRun {
  databaseId status results(first: 5) { nodes { prompt brand { mentioned } competitors { name } } } } } }`

async function ranPlace(): Promise<RunPlace & { runId: string; id: string }> {
  const place = await createRunPlace(world, client, {
    prompts: [{ text: 'Which one is best?' }],
    competitors: ['Boardly'],
  })
  const runId = await place.run()
  return { ...place, runId, id: globalIdOf('AnalysisRun', runId) }
}

test('what is asked again of an ended run is not read again, but for where the run stands', async () => {
  const { key, id } = await ranPlace()
  const first = await ask(world, key, RUN, { id })
  let again: unknown
  const statements = await statementsOf(world, async () => {
    again = await ask(world, key, RUN, { id })
  })
  expect(statements).toEqual([expect.stringMatching(/^SELECT id, seq FROM batch/)])
  expect(again).toEqual(first)
})

test('another tenant, and another view of the same tenant, get nothing of what was kept', async () => {
  const one = await ranPlace()
  const other = await ranPlace()
  await ask(world, one.key, RUN, { id: one.id })
  await ask(world, one.key, RUN, { id: one.id })
  for (const key of [other.key, one.organizationKey, (await world.organizationKey(one.organizationId)).key]) {
    expect(await ask(world, key, RUN, { id: one.id })).toEqual({ node: null })
  }
})

test('a run that is read again with another brand is told anew at once', async () => {
  const { key, id, projectId, runId, organizationId } = await ranPlace()
  for (let time = 0; time < 2; time += 1) {
    expect((await ask(world, key, RUN, { id })).node.results.nodes[0].competitors).toEqual([
      { name: 'Boardly' },
    ])
  }
  await world.operator.db.prisma.competitor.updateMany({ where: { projectId }, data: { name: 'Renamed' } })
  const member = { ...world.operator, actor: memberOf(organizationId) }
  const { id: reextractionId } = await reextractRun({ ctx: member, input: { runId } })
  await ended(reextractionId)
  expect((await ask(world, key, RUN, { id })).node.results.nodes[0].competitors).toEqual([
    { name: 'Renamed' },
  ])
})

test('a run that was deleted with its project is gone at once', async () => {
  const { key, id, runId } = await ranPlace()
  for (let time = 0; time < 2; time += 1) await ask(world, key, RUN, { id })
  await world.operator.db.prisma.batch.delete({ where: { id: runId } })
  expect(await ask(world, key, RUN, { id })).toEqual({ node: null })
})

test('what may change is read each time: an operation that leaves the run keeps nothing', async () => {
  const { key, id, projectId } = await ranPlace()
  const named = `query ($id: ID!) { node(id: $id) { ... on AnalysisRun { databaseId project { displayName } } } }`
  await ask(world, key, named, { id })
  await world.operator.db.prisma.project.update({
    where: { id: projectId },
    data: { displayName: 'Renamed' },
  })
  expect((await ask(world, key, named, { id })).node.project.displayName).toBe('Renamed')
})

const memberOf = (organizationId: string) =>
  ({ type: 'member', userId: organizationId, organizationId, role: 'admin' }) as const

/** Resolves when a re-extraction has ended. */
async function ended(id: string): Promise<void> {
  const { reextraction } = world.operator.db.prisma
  while ((await reextraction.findUniqueOrThrow({ where: { id } })).finishedAt === null) {
    await new Promise((resolve) => setImmediate(resolve))
  }
}
