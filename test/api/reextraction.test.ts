import { afterAll, beforeAll, expect, it } from 'vitest'
import { cancelReextraction } from '../../src/core/reextractions/cancel.ts'
import { readReextractions } from '../../src/core/reextractions/read.ts'
import type { ReextractionRecord } from '../../src/core/reextractions/record.ts'
import { reextractProject } from '../../src/core/reextractions/reextract-project.ts'
import { reextractRun } from '../../src/core/reextractions/reextract-run.ts'
import { sweepReextractions } from '../../src/core/reextractions/sweep.ts'
import { sweepReadings } from '../../src/core/reextractions/sweep-readings.ts'
import { readResults } from '../../src/core/results/read.ts'
import { EXTRACTION_VERSION } from '../../src/extraction/observation.ts'
import type { World } from '../world.ts'
import { ask, send } from './graphql-client.ts'
import {
  begin,
  ended,
  everything,
  findAcme,
  LARGE,
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

it('a reader sees the old reading or the new one, never both; one that died goes on where it was', async () => {
  const place = await newPlace(world, LARGE)
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
  await work(id, world.operator)
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
  const place = await newPlace(world, { prompts: 2 })
  const { ctx } = place
  const runId = await run(place)
  await findAcme(place)
  const old = await everything(place, runId)
  const { id } = await begin(place, runId)
  const cancel = () => cancelReextraction({ ctx, input: { reextractionId: id } })
  expect(await cancel()).toMatchObject({ status: 'cancelled', before: null, after: null })
  await work(id, world.operator)
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
      work(id, world.operator),
    ])
    swapped ||= status === 'completed'
    const { results } = await everything(place, runId)
    expect(results.map(({ brand }) => brand?.mentioned)).toEqual([swapped, swapped])
    await sweepReadings({ ctx: world.operator })
    expect(await leftOver(place)).toBe(0)
  }
})

it('what older rules have read of it is read again, and what newer ones have is not undone', async () => {
  const place = await newPlace(world, { prompts: 3 })
  const { ctx } = place
  const { prisma } = ctx.db
  const runId = await run(place)
  await findAcme(place)
  const { id } = await begin(place, runId)
  // Two answers were read before the upgrade, one of them by rules newer than ours.
  const [older, newer] = await readResults(ctx, runId, { limit: 2 })
  const kept = (resultId = '', extractionVersion = 0) => ({
    reextractionId: id,
    resultId,
    extractionVersion,
    observation: {
      brand: { mentioned: false },
      citations: [],
      competitors: [],
      sentiment: {},
      recommendation: {},
    },
  })
  await prisma.reextractedResult.createMany({
    data: [kept(older?.id, EXTRACTION_VERSION - 1), kept(newer?.id, EXTRACTION_VERSION + 1)],
  })
  await prisma.reextraction.update({ where: { id }, data: { status: 'running', completed: 2 } })
  await work(id, world.operator)
  const [reextraction] = await readReextractions({ ctx, input: { ids: [id] } })
  expect(reextraction?.progress).toEqual({ total: 3, completed: 3 })
  const read = await readResults(ctx, runId, { limit: 3 })
  expect(read.map(({ brand, extractionVersion }) => [brand?.mentioned, extractionVersion])).toEqual([
    [true, EXTRACTION_VERSION],
    [false, EXTRACTION_VERSION + 1],
    [true, EXTRACTION_VERSION],
  ])
})

it('one under way is returned while it looks for the same, and gives way when the project looks for something else', async () => {
  const place = await newPlace(world, { prompts: 2 })
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
  const place = await newPlace(world, { prompts: 1 })
  const runId = await run(place)
  const reextraction = await begin(place, runId)
  const ending = ended(place, [reextraction])
  expect(await sweepReextractions({ ctx: world.operator })).toBe(0)
  expect(await sweepReextractions({ ctx: world.operator, input: { still: 0 } })).toBe(1)
  expect((await ending)[0]?.status).toBe('completed')
})

it('needs nothing that is configured: an answer of a provider that is gone is read by what was kept of it', async () => {
  const place = await newPlace(world, { prompts: 1 })
  const runId = await run(place)
  await findAcme(place)
  const { id } = await begin(place, runId)
  const providers = { ...place.ctx.deps.providers, find: () => null }
  await work(id, { ...place.ctx, deps: { ...place.ctx.deps, providers } })
  const [result] = await readResults(place.ctx, runId, { limit: 1 })
  expect(result?.brand?.mentioned).toBe(true)
})

it('is refused while the run goes on, and not for another tenant', async () => {
  const place = await newPlace(world, { prompts: 1 })
  const { ctx, projectId } = place
  const runId = await run(place)
  const { id } = await begin(place, runId)
  await cancelReextraction({ ctx, input: { reextractionId: id } })
  const { ctx: stranger } = await newPlace(world, { prompts: 1 })
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
  const place = await newPlace(world, { prompts: 2 })
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
    node(id: $id) { ... on Reextraction { status progress { total completed } extractionVersion previousExtractionVersion
      changes { answers changed mentionsGained mentionsLost positions sentiments recommendationsGained
        recommendationsLost competitors citations }
      before { mentionRate { value } } after { mentionRate { value } }
      run { reextractedAt summary { mentionRate { value } }
        reextractions(first: 1) { totalCount nodes { id } results: edges { node { run { databaseId } } } } } } }
    project(id: $project) { reextractions { totalCount } } }`
  expect(await ask(world, key, query, { id: begun.reextraction.id, project: projectId })).toEqual({
    node: {
      status: 'COMPLETED',
      progress: { total: 2, completed: 2 },
      extractionVersion: EXTRACTION_VERSION,
      previousExtractionVersion: EXTRACTION_VERSION,
      changes: {
        answers: 2,
        changed: 2,
        mentionsGained: 2,
        mentionsLost: 0,
        positions: 2,
        sentiments: 2,
        recommendationsGained: 2,
        recommendationsLost: 0,
        competitors: 0,
        citations: 0,
      },
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
  const { key: other } = await world.organizationKey(place.organizationId)
  const refused = await send(world, other, { query: reextract, variables: { id: runId } })
  expect(refused.errors?.[0]?.extensions.code).toBe('PROJECT_SCOPED_KEY_REQUIRED')
})

async function readPresent({ ctx }: Place, ids: string[]): Promise<ReextractionRecord[]> {
  const found = await readReextractions({ ctx, input: { ids } })
  return found.flatMap((reextraction) => reextraction ?? [])
}
