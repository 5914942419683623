/**
 * Measures the start of 1,000 weekly runs that are due at the same time, and an analysis of ten questions behind their
 * 196,000 questions. Baseline: the same analysis without a backlog.
 */
import { startAsyncAnalysis } from '../../src/core/async-analyses/start.ts'
import { subscribeToBatch } from '../../src/core/batches/subscribe.ts'
import { sweepBatches } from '../../src/core/batches/sweep.ts'
import { sweepScheduledRuns } from '../../src/core/runs/start-scheduled.ts'
import { startWorkers } from '../../src/jobs/work.ts'
import type { Application } from '../../src/process/application.ts'
import { type Backend, hasRedis, openBenchPostgres, openOrganization } from './bench-postgres.ts'
import { PROVIDERS } from './bench-providers.ts'
import { report } from './figures.ts'
import { median } from './load.ts'

const PROJECTS = 1_000
const PROMPTS = 28
/** Number of analyses of ten questions, with and without a backlog. */
const ANALYSES = 5

/** Creates organizations with a project each, whose weekly run is due. */
async function createDueProjects({ services }: Application): Promise<void> {
  const { pool } = services.db
  await pool.query(
    `WITH o AS (
       INSERT INTO organization (id, name, plan, updated_at)
       SELECT gen_random_uuid(), 'Organization ' || n, 'pro', now() FROM generate_series(1, $1::int) n RETURNING id),
     p AS (
       INSERT INTO project (id, organization_id, display_name, analysis_brand_name, default_providers, updated_at)
       SELECT gen_random_uuid(), id, 'Taskfern', 'Taskfern', $2, now() FROM o RETURNING id),
     c AS (
       INSERT INTO competitor (id, project_id, name, canonical_key)
       SELECT gen_random_uuid(), p.id, name, lower(name)
       FROM p CROSS JOIN unnest(ARRAY['Planloom', 'Workwren', 'Boardly', 'Tasklane', 'Sprintly']) AS name),
     q AS (
       INSERT INTO prompt (id, project_id, text, providers, locations, updated_at)
       SELECT gen_random_uuid(), p.id, 'Best project management software, question ' || n || '?', $2, '{US}', now()
       FROM p CROSS JOIN generate_series(1, $3::int) n)
     INSERT INTO schedule (project_id, next_run_at, updated_at) SELECT id, now(), now() FROM p`,
    [PROJECTS, PROVIDERS, PROMPTS],
  )
}

/** Runs an analysis of ten questions. Returns its milliseconds. */
async function analyse(application: Application): Promise<number> {
  const { ctx } = await openOrganization(application, 10)
  const begun = performance.now()
  const { analysis } = await startAsyncAnalysis({
    ctx,
    input: {
      prompts: ['Best project management software?', 'Best tool for small teams?'],
      brandName: 'Taskfern',
      replicates: 1,
      providers: PROVIDERS.slice(0, 5),
      locations: ['US'],
    },
  })
  let last = analysis
  for await (const state of subscribeToBatch(ctx, analysis.id)) last = state
  if (last.status !== 'completed') throw new Error(`ended as ${last.status}`)
  return performance.now() - begun
}

async function analyses(application: Application): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < ANALYSES; n += 1) times.push(await analyse(application))
  return times.sort((a, b) => a - b)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return (performance.now() - begun) / 1_000
}

const postgres = await openBenchPostgres()
const only = process.env.BACKEND as Backend | undefined
const all: Backend[] = (await hasRedis()) ? ['postgres', 'redis'] : ['postgres']
for (const backend of all.filter((backend) => backend === (only ?? backend))) {
  const application = await postgres.application(backend)
  const { services, queues } = application
  const { ctx } = await openOrganization(application, 0)
  const workers = await startWorkers(services, queues, { alone: true })
  await analyse(application)
  const quiet = await analyses(application)
  await createDueProjects(application)
  const memory = { most: process.memoryUsage.rss() }
  const watch = setInterval(() => {
    memory.most = Math.max(memory.most, process.memoryUsage.rss())
  }, 100)
  const started = await timed(async () => {
    await sweepScheduledRuns({ ctx })
    for (let running = 0; running < PROJECTS; ) {
      const { rows } = await services.db.pool.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM batch WHERE trigger = 'schedule' AND status <> 'queued'`,
      )
      running = rows[0]?.count ?? 0
    }
  })
  const behind = await analyses(application)
  const swept = await timed(() => sweepBatches({ ctx }))
  clearInterval(watch)
  const ratio = median(behind) / median(quiet)
  report(`weekly, ${PROJECTS} runs on ${backend}`, [
    { name: 'all started after', value: started, unit: 's', better: 'lower', aim: 60 },
    {
      name: 'an analysis of 10 questions behind them',
      value: median(behind),
      unit: 'ms',
      better: 'lower',
    },
    { name: 'compared with one alone', value: ratio, unit: '×', better: 'lower', aim: 2 },
    {
      name: 'a sweep while their questions wait',
      value: swept,
      unit: 's',
      better: 'lower',
      aim: 1,
    },
    { name: 'most memory of the process', value: memory.most / 1_048_576, unit: 'MB', better: 'lower' },
  ])
  workers.stop()
  await application.close()
}
await postgres.close()
