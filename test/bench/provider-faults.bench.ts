/** Measures how long questions to a working vendor take while three other vendors fail intermittently. Baseline: all four work. */
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startAsyncAnalysis } from '../../src/core/async-analyses/start.ts'
import { subscribeToBatch } from '../../src/core/batches/subscribe.ts'
import { startWorkers } from '../../src/jobs/work.ts'
import { startFaultVendors } from '../fault-vendors.ts'
import { type Backend, hasRedis, openBenchPostgres, openOrganization } from './bench-postgres.ts'
import { report } from './figures.ts'
import { median } from './load.ts'

const ROUNDS = 3
/** The vendors' response time in milliseconds. It is long, so that CPU time is not the bottleneck. */
const LATENCY = 500
const LOCATIONS = ['US', 'DE', 'GB', 'FR', 'ES', 'IT', 'NL', 'SE', 'JP', 'BR']
const PROMPTS = 10

/**
 * Asks four vendors 100 questions each, on a separate database. Returns the 95th percentile of the milliseconds from the
 * start of the analysis to the answers of the working vendor.
 */
async function measure(
  backend: Backend,
  { seed, faults }: { seed: number; faults: boolean },
): Promise<number> {
  const vendors = await startFaultVendors({ seed, passing: faults ? 0.3 : 0, lasting: 0, latency: LATENCY })
  const file = join(tmpdir(), `fault-vendors-${process.pid}.json`)
  writeFileSync(file, JSON.stringify({ providers: vendors.providers }))
  const application = await postgres.application(backend, { PROVIDERS_FILE: file, ...vendors.environment })
  const workers = await startWorkers(application.services, application.queues, { alone: true })
  const { ctx } = await openOrganization(application, 1_000)
  const { analysis } = await startAsyncAnalysis({
    ctx,
    input: {
      prompts: Array.from({ length: PROMPTS }, (_, index) => `Which tool is best, question ${index}?`),
      brandName: 'Acme',
      replicates: 1,
      providers: vendors.providers.map(({ id }) => id),
      locations: LOCATIONS,
    },
  })
  for await (const _ of subscribeToBatch(ctx, analysis.id));
  const { rows } = await application.services.db.pool.query<{ p95: number; answered: number }>(
    `SELECT percentile_disc(0.95) WITHIN GROUP (ORDER BY extract(epoch FROM r.answered_at - b.started_at) * 1000)::float8 AS p95,
       count(*) FILTER (WHERE r.status = 'ok')::int AS answered
     FROM result r JOIN batch b ON b.id = r.batch_id WHERE b.id = $1 AND r.provider = 'xai'`,
    [analysis.id],
  )
  const [row] = rows
  if (row?.answered !== PROMPTS * LOCATIONS.length)
    throw new Error(`${row?.answered} questions were answered`)
  workers.stop()
  await application.close()
  vendors.close()
  rmSync(file)
  return row.p95
}

const postgres = await openBenchPostgres()
const backends: Backend[] = (await hasRedis()) ? ['postgres', 'redis'] : ['postgres']
for (const backend of backends) {
  await measure(backend, { seed: 0, faults: false })
  const with_: number[] = []
  const without: number[] = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    without.push(await measure(backend, { seed: round, faults: false }))
    with_.push(await measure(backend, { seed: round, faults: true }))
  }
  report(`provider-faults on ${backend}`, [
    {
      name: 'p95 of the working vendor while three fail',
      value: median(with_),
      unit: 'ms',
      better: 'lower',
    },
    {
      name: 'compared with four working vendors',
      value: median(with_) / median(without),
      unit: '×',
      better: 'lower',
      aim: 1.1,
    },
  ])
}
await postgres.close()
