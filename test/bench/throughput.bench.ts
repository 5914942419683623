/** Measures units per second from acceptance to the final state. Baseline: BullMQ with empty jobs. */
import { createPostgresBackend, Queue, Worker, withBackend } from 'bullmq'
import { Redis } from 'ioredis'
import { startAsyncAnalysis } from '../../src/core/async-analyses/start.ts'
import { subscribeToBatch } from '../../src/core/batches/subscribe.ts'
import { openPool } from '../../src/infra/database.ts'
import { DatabaseSockets } from '../../src/infra/database-sockets.ts'
import { QUEUE_SCHEMA } from '../../src/infra/queue.ts'
import { startWorkers } from '../../src/jobs/work.ts'
import type { Application } from '../../src/process/application.ts'
import { type Backend, hasRedis, openBenchPostgres, openOrganization } from './bench-postgres.ts'
import { PROVIDERS } from './bench-providers.ts'
import { report } from './figures.ts'
import { median } from './load.ts'

const ROUNDS = 3
const LOCATIONS = ['US', 'DE', 'GB', 'FR', 'ES', 'IT', 'NL', 'SE', 'JP', 'BR']

/** Runs a batch of `prompts` × 7 × 10 × 1 units. Returns the milliseconds until it was accepted and until it ended. */
async function analyse(application: Application, prompts: number) {
  const { ctx } = await openOrganization(application, 100_000)
  const begun = performance.now()
  const { analysis } = await startAsyncAnalysis({
    ctx,
    input: {
      prompts: Array.from({ length: prompts }, (_, n) => `Best project management software, question ${n}?`),
      brandName: 'Taskfern',
      replicates: 1,
      providers: PROVIDERS,
      locations: LOCATIONS,
    },
  })
  const accepted = performance.now() - begun
  let last = analysis
  for await (const state of subscribeToBatch(ctx, analysis.id)) last = state
  if (last.status !== 'completed') throw new Error(`ended as ${last.status}`)
  return { accepted, units: last.progress.total, milliseconds: performance.now() - begun }
}

async function noOp(backend: Backend, application: Application, jobs: number): Promise<number> {
  const pool = openPool(application.databaseUrl, {
    connections: 14,
    sockets: new DatabaseSockets(),
    schema: QUEUE_SCHEMA,
  })
  const redis = new Redis(process.env.REDIS_URL ?? 'redis://127.0.0.1:6379', { maxRetriesPerRequest: null })
  const bound = withBackend(createPostgresBackend)
  const names = PROVIDERS.map((name) => `noop-${name}`)
  const options = { defaultJobOptions: { removeOnComplete: true, removeOnFail: true } }
  const queues = names.map((name) =>
    backend === 'postgres'
      ? new bound.Queue(name, { connection: pool, ...options })
      : new Queue(name, { connection: redis, prefix: `noop-${process.pid}`, ...options }),
  )
  const begun = performance.now()
  let left = jobs
  let finished: () => void = () => {}
  const done = new Promise<void>((resolve) => {
    finished = resolve
  })
  const work = async () => {
    left -= 1
    if (left === 0) finished()
  }
  const workers = names.map((name) =>
    backend === 'postgres'
      ? new bound.Worker(name, work, { connection: pool, concurrency: 100 })
      : new Worker(name, work, { connection: redis, prefix: `noop-${process.pid}`, concurrency: 100 }),
  )
  const share = Math.floor(jobs / queues.length)
  await Promise.all(
    queues.map((queue, index) =>
      queue.addBulk(
        Array.from({ length: index === 0 ? jobs - share * (queues.length - 1) : share }, (_, n) => ({
          name: 'noop',
          data: {
            unitId: '0198c1f0-0000-7000-8000-000000000000',
            batchId: '0198c1f0-0000-7000-8000-000000000000',
          },
          opts: { jobId: `${process.pid}-${index}-${n}` },
        })),
      ),
    ),
  )
  await done
  const milliseconds = performance.now() - begun
  await Promise.all(workers.map((worker) => worker.close()))
  await Promise.all(queues.map((queue) => queue.close()))
  redis.disconnect()
  await pool.end()
  return (jobs / milliseconds) * 1_000
}

const postgres = await openBenchPostgres()
const only = process.env.BACKEND as Backend | undefined
const all: Backend[] = (await hasRedis()) ? ['postgres', 'redis'] : ['postgres']
const backends = all.filter((backend) => backend === (only ?? backend))
for (const backend of backends) {
  const application = await postgres.application(backend)
  const workers = await startWorkers(application.services, application.queues, { alone: true })
  await analyse(application, 10)
  const rates: number[] = []
  const baselines: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    baselines.push(await noOp(backend, application, backend === 'postgres' ? 3_500 : 14_000))
    const { units, milliseconds } = await analyse(application, backend === 'postgres' ? 50 : 100)
    rates.push((units / milliseconds) * 1_000)
  }
  const rate = median(rates)
  const baseline = median(baselines)
  report(`throughput on ${backend}`, [
    { name: 'units', value: rate, unit: 'units/s', better: 'higher' },
    {
      name: 'compared with jobs of BullMQ that do nothing',
      value: rate / baseline,
      unit: '×',
      better: 'higher',
    },
  ])
  workers.stop()
  await application.close()
}
await postgres.close()
