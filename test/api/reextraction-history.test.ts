import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { finalizeBatch } from '../../src/core/batches/finalize.ts'
import { batchesById } from '../../src/core/batches/read.ts'
import { cancelProjectReextraction } from '../../src/core/reextractions/cancel-project.ts'
import { reextractProject } from '../../src/core/reextractions/reextract-project.ts'
import { reextractRun } from '../../src/core/reextractions/reextract-run.ts'
import { sweepReadings } from '../../src/core/reextractions/sweep-readings.ts'
import { readResults } from '../../src/core/results/read.ts'
import { readTrends } from '../../src/core/trends/read.ts'
import { EXTRACTION_VERSION } from '../../src/extraction/observation.ts'
import type { World } from '../world.ts'
import { all, ask, results, type Shown } from './graphql-client.ts'
import {
  begin,
  ended,
  findAcme,
  leftOver,
  newPlace,
  openReextractionWorld,
  type Place,
  run,
  work,
} from './reextraction-place.ts'

let opened: Awaited<ReturnType<typeof openReextractionWorld>>
let world: World
beforeAll(async () => {
  opened = await openReextractionWorld()
  world = opened.world
})
afterAll(() => opened.close())

it('an alias that is added finds its mentions in the whole history, and nobody is asked anything', async () => {
  const place = await newPlace(world)
  const { ctx, projectId } = place
  const [first, second] = [await run(place), await run(place)]
  const trends = () => readTrends({ ctx, input: { projectId } })
  const before = await trends()
  expect(before.map(({ mentionRate, comparison }) => [mentionRate.value, comparison])).toEqual([
    [0, 'within_noise'],
    [0, 'insufficient'],
  ])
  const asked = opened.questions()
  await findAcme(place)
  const [reextraction] = await ended(place, [await reextractRun({ ctx, input: { runId: first } })])
  expect(reextraction).toMatchObject({
    runId: first,
    status: 'completed',
    progress: { total: 12, completed: 12 },
    extractionVersion: EXTRACTION_VERSION,
    before: { mentionRate: { numerator: 0, denominator: 12 } },
    after: { mentionRate: { numerator: 12, denominator: 12 } },
  })
  // The run after it looked for another brand, as far as names go; what is written for it says so.
  expect((await trends()).map(({ mentionRate, comparison }) => [mentionRate.value, comparison])).toEqual([
    [0, 'not_comparable'],
    [1, 'insufficient'],
  ])
  const { prisma } = world.operator.db
  const row = await prisma.batchMetric.findFirst({
    where: { batchId: second, scope: 'all', entity: 'brand' },
  })
  expect(row?.metrics).toMatchObject({
    ofScope: { comparison: { verdict: 'not_comparable', previousRunId: first }, previousReading: 2 },
  })

  const { parts } = await reextractProject({ ctx, input: { projectId } })
  const all = await ended(place, parts)
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
  const results = await readResults(ctx, second, { limit: 50, include: { answer: true } })
  expect(results).toHaveLength(12)
  for (const { brand, answer, recommendation } of results) {
    const [span] = brand?.spans ?? []
    expect(answer?.slice(span?.start, span?.end)).toBe('Acme')
    expect(recommendation).toMatchObject({ recommended: true, rank: 1 })
  }
  expect(opened.questions()).toBe(asked)
  // What the first run was read as in between is dropped, and what is shown is not.
  expect(await leftOver(place)).toBe(12)
  await sweepReadings({ ctx: world.operator })
  expect(await leftOver(place)).toBe(0)
  expect((await readResults(ctx, first, { limit: 50 })).every(({ brand }) => brand?.mentioned)).toBe(true)
})

/** Asks for the whole history to be read again without queueing a job: the test does the work itself. */
function beginAll({ ctx, projectId }: Place) {
  const queue = { add: async () => {} }
  return reextractProject({ ctx: { ...ctx, deps: { ...ctx.deps, queue } }, input: { projectId } })
}

const PROGRESS = `subscription ($id: ID!) { projectReextractionProgress(id: $id) {
  status finishedAt progress { total completed }
  reextractions(last: 10) { nodes { status run { databaseId } } } } }`

async function watched({ projectId }: Place, id: string) {
  const { key } = await world.projectKey(projectId)
  return results('websocket', world, key, { query: PROGRESS, variables: { id } })
}

const stateIn = ({ data, errors }: Shown) => {
  if (errors) throw new Error(JSON.stringify(errors))
  return data.projectReextractionProgress
}

it('a whole history has one progress: of all its answers, with the state of each run, to the end', async () => {
  const place = await newPlace(world, { prompts: 2 })
  const [first, second] = [await run(place), await run(place)]
  await findAcme(place)
  const { whole, parts } = await beginAll(place)
  expect(whole).toMatchObject({ status: 'queued', progress: { total: 4, completed: 0 }, finishedAt: null })
  const states = await watched(place, whole.id)
  expect(stateIn((await states.next()).value)).toMatchObject({ status: 'QUEUED' })
  const [one, other] = parts
  await work(one?.id ?? '', world.operator)
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
  await work(other?.id ?? '', world.operator)
  expect((await all(states)).map(stateIn).at(-1)).toMatchObject({
    status: 'COMPLETED',
    finishedAt: expect.any(String),
    progress: { total: 4, completed: 4 },
  })
  const { key } = await world.projectKey(place.projectId)
  const latest = 'query ($id: ID!) { project(id: $id) { latestReextraction { databaseId status } } }'
  expect(await ask(world, key, latest, { id: place.projectId })).toEqual({
    project: { latestReextraction: { databaseId: whole.id, status: 'COMPLETED' } },
  })
})

it('a history without a run that has ended is read at once', async () => {
  const place = await newPlace(world, { prompts: 1 })
  const { whole, parts } = await beginAll(place)
  expect(parts).toEqual([])
  expect(whole).toMatchObject({ status: 'completed', progress: { total: 0, completed: 0 } })
  expect((await all(await watched(place, whole.id))).map(stateIn)).toMatchObject([{ status: 'COMPLETED' }])
})

it('is cancelled as a whole: runs that were read stay so, the others stay as they were', async () => {
  const place = await newPlace(world, { prompts: 2 })
  const { ctx } = place
  const [first, second] = [await run(place), await run(place)]
  await findAcme(place)
  const { whole, parts } = await beginAll(place)
  const states = await watched(place, whole.id)
  await states.next()
  await work(parts[0]?.id ?? '', world.operator)
  const cancel = () => cancelProjectReextraction({ ctx, input: { projectReextractionId: whole.id } })
  const cancelled = await cancel()
  expect(cancelled).toMatchObject({ status: 'cancelled', progress: { total: 4, completed: 2 } })
  for (const { id } of parts) await work(id, world.operator)
  expect(await cancel()).toEqual(cancelled)
  expect((await all(states)).map(stateIn).at(-1)).toMatchObject({ status: 'CANCELLED' })
  const mentioned = async (runId: string) =>
    (await readResults(ctx, runId, { limit: 10 })).map(({ brand }) => brand?.mentioned)
  expect(await mentioned(first)).toEqual([true, true])
  expect(await mentioned(second)).toEqual([false, false])
  const { ctx: stranger } = await newPlace(world, { prompts: 1 })
  await expect(
    cancelProjectReextraction({ ctx: stranger, input: { projectReextractionId: whole.id } }),
  ).rejects.toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
})

it.each(['the end', 'the new reading'])(
  'a run that ends while the one before it is read again is compared with the new reading, though %s comes first',
  async (first) => {
    const place = await newPlace(world, { prompts: 1 })
    const { prisma } = world.operator.db
    const [before, runId] = [await run(place), await run(place)]
    // As it was just before its end.
    await prisma.batchMetric.deleteMany({ where: { batchId: runId } })
    await prisma.batch.update({ where: { id: runId }, data: { status: 'running', finishedAt: null } })
    const { id } = await begin(place, before)
    const client = new pg.Client({ connectionString: world.databaseUrl })
    await client.connect()
    await client.query('BEGIN')
    await client.query('SELECT id FROM project WHERE id = $1 FOR NO KEY UPDATE', [place.projectId])
    const waiting = async (wanted: number) => {
      for (let waiting = 0; waiting < wanted; ) {
        const { rows } = await client.query(
          `SELECT count(*)::int AS waiting FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        )
        waiting = rows[0].waiting
      }
    }
    const both = [
      () => finalizeBatch({ ctx: world.operator, input: { batchId: runId } }),
      () => work(id, world.operator),
    ]
    const begun: Promise<void>[] = []
    // Each has computed all it writes when it waits for its turn.
    for (const one of first === 'the end' ? both : both.toReversed()) {
      begun.push(one())
      await waiting(begun.length)
    }
    await client.query('COMMIT')
    await client.end()
    await Promise.all(begun)
    const row = await prisma.batchMetric.findFirst({
      where: { batchId: runId, scope: 'all', entity: 'brand' },
    })
    expect(row?.metrics).toMatchObject({
      ofScope: { comparison: { previousRunId: before }, previousReading: 2 },
    })
  },
)
