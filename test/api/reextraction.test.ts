import { afterAll, beforeAll, expect, it } from 'vitest'
import { batchesById } from '../../src/core/batches/read.ts'
import { reextract } from '../../src/core/batches/reextract.ts'
import type { ReextractionRecord } from '../../src/core/batches/reextraction-record.ts'
import { startReextraction } from '../../src/core/batches/reextraction-start.ts'
import { sweepReextractions } from '../../src/core/batches/reextraction-sweep.ts'
import { watchBatch } from '../../src/core/batches/watch.ts'
import type { Ctx } from '../../src/core/context.ts'
import { newId } from '../../src/core/ids.ts'
import { snapshotOf } from '../../src/core/projects/snapshot.ts'
import { readResults } from '../../src/core/results/read.ts'
import { cancelReextraction } from '../../src/core/runs/cancel-reextraction.ts'
import { readReextractions } from '../../src/core/runs/read-reextractions.ts'
import { reextractRun } from '../../src/core/runs/reextract.ts'
import { reextractProject } from '../../src/core/runs/reextract-project.ts'
import { startRun } from '../../src/core/runs/start.ts'
import { transaction } from '../../src/core/transaction.ts'
import { readTrends } from '../../src/core/trends/read.ts'
import { EXTRACTION_VERSION } from '../../src/extraction/observation.ts'
import { type SlowModel, startSlowModel } from '../faults/slow-model.ts'
import { createWorld, type World } from '../world.ts'
import { ask, send } from './graphql-client.ts'

/** Answers are "1. **Acme** is the best choice.\n2. Globex comes second." */
let model: SlowModel
let world: World
beforeAll(async () => {
  model = await startSlowModel()
  model.answer(1_000_000)
  const options = { concurrency: 50, locationHint: false }
  const provider = { id: 'local', driver: 'openai-compatible', model: 'slow-1', baseUrl: model.url, options }
  world = await createWorld({ providers: [provider] })
})
afterAll(async () => {
  await world.close()
  model.close()
})

interface Place {
  ctx: Ctx
  projectId: string
}

/** A project of a brand that no answer names, Acme by another name. */
async function newPlace({ prompts = 12, locations = ['US'] } = {}): Promise<Place> {
  const { id: organizationId } = await world.organization()
  const { id: projectId } = await world.project({ organizationId, name: 'Initech', competitors: ['Globex'] })
  await world.operator.db.prisma.prompt.createMany({
    data: Array.from({ length: prompts }, (_, n) => ({
      id: newId(),
      projectId,
      text: `Which tool is best, ${n}?`,
      providers: ['local'],
      locations,
    })),
  })
  const actor = { type: 'member', userId: newId(), organizationId, role: 'admin' } as const
  return { ctx: { ...world.operator, actor }, projectId }
}

/** A run of it that has ended. */
async function run({ ctx, projectId }: Place): Promise<string> {
  const { id } = await transaction(ctx, (tx) => startRun(tx, { projectId, trigger: 'schedule' }))
  for await (const _ of watchBatch(ctx, id)) {
    // Only the end counts.
  }
  return id
}

const LARGE = {
  locations: [
    'US',
    'GB',
    'DE',
    'FR',
    'IT',
    'ES',
    'NL',
    'BE',
    'AT',
    'CH',
    'SE',
    'NO',
    'DK',
    'FI',
    'PL',
    'CZ',
    'PT',
    'IE',
    'JP',
    'CA',
  ],
}

const findAcme = ({ projectId }: Place) =>
  world.operator.db.prisma.project.update({ where: { id: projectId }, data: { aliases: ['Acme'] } })

/** Begins without queueing a job: the test does the work itself. */
function begin({ ctx, projectId }: Place, batchId: string): Promise<ReextractionRecord> {
  return transaction(ctx, async (tx) =>
    startReextraction(
      { ...tx, enqueue: () => {} },
      { batchId, snapshot: await snapshotOf(tx.db, projectId), now: ctx.now() },
    ),
  )
}

const work = (reextractionId: string, ctx = world.operator) =>
  reextract({ ctx, input: { reextractionId, tries: 1 } })

/** Resolves once each has ended; a change of its run is published when it has. */
async function ended({ ctx }: Place, reextractions: ReextractionRecord[]): Promise<ReextractionRecord[]> {
  return Promise.all(
    reextractions.map(async ({ id, runId }) => {
      const subscription = await ctx.deps.events.subscribe(runId)
      const read = async () => (await readReextractions({ ctx, input: { ids: [id] } }))[0]
      try {
        let state = await read()
        if (state?.finishedAt) return state
        for await (const _ of subscription) {
          state = await read()
          if (state?.finishedAt) return state
        }
        throw new Error('the events ended')
      } finally {
        subscription.close()
      }
    }),
  )
}

/** Everything of a run that a reader can see. */
async function everything({ ctx, projectId }: Place, runId: string) {
  const { prisma } = world.operator.db
  return {
    run: await prisma.batch.findUnique({ where: { id: runId } }),
    results: await readResults(ctx, runId, { limit: 1_000, include: { answer: true } }),
    metrics: await prisma.batchMetric.findMany({
      where: { batchId: runId },
      orderBy: [{ scope: 'asc' }, { scopeValue: 'asc' }, { entity: 'asc' }],
    }),
    trends: await readTrends({ ctx, input: { projectId } }),
  }
}

const questions = () => [...model.asked.values()].reduce((sum, times) => sum + times, 0)

it('an alias that is added finds its mentions in the whole history, and nobody is asked anything', async () => {
  const place = await newPlace()
  const { ctx, projectId } = place
  const [first, second] = [await run(place), await run(place)]
  const trends = () => readTrends({ ctx, input: { projectId } })
  const before = await trends()
  expect(before.map(({ mentionRate, comparison }) => [mentionRate.value, comparison])).toEqual([
    [0, 'within_noise'],
    [0, 'insufficient'],
  ])
  const asked = questions()
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

  const all = await ended(place, await reextractProject({ ctx, input: { projectId } }))
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
  expect(questions()).toBe(asked)
  expect(await prisma.reextractedResult.count()).toBe(0)
})

it('a reader sees the old reading or the new one, never both; one that died goes on where it was', async () => {
  const place = await newPlace(LARGE)
  const { ctx } = place
  const runId = await run(place)
  await findAcme(place)
  const { id } = await begin(place, runId)
  const find = (failAt: number, count = { read: 0 }) => ({
    ...ctx,
    deps: {
      ...ctx.deps,
      providers: {
        ...ctx.deps.providers,
        find: (token: string) => {
          count.read += 1
          if (count.read === failAt) throw new Error('the process dies')
          return ctx.deps.providers.find(token)
        },
      },
    },
  })
  const old = await everything(place, runId)
  await expect(work(id, find(220))).rejects.toThrow('the process dies')
  expect((await readReextractions({ ctx, input: { ids: [id] } }))[0]).toMatchObject({
    status: 'running',
    progress: { total: 240, completed: 200 },
  })
  expect(await everything(place, runId)).toEqual(old)

  const count = { read: 0 }
  let done = false
  const seen = new Set<string>()
  const reader = (async () => {
    while (!done) {
      const results = await readResults(ctx, runId, { limit: 1_000 })
      const mentioned = results.filter(({ brand }) => brand?.mentioned).length
      seen.add(`${mentioned} of ${results.length}`)
    }
  })()
  await work(id, find(-1, count))
  expect(count.read).toBe(40)
  // Whoever comes late, or again, finds nothing to do.
  await work(id)
  done = true
  await reader
  const fresh = await everything(place, runId)
  expect([...seen, `${fresh.results.filter(({ brand }) => brand?.mentioned).length} of 240`]).toEqual(
    expect.arrayContaining(['0 of 240', '240 of 240']),
  )
  expect([...seen].filter((state) => state !== '0 of 240' && state !== '240 of 240')).toEqual([])
  expect(fresh.run?.seq).toBe((old.run?.seq ?? 0) + 1)
  expect(fresh.metrics).toHaveLength(old.metrics.length)
})

it('one that is cancelled leaves everything as it was', async () => {
  const place = await newPlace({ prompts: 2 })
  const { ctx } = place
  const runId = await run(place)
  await findAcme(place)
  const old = await everything(place, runId)
  const { id } = await begin(place, runId)
  const cancel = () => cancelReextraction({ ctx, input: { reextractionId: id } })
  expect(await cancel()).toMatchObject({ status: 'cancelled', before: null, after: null })
  await work(id)
  expect(await cancel()).toMatchObject({ status: 'cancelled', progress: { total: 2, completed: 0 } })
  expect(await everything(place, runId)).toEqual(old)
  // At any time: it is wholly done or not at all.
  let swapped = false
  for (let round = 0; round < 10; round += 1) {
    const { id } = await begin(place, runId)
    const [{ status }] = await Promise.all([
      (async () => {
        for (let looks = 0; looks < round * 8; looks += 1) await ctx.db.pool.query('SELECT 1')
        return cancelReextraction({ ctx, input: { reextractionId: id } })
      })(),
      work(id),
    ])
    swapped ||= status === 'completed'
    const { results } = await everything(place, runId)
    expect(results.map(({ brand }) => brand?.mentioned)).toEqual([swapped, swapped])
    expect(await world.operator.db.prisma.reextractedResult.count()).toBe(0)
  }
})

it('one under way is returned while it looks for the same, and gives way when the project looks for something else', async () => {
  const place = await newPlace({ prompts: 2 })
  const { ctx } = place
  const runId = await run(place)
  const first = await begin(place, runId)
  expect(await reextractRun({ ctx, input: { runId } })).toEqual(first)
  await findAcme(place)
  const second = await reextractRun({ ctx, input: { runId } })
  expect(second.id).not.toBe(first.id)
  const [replaced] = await readReextractions({ ctx, input: { ids: [first.id] } })
  expect(replaced?.status).toBe('cancelled')
  expect((await ended(place, [second]))[0]?.status).toBe('completed')
})

it('one whose job was lost is found by the sweep', async () => {
  const place = await newPlace({ prompts: 1 })
  const runId = await run(place)
  const reextraction = await begin(place, runId)
  const ending = ended(place, [reextraction])
  expect(await sweepReextractions({ ctx: world.operator })).toBe(0)
  expect(await sweepReextractions({ ctx: world.operator, input: { still: 0 } })).toBe(1)
  expect((await ending)[0]?.status).toBe('completed')
})

it('needs nothing that is configured: an answer of a provider that is gone is read by what was kept of it', async () => {
  const place = await newPlace({ prompts: 1 })
  const runId = await run(place)
  await findAcme(place)
  const { id } = await begin(place, runId)
  const providers = { ...place.ctx.deps.providers, find: () => null }
  await work(id, { ...place.ctx, deps: { ...place.ctx.deps, providers } })
  const [result] = await readResults(place.ctx, runId, { limit: 1 })
  expect(result?.brand?.mentioned).toBe(true)
})

it('is refused while the run goes on, and not for another tenant', async () => {
  const place = await newPlace({ prompts: 1 })
  const { ctx, projectId } = place
  const runId = await run(place)
  const { id } = await begin(place, runId)
  await cancelReextraction({ ctx, input: { reextractionId: id } })
  const { ctx: stranger } = await newPlace({ prompts: 1 })
  const notFound = expect.objectContaining({ code: 'NOT_FOUND' })
  await expect(reextractRun({ ctx: stranger, input: { runId } })).rejects.toThrow(notFound)
  await expect(reextractProject({ ctx: stranger, input: { projectId } })).rejects.toThrow(notFound)
  await expect(cancelReextraction({ ctx: stranger, input: { reextractionId: id } })).rejects.toThrow(notFound)
  expect(await readReextractions({ ctx: stranger, input: { ids: [id] } })).toEqual([null])
  await world.operator.db.prisma.batch.update({ where: { id: runId }, data: { finishedAt: null } })
  await expect(reextractRun({ ctx, input: { runId } })).rejects.toThrow(
    expect.objectContaining({ code: 'CONFLICT' }),
  )
})

it('is asked for, watched and cancelled in GraphQL', async () => {
  const place = await newPlace({ prompts: 2 })
  const { projectId } = place
  const runId = await run(place)
  await findAcme(place)
  const { key } = await world.projectKey(projectId)
  const reextract =
    'mutation($id: ID!) { reextractRun(input: { runId: $id }) { reextraction { id databaseId } run { databaseId } } }'
  const begun = (await ask(world, key, reextract, { id: runId })).reextractRun
  expect(begun.run).toEqual({ databaseId: runId })
  await ended(place, await readPresent(place, [begun.reextraction.databaseId]))
  const query = `query($id: ID!, $project: ID!) {
    node(id: $id) { ... on Reextraction { status progress { total completed } extractionVersion
      before { mentionRate { value } } after { mentionRate { value } }
      run { reextractedAt summary { mentionRate { value } }
        reextractions(first: 1) { totalCount nodes { id } results: edges { node { run { databaseId } } } } } } }
    project(id: $project) { reextractions { totalCount } } }`
  expect(await ask(world, key, query, { id: begun.reextraction.id, project: projectId })).toEqual({
    node: {
      status: 'COMPLETED',
      progress: { total: 2, completed: 2 },
      extractionVersion: EXTRACTION_VERSION,
      before: { mentionRate: { value: 0 } },
      after: { mentionRate: { value: 1 } },
      run: {
        reextractedAt: expect.any(String),
        summary: { mentionRate: { value: 1 } },
        reextractions: {
          totalCount: 1,
          nodes: [{ id: begun.reextraction.id }],
          results: [{ node: { run: { databaseId: runId } } }],
        },
      },
    },
    project: { reextractions: { totalCount: 1 } },
  })
  const project = 'mutation { reextractProject(input: {}) { reextractions { databaseId } } }'
  const all = (await ask(world, key, project)).reextractProject.reextractions
  expect(all).toHaveLength(1)
  await ended(place, await readPresent(place, [all[0].databaseId]))
  const cancel = 'mutation($id: ID!) { cancelReextraction(input: { id: $id }) { reextraction { status } } }'
  expect((await ask(world, key, cancel, { id: all[0].databaseId })).cancelReextraction).toEqual({
    reextraction: { status: 'COMPLETED' },
  })
  const { key: other } = await world.organizationKey(
    place.ctx.actor.type === 'member' ? place.ctx.actor.organizationId : '',
  )
  const refused = await send(world, other, { query: reextract, variables: { id: runId } })
  expect(refused.errors?.[0]?.extensions.code).toBe('PROJECT_SCOPED_KEY_REQUIRED')
})

async function readPresent({ ctx }: Place, ids: string[]): Promise<ReextractionRecord[]> {
  const found = await readReextractions({ ctx, input: { ids } })
  return found.flatMap((reextraction) => reextraction ?? [])
}
