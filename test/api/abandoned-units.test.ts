import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startAsyncAnalysis } from '../../src/core/async-analyses/start.ts'
import { askUnit } from '../../src/core/batches/ask.ts'
import { dispatchBatch } from '../../src/core/batches/dispatch.ts'
import { sweepBatches } from '../../src/core/batches/sweep.ts'
import type { Ctx } from '../../src/core/context.ts'
import { createWorld, type World } from '../world.ts'

const MINUTE = 60_000
/** Longer than units keep waiting for a worker that has their provider. */
const LONG = 12 * MINUTE

let world: World
beforeAll(async () => {
  const providers = [
    { id: 'kept', driver: 'simulated', aliases: ['renamed'] },
    { id: 'removed', driver: 'simulated' },
  ]
  // Without workers the test sweeps as several processes do, at the times it says.
  world = await createWorld({ providers, workers: false })
})
afterAll(() => world.close())
// No worker has been seen yet.
beforeEach(() => prisma().providerWorker.deleteMany())

/** An analysis of one prompt by both providers that is running; nothing has been asked. */
async function begin() {
  const { id: organizationId } = await world.organization({ credits: 10 })
  const { id: projectId } = await world.project({ organizationId })
  const { analysis } = await startAsyncAnalysis({
    ctx: world.member(organizationId),
    input: { projectId, prompt: 'Best?', replicates: 1, providers: ['kept', 'removed'], locations: ['US'] },
  })
  await dispatchBatch({ ctx: world.operator, input: { batchId: analysis.id } })
  return { id: analysis.id, organizationId }
}

const prisma = () => world.operator.db.prisma

async function unitsOf(batchId: string) {
  const units = await prisma().result.findMany({ where: { batchId }, orderBy: { ordinal: 'asc' } })
  return units.map(({ provider, status, error }) => ({ provider, status, error }))
}

async function ask(batchId: string, provider: string): Promise<void> {
  const { id } = await prisma().result.findFirstOrThrow({ where: { batchId, provider } })
  await askUnit({ ctx: world.operator, input: { unitId: id, tries: 1 } })
}

/** A worker process whose PROVIDERS_FILE lacks `without`. */
function workerWithout(without: string | null): Ctx {
  const { deps, db } = world.operator
  const { providers } = deps
  const registry = {
    list: () => providers.list().filter(({ id }) => id !== without),
    find: (token: string) => (token === without ? null : providers.find(token)),
    tokens: () => providers.tokens().filter((token) => token !== without),
  }
  return { ...world.operator, deps: { ...deps, providers: registry }, db: { ...db } }
}

/** Sweeps once a minute, as several workers; each begins at a minute after now. */
async function sweepFor(duration: number, workers: { ctx: Ctx; from?: number; until?: number }[]) {
  const start = Date.now()
  for (let minute = 0; minute <= duration; minute += MINUTE) {
    for (const { ctx, from = 0, until = duration } of workers) {
      if (minute < from || minute > until) continue
      await sweepBatches({ ctx: { ...ctx, now: () => new Date(start + minute) }, input: { idleFor: 0 } })
    }
  }
}

describe('units of a provider that was removed from PROVIDERS_FILE', () => {
  it('fail, are refunded, and let the analysis end with the answers of the others', async () => {
    const { id, organizationId } = await begin()
    await ask(id, 'kept')
    await sweepFor(LONG, [{ ctx: workerWithout('removed') }])
    expect(await unitsOf(id)).toEqual([
      { provider: 'kept', status: 'ok', error: null },
      {
        provider: 'removed',
        status: 'failed',
        error: { code: 'PROVIDER_UNAVAILABLE', message: 'The provider removed is no longer configured.' },
      },
    ])
    const batch = await prisma().batch.findUniqueOrThrow({ where: { id } })
    expect(batch).toMatchObject({ status: 'partially_completed', cancelled: false, creditsRefunded: 1 })
    const { creditBalance } = await prisma().organization.findUniqueOrThrow({ where: { id: organizationId } })
    expect(creditBalance).toBe(9)
  })

  it('stay pending while any worker still has it, and are asked by that one', async () => {
    const { id } = await begin()
    await sweepFor(LONG, [{ ctx: workerWithout('removed') }, { ctx: workerWithout(null) }])
    await ask(id, 'removed')
    await ask(id, 'kept')
    expect((await unitsOf(id)).map(({ status }) => status)).toEqual(['ok', 'ok'])
  })

  it.each([
    [9, 'pending'],
    [11, 'failed'],
  ])('%i minutes after the last worker that had it stopped are %s', async (minutes, status) => {
    const { id } = await begin()
    const workers = [{ ctx: workerWithout('removed') }, { ctx: workerWithout(null), until: 5 * MINUTE }]
    await sweepFor((5 + minutes) * MINUTE, workers)
    expect((await unitsOf(id)).map((unit) => unit.status)).toEqual(['pending', status])
  })

  it('stay pending when every worker was stopped for long and the one that has it starts last', async () => {
    const { id } = await begin()
    await prisma().providerWorker.create({
      data: { provider: 'removed', seenAt: new Date(Date.now() - 60 * MINUTE) },
    })
    await sweepFor(9 * MINUTE, [
      { ctx: workerWithout('removed') },
      { ctx: workerWithout(null), from: 8 * MINUTE },
    ])
    expect((await unitsOf(id)).map(({ status }) => status)).toEqual(['pending', 'pending'])
  })
})

it('units of a provider that was renamed, and has its old token as an alias, are queued for its new token', async () => {
  const { id } = await begin()
  await prisma().result.updateMany({ where: { batchId: id }, data: { provider: 'renamed' } })
  const queued: unknown[] = []
  const { deps } = world.operator
  const queue = { add: async (jobs: readonly object[]) => void queued.push(...jobs) }
  const ctx = { ...world.operator, deps: { ...deps, queue }, db: { ...world.operator.db } }
  await sweepFor(LONG, [{ ctx }])
  const own = queued.filter((job) => (job as { batchId: string }).batchId === id)
  expect(own[0]).toMatchObject({ name: 'ask', provider: 'kept' })
  expect((await unitsOf(id)).map(({ status }) => status)).toEqual(['pending', 'pending'])
})
