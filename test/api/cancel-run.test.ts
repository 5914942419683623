import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askUnit } from '../../src/core/batches/ask.ts'
import { newId } from '../../src/core/foundation/ids.ts'
import { transaction } from '../../src/core/foundation/transaction.ts'
import { cancelRun } from '../../src/core/runs/cancel.ts'
import { startRun } from '../../src/core/runs/start.ts'
import { createWorld, type World } from '../world.ts'
import { ask } from './graphql-client.ts'
import { type Client, createClient } from './rest-client.ts'

/** No workers: the test asks each unit itself. */
let world: World
let client: Client
beforeAll(async () => {
  world = await createWorld({ workers: false })
  client = await createClient(world)
})
afterAll(() => world?.close())

const askOne = (unitId = '') => askUnit({ ctx: world.operator, input: { unitId, tries: 1 } })

const readRun = async (key: string, id: string) =>
  (await client(`GET /v1/analysis/runs/${id}`, { key })).body.data

describe('cancelRun', () => {
  it('ends a run with its results so far, keeps it as a trend point, and refuses another tenant', async () => {
    const { id: organizationId } = await world.organization()
    const ctx = world.member(organizationId)
    const { prisma } = world.operator.db
    const project = await world.project({ organizationId })
    await prisma.prompt.createMany({
      data: ['What is best?', 'What is worst?'].map((text) => ({
        id: newId(),
        projectId: project.id,
        text,
        providers: ['chatgpt'],
        locations: ['US'],
      })),
    })
    const run = await transaction(ctx, (tx) => startRun(tx, { projectId: project.id, trigger: 'schedule' }))
    const [unit] = await prisma.result.findMany({ where: { batchId: run.id } })
    await askOne(unit?.id)
    const stranger = cancelRun({
      ctx: world.member((await world.organization()).id),
      input: { runId: run.id },
    })
    await expect(stranger).rejects.toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
    const ended = await cancelRun({ ctx, input: { runId: run.id } })
    expect(ended).toMatchObject({
      status: 'partially_completed',
      progress: { total: 2, completed: 1, failed: 1 },
      credits: { reserved: 0, charged: 0, refunded: 0 },
    })
    const { key } = await world.projectKey(project.id)
    const cancel =
      'mutation($id: ID!) { cancelRun(input: { runId: $id }) { run { status progress { failed } } } }'
    expect((await ask(world, key, cancel, { id: run.id })).cancelRun.run).toEqual({
      status: 'CANCELLED',
      progress: { failed: 1 },
    })
    expect(await readRun(key, run.id)).toMatchObject({
      status: 'partially_completed',
      cancelled: true,
    })
    // A second run with the same results that ends without a cancellation.
    const uncancelled = await transaction(ctx, (tx) =>
      startRun(tx, { projectId: project.id, trigger: 'schedule' }),
    )
    const units = await prisma.result.findMany({ where: { batchId: uncancelled.id } })
    await prisma.result.update({ where: { id: units[0]?.id ?? '' }, data: { status: 'failed' } })
    await prisma.batch.update({ where: { id: uncancelled.id }, data: { failed: 1 } })
    await askOne(units[1]?.id)
    expect(await readRun(key, uncancelled.id)).toMatchObject({
      status: 'partially_completed',
      cancelled: false,
    })
    const list = `query ($status: AnalysisStatus) { viewer { project { runs(status: $status) { totalCount nodes { databaseId
      status } } } } }`
    const runsWithStatus = async (status: string) =>
      (await ask(world, key, list, { status })).viewer.project.runs.nodes
    expect(await runsWithStatus('CANCELLED')).toEqual([{ databaseId: run.id, status: 'CANCELLED' }])
    expect(await runsWithStatus('PARTIALLY_COMPLETED')).toEqual([
      { databaseId: uncancelled.id, status: 'PARTIALLY_COMPLETED' },
    ])
    expect(await prisma.batchMetric.count({ where: { batchId: run.id } })).toBeGreaterThan(0)
  })
})
