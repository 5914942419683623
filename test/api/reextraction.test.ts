import { afterAll, beforeAll, expect, it } from 'vitest'
import { asSystemBatchId } from '../../src/core/access/visible.ts'
import { PARSER_VERSION } from '../../src/core/provider-port/driver.ts'
import { cancelReextraction } from '../../src/core/reextractions/cancel.ts'
import { readReextractions } from '../../src/core/reextractions/read.ts'
import type { ReextractionRecord } from '../../src/core/reextractions/row.ts'
import { reextractProject, reextractRun } from '../../src/core/reextractions/start.ts'
import { sweepReextractedResults, sweepReextractions } from '../../src/core/reextractions/sweep.ts'
import { readResults } from '../../src/core/results/read.ts'
import { EXTRACTION_VERSION } from '../../src/extraction/foundation/observation.ts'
import type { World } from '../world.ts'
import { ask, send } from './graphql-client.ts'
import {
  countUnusedResults,
  createReextractionProject,
  executeReextraction,
  findAcme,
  LARGE,
  openReextractionWorld,
  type ReextractionProject,
  readRunState,
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

it('readers see the old or the new extraction, never a mix, and a killed re-extraction resumes where it stopped', async () => {
  const project = await createReextractionProject(world, LARGE)
  const { ctx } = project
  const runId = await run(project)
  await findAcme(project)
  const { id } = await startWithoutJob(project, runId)
  const { providers } = ctx.deps
  const find = (failAt: number, count = { read: 0 }) => {
    const registry = {
      ...providers.of(null),
      find: (token: string) => {
        count.read += 1
        if (count.read === failAt) throw new Error('the process dies')
        return providers.of(null).find(token)
      },
    }
    return { ...ctx, deps: { ...ctx.deps, providers: { ...providers, all: () => [registry] } } }
  }
  const old = await readRunState(project, runId)
  await expect(executeReextraction(id, find(220))).rejects.toThrow('the process dies')
  expect((await readReextractions({ ctx, input: { ids: [id] } }))[0]).toMatchObject({
    status: 'running',
    progress: { total: 240, completed: 200 },
  })
  expect(await readRunState(project, runId)).toEqual(old)

  const count = { read: 0 }
  let done = false
  const seen = new Set<string>()
  const reader = (async () => {
    while (!done) {
      const results = await readResults(ctx, asSystemBatchId(runId), { limit: 1_000 })
      const mentioned = results.filter(({ brand }) => brand?.mentioned).length
      seen.add(`${mentioned} of ${results.length}`)
    }
  })()
  await executeReextraction(id, find(-1, count))
  expect(count.read).toBe(40)
  // A late or repeated job has no effect.
  await executeReextraction(id, world.operator)
  done = true
  await reader
  const fresh = await readRunState(project, runId)
  expect([...seen, `${fresh.results.filter(({ brand }) => brand?.mentioned).length} of 240`]).toEqual(
    expect.arrayContaining(['0 of 240', '240 of 240']),
  )
  expect([...seen].filter((state) => state !== '0 of 240' && state !== '240 of 240')).toEqual([])
  expect(fresh.run?.seq).toBe((old.run?.seq ?? 0) + 1)
  expect(fresh.metrics).toHaveLength(old.metrics.length)
})

it('a canceled re-extraction leaves everything unchanged', async () => {
  const project = await createReextractionProject(world, { prompts: 2 })
  const { ctx } = project
  const runId = await run(project)
  await findAcme(project)
  const old = await readRunState(project, runId)
  const { id } = await startWithoutJob(project, runId)
  const cancel = () => cancelReextraction({ ctx, input: { reextractionId: id } })
  expect(await cancel()).toMatchObject({ status: 'cancelled', before: null, after: null })
  await executeReextraction(id, world.operator)
  expect(await cancel()).toMatchObject({ status: 'cancelled', progress: { total: 2, completed: 0 } })
  expect(await readRunState(project, runId)).toEqual(old)
  // Whenever the cancellation happens, the extraction is published completely or not at all.
  let published = false
  for (let round = 0; round < 10; round += 1) {
    const { id } = await startWithoutJob(project, runId)
    const [{ status }] = await Promise.all([
      (async () => {
        for (let looks = 0; looks < round * 8; looks += 1) await ctx.db.pool.query('SELECT 1')
        return cancelReextraction({ ctx, input: { reextractionId: id } })
      })(),
      executeReextraction(id, world.operator),
    ])
    published ||= status === 'completed'
    const { results } = await readRunState(project, runId)
    expect(results.map(({ brand }) => brand?.mentioned)).toEqual([published, published])
    await sweepReextractedResults({ ctx: world.operator })
    expect(await countUnusedResults(project)).toBe(0)
  }
})

it('results of older extraction rules are extracted again, and results of newer rules are kept', async () => {
  const project = await createReextractionProject(world, { prompts: 3 })
  const { ctx } = project
  const { prisma } = ctx.db
  const runId = await run(project)
  await findAcme(project)
  const { id } = await startWithoutJob(project, runId)
  // Two answers were extracted by other versions, one older and one newer than the current version.
  const [older, newer] = await readResults(ctx, asSystemBatchId(runId), { limit: 2 })
  const kept = (resultId = '', extractionVersion = 0) => ({
    reextractionId: id,
    resultId,
    status: 'ok' as const,
    simulated: false,
    extractionVersion,
    readerVersion: PARSER_VERSION + extractionVersion,
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
  await executeReextraction(id, world.operator)
  const [reextraction] = await readReextractions({ ctx, input: { ids: [id] } })
  expect(reextraction?.progress).toEqual({ total: 3, completed: 3 })
  const read = await readResults(ctx, asSystemBatchId(runId), { limit: 3 })
  expect(read.map(({ brand, extractionVersion }) => [brand?.mentioned, extractionVersion])).toEqual([
    [true, EXTRACTION_VERSION],
    [false, EXTRACTION_VERSION + 1],
    [true, EXTRACTION_VERSION],
  ])
})

it('a running re-extraction is returned for the same entities, and replaced if the entities change', async () => {
  const project = await createReextractionProject(world, { prompts: 2 })
  const { ctx } = project
  const runId = await run(project)
  const first = await startWithoutJob(project, runId)
  expect(await reextractRun({ ctx, input: { runId } })).toEqual(first)
  await findAcme(project)
  const second = await reextractRun({ ctx, input: { runId } })
  expect(second.id).not.toBe(first.id)
  const [replaced] = await readReextractions({ ctx, input: { ids: [first.id] } })
  expect(replaced?.status).toBe('cancelled')
  expect((await waitUntilEnded(project, [second]))[0]?.status).toBe('completed')
})

it('the sweep finds a re-extraction after its job was lost', async () => {
  const project = await createReextractionProject(world, { prompts: 1 })
  const runId = await run(project)
  const reextraction = await startWithoutJob(project, runId)
  const ending = waitUntilEnded(project, [reextraction])
  expect(await sweepReextractions({ ctx: world.operator })).toBe(0)
  expect(await sweepReextractions({ ctx: world.operator, input: { idleFor: 0 } })).toBe(1)
  expect((await ending)[0]?.status).toBe('completed')
})

it('a re-extraction needs only the stored answer, not a configured provider', async () => {
  const project = await createReextractionProject(world, { prompts: 1 })
  const runId = await run(project)
  await findAcme(project)
  const { id } = await startWithoutJob(project, runId)
  const providers = { ...project.ctx.deps.providers, find: () => null }
  await executeReextraction(id, { ...project.ctx, deps: { ...project.ctx.deps, providers } })
  const [result] = await readResults(project.ctx, asSystemBatchId(runId), { limit: 1 })
  expect(result?.brand?.mentioned).toBe(true)
})

it('a re-extraction is refused while its run is in progress, and for another tenant', async () => {
  const project = await createReextractionProject(world, { prompts: 1 })
  const { ctx, projectId } = project
  const runId = await run(project)
  const { id } = await startWithoutJob(project, runId)
  await cancelReextraction({ ctx, input: { reextractionId: id } })
  const { ctx: stranger } = await createReextractionProject(world, { prompts: 1 })
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

it('a re-extraction can be started, followed and canceled over GraphQL', async () => {
  const project = await createReextractionProject(world, { prompts: 2 })
  const { projectId } = project
  const runId = await run(project)
  await findAcme(project)
  const { key } = await world.projectKey(projectId)
  const reextract =
    'mutation($id: ID!) { reextractRun(input: { runId: $id }) { reextraction { id databaseId } run { databaseId } } }'
  const started = (await ask(world, key, reextract, { id: runId })).reextractRun
  expect(started.run).toEqual({ databaseId: runId })
  await waitUntilEnded(project, await readPresent(project, [started.reextraction.databaseId]))
  const query = `query($id: ID!, $project: ID!) {
    node(id: $id) { ... on Reextraction { status progress { total completed } extractionVersion previousExtractionVersion
      changes { answers changed recovered statuses texts mentionsGained mentionsLost positions sentiments recommendationsGained
        recommendationsLost competitors citations }
      before { mentionRate { value } } after { mentionRate { value } }
      run { reextractedAt summary { mentionRate { value } }
        reextractions(first: 1) { totalCount nodes { id } results: edges { node { run { databaseId } } } } } } }
    project(id: $project) { reextractions { totalCount } } }`
  expect(await ask(world, key, query, { id: started.reextraction.id, project: projectId })).toEqual({
    node: {
      status: 'COMPLETED',
      progress: { total: 2, completed: 2 },
      extractionVersion: EXTRACTION_VERSION,
      previousExtractionVersion: EXTRACTION_VERSION,
      changes: {
        answers: 2,
        changed: 2,
        recovered: 0,
        statuses: 0,
        texts: 0,
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
          nodes: [{ id: started.reextraction.id }],
          results: [{ node: { run: { databaseId: runId } } }],
        },
      },
    },
    project: { reextractions: { totalCount: 1 } },
  })
  const reextractAll = 'mutation { reextractProject(input: {}) { reextractions { databaseId } } }'
  const all = (await ask(world, key, reextractAll)).reextractProject.reextractions
  expect(all).toHaveLength(1)
  await waitUntilEnded(project, await readPresent(project, [all[0].databaseId]))
  const cancel =
    'mutation($id: ID!) { cancelReextraction(input: { reextractionId: $id }) { reextraction { status } } }'
  expect((await ask(world, key, cancel, { id: all[0].databaseId })).cancelReextraction).toEqual({
    reextraction: { status: 'COMPLETED' },
  })
  const { key: organizationKey } = await world.organizationKey(project.organizationId)
  const refused = await send(world, organizationKey, { query: reextract, variables: { id: runId } })
  expect(refused.errors?.[0]?.extensions.code).toBe('PROJECT_SCOPED_KEY_REQUIRED')
})

async function readPresent({ ctx }: ReextractionProject, ids: string[]): Promise<ReextractionRecord[]> {
  const records = await readReextractions({ ctx, input: { ids } })
  return records.flatMap((reextraction) => reextraction ?? [])
}
