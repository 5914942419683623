import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asSystemBatchId } from '../../src/core/access/visible.ts'
import { finalizeBatch } from '../../src/core/batches/finalize.ts'
import { batchesById } from '../../src/core/batches/read.ts'
import { cancelProjectReextraction } from '../../src/core/reextractions/cancel.ts'
import { reextractProject, reextractRun } from '../../src/core/reextractions/start.ts'
import { sweepReextractedResults } from '../../src/core/reextractions/sweep.ts'
import { readResults } from '../../src/core/results/read.ts'
import { readTrends } from '../../src/core/trends/read.ts'
import { EXTRACTION_VERSION } from '../../src/extraction/foundation/observation.ts'
import { withoutQueue } from '../queued-jobs.ts'
import type { World } from '../world.ts'
import { all, ask, type GraphqlResult, results } from './graphql-client.ts'
import {
  countUnusedResults,
  createReextractionProject,
  executeReextraction,
  findAcme,
  openReextractionWorld,
  type ReextractionProject,
  run,
  startWithoutJob,
  waitUntilEnded,
} from './reextraction-project.ts'

let opened: Awaited<ReturnType<typeof openReextractionWorld>>
let world: World
beforeAll(async () => {
  opened = await openReextractionWorld()
  world = opened.world
})
afterAll(() => opened.close())

it('re-extracting a project after adding an alias finds mentions in all runs without asking providers', async () => {
  const project = await createReextractionProject(world)
  const { ctx, projectId } = project
  const [first, second] = [await run(project), await run(project)]
  const trends = () => readTrends({ ctx, input: { projectId } })
  const before = await trends()
  expect(before.map(({ mentionRate, comparison }) => [mentionRate.value, comparison])).toEqual([
    [0, 'within_noise'],
    [0, 'insufficient'],
  ])
  const questionsBefore = opened.questions()
  await findAcme(project)
  const [reextraction] = await waitUntilEnded(project, [await reextractRun({ ctx, input: { runId: first } })])
  expect(reextraction).toMatchObject({
    runId: first,
    status: 'completed',
    progress: { total: 12, completed: 12 },
    extractionVersion: EXTRACTION_VERSION,
    before: { mentionRate: { numerator: 0, denominator: 12 } },
    after: { mentionRate: { numerator: 12, denominator: 12 } },
  })
  // The next run was extracted with other names, so its stored comparison is now not_comparable.
  expect((await trends()).map(({ mentionRate, comparison }) => [mentionRate.value, comparison])).toEqual([
    [0, 'not_comparable'],
    [1, 'insufficient'],
  ])
  const { prisma } = world.operator.db
  const row = await prisma.batchMetric.findFirst({
    where: { batchId: second, scope: 'all', entity: 'brand' },
  })
  expect(row?.metrics).toMatchObject({
    ofScope: {
      comparison: { verdict: 'not_comparable', previousRunId: first },
      previousExtractionRevision: 2,
    },
  })

  const ofPrompts = await prisma.promptMetric.aggregate({
    where: { batchId: first },
    _sum: { named: true, answers: true },
  })
  expect(ofPrompts._sum).toEqual({ named: 12, answers: 12 })

  const { parts } = await reextractProject({ ctx, input: { projectId } })
  const all = await waitUntilEnded(project, parts)
  expect(all.map(({ runId, status }) => [runId, status])).toEqual([
    [first, 'completed'],
    [second, 'completed'],
  ])
  const after = await trends()
  expect(after.map(({ mentionRate, comparison, change }) => [mentionRate.value, comparison, change])).toEqual(
    [
      [1, 'within_noise', expect.objectContaining({ previousRunId: first, difference: 0 })],
      [1, 'insufficient', null],
    ],
  )
  const [provider] = await readTrends({ ctx, input: { projectId, provider: 'local' } })
  expect(provider?.mentionRate).toEqual(after[0]?.mentionRate)
  const [record] = await batchesById(ctx, [second], { summary: true })
  expect(record).toMatchObject({
    brandName: 'Initech',
    status: 'completed',
    reextractedAt: expect.any(Date),
    summary: { mentionRate: { value: 1 }, shareOfVoice: { value: 0.5 } },
  })
  const results = await readResults(ctx, asSystemBatchId(second), { limit: 50, include: { answer: true } })
  expect(results).toHaveLength(12)
  for (const { brand, answer, recommendation } of results) {
    const [span] = brand?.spans ?? []
    expect(answer?.slice(span?.start, span?.end)).toBe('Acme')
    expect(recommendation).toMatchObject({ recommended: true, rank: 1 })
  }
  expect(opened.questions()).toBe(questionsBefore)
  // The sweep deletes the intermediate extraction of the first run and keeps the published one.
  expect(await countUnusedResults(project)).toBe(12)
  await sweepReextractedResults({ ctx: world.operator })
  expect(await countUnusedResults(project)).toBe(0)
  expect(
    (await readResults(ctx, asSystemBatchId(first), { limit: 50 })).every(({ brand }) => brand?.mentioned),
  ).toBe(true)
})

/** Starts the re-extraction of all runs without a job, because the test runs it itself. */
function beginAll({ ctx, projectId }: ReextractionProject) {
  return reextractProject({ ctx: withoutQueue(ctx).ctx, input: { projectId } })
}

const PROGRESS = `subscription ($id: ID!) { projectReextractionProgress(projectReextractionId: $id) {
  status finishedAt progress { total completed }
  reextractions(last: 10) { nodes { status run { databaseId } } } } }`

async function follow({ projectId }: ReextractionProject, id: string) {
  const { key } = await world.projectKey(projectId)
  return results('websocket', world, key, { query: PROGRESS, variables: { id } })
}

const stateIn = ({ data, errors }: GraphqlResult) => {
  if (errors) throw new Error(JSON.stringify(errors))
  return data.projectReextractionProgress
}

it('re-extracting a project reports one progress over all answers, with the state of each run', async () => {
  const project = await createReextractionProject(world, { prompts: 2 })
  const [first, second] = [await run(project), await run(project)]
  await findAcme(project)
  const { whole, parts } = await beginAll(project)
  expect(whole).toMatchObject({ status: 'queued', progress: { total: 4, completed: 0 }, finishedAt: null })
  const states = await follow(project, whole.id)
  expect(stateIn((await states.next()).value)).toMatchObject({ status: 'QUEUED' })
  const [firstPart, secondPart] = parts
  await executeReextraction(firstPart?.id ?? '', world.operator)
  for (;;) {
    const state = stateIn((await states.next()).value)
    if (state.reextractions.nodes.at(-1).status !== 'COMPLETED') continue
    expect(state).toEqual({
      status: 'RUNNING',
      finishedAt: null,
      progress: { total: 4, completed: 2 },
      reextractions: {
        nodes: [
          { status: 'QUEUED', run: { databaseId: second } },
          { status: 'COMPLETED', run: { databaseId: first } },
        ],
      },
    })
    break
  }
  await executeReextraction(secondPart?.id ?? '', world.operator)
  expect((await all(states)).map(stateIn).at(-1)).toMatchObject({
    status: 'COMPLETED',
    finishedAt: expect.any(String),
    progress: { total: 4, completed: 4 },
  })
  const { key } = await world.projectKey(project.projectId)
  const latest = 'query ($id: ID!) { project(id: $id) { latestReextraction { databaseId status } } }'
  expect(await ask(world, key, latest, { id: project.projectId })).toEqual({
    project: { latestReextraction: { databaseId: whole.id, status: 'COMPLETED' } },
  })
})

it('re-extracting a project without an ended run completes at once', async () => {
  const project = await createReextractionProject(world, { prompts: 1 })
  const { whole, parts } = await beginAll(project)
  expect(parts).toEqual([])
  expect(whole).toMatchObject({ status: 'completed', progress: { total: 0, completed: 0 } })
  expect((await all(await follow(project, whole.id))).map(stateIn)).toMatchObject([{ status: 'COMPLETED' }])
})

it('a canceled re-extraction of a project keeps the runs that are already published and leaves the others unchanged', async () => {
  const project = await createReextractionProject(world, { prompts: 2 })
  const { ctx } = project
  const [first, second] = [await run(project), await run(project)]
  await findAcme(project)
  const { whole, parts } = await beginAll(project)
  const states = await follow(project, whole.id)
  await states.next()
  await executeReextraction(parts[0]?.id ?? '', world.operator)
  const cancel = () => cancelProjectReextraction({ ctx, input: { projectReextractionId: whole.id } })
  const cancelled = await cancel()
  expect(cancelled).toMatchObject({ status: 'cancelled', progress: { total: 4, completed: 2 } })
  for (const { id } of parts) await executeReextraction(id, world.operator)
  expect(await cancel()).toEqual(cancelled)
  expect((await all(states)).map(stateIn).at(-1)).toMatchObject({ status: 'CANCELLED' })
  const mentioned = async (runId: string) =>
    (await readResults(ctx, asSystemBatchId(runId), { limit: 10 })).map(({ brand }) => brand?.mentioned)
  expect(await mentioned(first)).toEqual([true, true])
  expect(await mentioned(second)).toEqual([false, false])
  const { ctx: stranger } = await createReextractionProject(world, { prompts: 1 })
  await expect(
    cancelProjectReextraction({ ctx: stranger, input: { projectReextractionId: whole.id } }),
  ).rejects.toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
})

it.each(['the end', 'the re-extraction'])(
  'a run that ends during the re-extraction of the previous run is compared with the new extraction (%s first)',
  async (first) => {
    const project = await createReextractionProject(world, { prompts: 1 })
    const { prisma } = world.operator.db
    const [before, runId] = [await run(project), await run(project)]
    // Restores the state before its metrics were written.
    await prisma.batchMetric.deleteMany({ where: { batchId: runId } })
    await prisma.batch.update({ where: { id: runId }, data: { status: 'running', finishedAt: null } })
    const { id } = await startWithoutJob(project, before)
    const client = new pg.Client({ connectionString: world.databaseUrl })
    await client.connect()
    await client.query('BEGIN')
    await client.query('SELECT id FROM project WHERE id = $1 FOR NO KEY UPDATE', [project.projectId])
    const waiting = async (wanted: number) => {
      for (let waiting = 0; waiting < wanted; ) {
        const { rows } = await client.query(
          `SELECT count(*)::int AS waiting FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        )
        waiting = rows[0].waiting
      }
    }
    const both = [() => finalizeBatch(world.operator, runId), () => executeReextraction(id, world.operator)]
    const running: Promise<void>[] = []
    // Both have computed their writes when they wait for the lock.
    for (const finish of first === 'the end' ? both : both.toReversed()) {
      running.push(finish())
      await waiting(running.length)
    }
    await client.query('COMMIT')
    await client.end()
    await Promise.all(running)
    const row = await prisma.batchMetric.findFirst({
      where: { batchId: runId, scope: 'all', entity: 'brand' },
    })
    expect(row?.metrics).toMatchObject({
      ofScope: { comparison: { previousRunId: before }, previousExtractionRevision: 2 },
    })
  },
)
