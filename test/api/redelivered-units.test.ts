import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAsyncAnalysis } from '../../src/core/async-analyses/start.ts'
import { askUnit } from '../../src/core/batches/ask.ts'
import { dispatchBatch } from '../../src/core/batches/dispatch.ts'
import { sweepBatches } from '../../src/core/batches/sweep.ts'
import { type HeldModel, startHeldModel } from '../held-model.ts'
import { withoutQueue } from '../queued-jobs.ts'
import { createWorld, type World } from '../world.ts'

let model: HeldModel
let world: World
beforeAll(async () => {
  model = await startHeldModel()
  // No workers: the test runs the jobs of several processes itself.
  world = await createWorld({ providers: [model.provider], workers: false })
})
afterAll(async () => {
  await world.close()
  model.close()
})

const prisma = () => world.operator.db.prisma

/** Starts and dispatches an analysis. Returns its id and its units. */
async function begin(prompts: string[]) {
  const { id: organizationId } = await world.organization({ credits: 100 })
  const { analysis } = await startAsyncAnalysis({
    ctx: world.member(organizationId),
    input: { brandName: 'Acme', prompts, replicates: 1, providers: ['held'], locations: ['US'] },
  })
  await dispatchBatch({ ctx: world.operator, input: { batchId: analysis.id } })
  const units = await prisma().result.findMany({
    where: { batchId: analysis.id },
    orderBy: { ordinal: 'asc' },
  })
  return { batchId: analysis.id, organizationId, unitIds: units.map(({ id }) => id) }
}

const ask = (unitId: string | undefined, tries: number) =>
  askUnit({ ctx: world.operator, input: { unitId: unitId ?? '', tries } })

describe('a unit whose job is delivered again', () => {
  it('ends its analysis if the worker died after it had recorded the last answer', async () => {
    const { batchId, organizationId, unitIds } = await begin(['Recorded?'])
    // An analysis that cannot end stands for a worker that died between the answer and the end.
    const handlers = world.operator.deps.batchEndHandlers
    const dying = async () => Promise.reject(new Error('killed'))
    const deps = { ...world.operator.deps, batchEndHandlers: [...handlers, dying] }
    model.answer(1)
    const died = askUnit({ ctx: { ...world.operator, deps }, input: { unitId: unitIds[0] ?? '', tries: 1 } })
    await expect(died).rejects.toThrow('killed')
    const open = await prisma().batch.findUniqueOrThrow({ where: { id: batchId } })
    expect(open).toMatchObject({ status: 'running', completed: 1, finishedAt: null })
    await ask(unitIds[0], 2)
    const ended = await prisma().batch.findUniqueOrThrow({ where: { id: batchId } })
    expect(ended).toMatchObject({ status: 'completed', creditsCharged: 1 })
    await ask(unitIds[0], 3)
    const organization = await prisma().organization.findUniqueOrThrow({ where: { id: organizationId } })
    expect(organization.creditBalance).toBe(99)
  })

  it('is answered from the response that another worker has stored in the meantime', async () => {
    const { unitIds } = await begin(['Answered?', 'Stored?'])
    const [answered = '', unitId = ''] = unitIds
    model.answer(1)
    await ask(answered, 1)
    const asking = ask(unitId, 1)
    await model.waiting(1)
    // A worker that was frozen with its question has stored its response, but has not recorded it yet.
    const { raw } = await prisma().artifact.findUniqueOrThrow({ where: { resultId: answered } })
    const text = 'Globex is the best choice.'
    const stored = JSON.stringify(raw).replace(/1\. \*\*Acme.*?second\./, text)
    await prisma().artifact.create({ data: { resultId: unitId, raw: JSON.parse(stored) } })
    model.answer(1)
    await asking
    const answer = await prisma().answer.findUniqueOrThrow({ where: { resultId: unitId } })
    expect(answer.text).toBe(text)
  })
})

it('the first 20 lost units of an analysis are queued before the units of others', async () => {
  const { batchId } = await begin(Array.from({ length: 25 }, (_, n) => `Lost ${n}?`))
  await prisma().unitBacklog.deleteMany({ where: { batchId } })
  const { ctx, queued } = withoutQueue(world.operator)
  await sweepBatches({ ctx: { ...ctx, now: () => new Date(Date.now() + 60_000) } })
  const urgencies = queued.flatMap((job) =>
    job.name === 'ask' && job.batchId === batchId ? [job.urgency] : [],
  )
  expect(urgencies).toEqual([...Array(20).fill('first'), ...Array(5).fill('interactive')])
})
