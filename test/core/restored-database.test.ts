import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '../../src/config/read.ts'
import { startAsyncAnalysis } from '../../src/core/async-analyses/start.ts'
import { dispatchBatch } from '../../src/core/batches/dispatch.ts'
import { startWorkers } from '../../src/jobs/work.ts'
import { openApplication } from '../../src/process/application.ts'
import { eventually } from '../eventually.ts'
import { createWorld, type World } from '../world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ workers: false })
})
afterAll(() => world?.close())

it('a database that was restored without the schema of the queue continues with all unfinished work', async () => {
  const { prisma, pool } = world.operator.db
  const { id: organizationId } = await world.organization({ credits: 100 })
  const start = async (prompt: string) =>
    (
      await startAsyncAnalysis({
        ctx: world.member(organizationId),
        input: { prompt, brandName: 'Taskfern', replicates: 5, providers: ['chatgpt'], locations: ['US'] },
      })
    ).analysis.id
  const queued = await start('Not dispatched?')
  const running = await start('Dispatched?')
  await dispatchBatch({ ctx: world.operator, input: { batchId: running } })
  await pool.query('DROP SCHEMA bullmq CASCADE')

  const config = readConfig({
    DATABASE_URL: world.databaseUrl,
    SECRET_KEY: randomBytes(32).toString('base64'),
    LOG_LEVEL: 'silent',
  })
  const application = await openApplication(config, { demo: true })
  const workers = await startWorkers(application.services, application.queues, { alone: true })
  try {
    await eventually(async () => {
      const batches = await prisma.batch.findMany({ where: { id: { in: [queued, running] } } })
      expect(batches.map(({ status, completed }) => [status, completed])).toEqual([
        ['completed', 5],
        ['completed', 5],
      ])
    })
  } finally {
    workers.stop()
    await application.close()
  }
})
