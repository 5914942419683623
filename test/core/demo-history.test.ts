import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sweepBatches } from '../../src/core/batches/sweep.ts'
import { triggerRun } from '../../src/core/runs/trigger.ts'
import { type Demo, runDemo, seedDemo } from '../../src/process/demo/demo.ts'
import { fillHistory } from '../../src/process/demo/history.ts'
import { eventually } from '../eventually.ts'
import { startServer } from '../faults/server-process.ts'
import { remeasureAll } from '../queued-jobs.ts'
import { createWorld, type World } from '../world.ts'

const WEEK = 7 * 86_400_000
const AGES = [12, 11, 10, 9, 8, 7, 6, 4, 3, 2, 1, 0]
const UNITS = 196

let world: World
const running = new AbortController()

/** Reads the runs of the demo in the order of their ids, with their answer counts, times and previous run. */
async function readRuns({ operator }: World) {
  const { rows } = await operator.db.pool.query<{
    id: string
    status: string
    trigger: string
    createdAt: Date
    startedAt: Date
    finishedAt: Date
    results: number
    answered: number
    from: Date
    until: Date
    previousRunId: string | null
    sources: number
  }>(
    `SELECT b.id, b.status, b.trigger, b.created_at AS "createdAt", b.started_at AS "startedAt", b.finished_at AS "finishedAt",
       r.results, r.answered, r.from, r.until,
       m.metrics #>> '{ofScope,comparison,previousRunId}' AS "previousRunId",
       (SELECT count(*)::int FROM batch_source s WHERE s.batch_id = b.id) AS sources
     FROM batch b
     CROSS JOIN LATERAL (
       SELECT count(*)::int AS results, count(*) FILTER (WHERE status <> 'pending')::int AS answered,
         min(answered_at) AS from, max(answered_at) AS until
       FROM result WHERE batch_id = b.id) r
     LEFT JOIN batch_metric m ON m.batch_id = b.id AND m.scope = 'all' AND m.entity = 'brand'
     WHERE b.kind = 'run' ORDER BY b.id`,
  )
  return rows
}

/**
 * Asserts that the demo has exactly the expected past runs and the newest run, with times as if each had run in its
 * week.
 */
async function expectHistory(world: World): Promise<void> {
  await remeasureAll(world.operator)
  const runs = await readRuns(world)
  const newest = runs.at(-1)
  const { createdAt } = await world.operator.db.prisma.organization.findFirstOrThrow()
  expect(runs).toHaveLength(AGES.length)
  expect(runs.slice(0, -1).map((run) => run.createdAt.getTime())).toEqual(
    AGES.slice(0, -1).map((age) => createdAt.getTime() - age * WEEK),
  )
  for (const [index, run] of runs.entries()) {
    expect(run).toMatchObject({ status: 'completed', trigger: 'schedule', results: UNITS, answered: UNITS })
    expect(run.previousRunId).toBe(runs[index - 1]?.id ?? null)
    expect(run.sources).toBeGreaterThan(0)
    // Generous for busy machines. The check only ensures that no run finished today.
    expect(run.finishedAt.getTime() - run.createdAt.getTime()).toBeLessThan(WEEK / 7)
    const times = [run.createdAt, run.startedAt, run.from, run.until, run.finishedAt].map(Number)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
  }
  expect(newest?.createdAt.getTime()).toBeGreaterThanOrEqual(createdAt.getTime())
}

describe('the demo history', { timeout: 200_000 }, () => {
  let demo: Demo
  beforeEach(async () => {
    world = await createWorld({ workers: false })
    demo = await seedDemo({ ctx: world.operator })
  })
  afterEach(() => world?.close())

  const fill = (signal = running.signal) => fillHistory({ ctx: world.operator, input: demo, signal })

  it('has a run for each week except one, is created once, and does not affect manual runs or the weekly schedule', async () => {
    const { prisma } = world.operator.db
    const readSchedule = () => prisma.schedule.findUnique({ where: { projectId: demo.projectId } })
    await runDemo({ ctx: world.operator, input: demo })
    const schedule = await readSchedule()
    await Promise.all([fill(), fill()])
    await expectHistory(world)
    const before = await readRuns(world)
    await fill()
    expect(await readRuns(world)).toEqual(before)
    expect(await readSchedule()).toEqual(schedule)
    const ctx = world.member(demo.organizationId)
    const { run } = await triggerRun({ ctx, input: { projectId: demo.projectId } })
    expect(run.trigger).toBe('manual')
  })

  it('is completed after an interruption, even if the sweep has continued its run', async () => {
    await runDemo({ ctx: world.operator, input: demo })
    const interrupted = new AbortController()
    const filling = fill(interrupted.signal)
    await eventually(async () => expect((await readRuns(world)).length).toBeGreaterThan(3))
    interrupted.abort()
    await filling
    const ctx = { ...world.operator, now: () => new Date(Date.now() + 60_000) }
    await sweepBatches({ ctx, input: { idleFor: 0 } })
    await fill()
    await expectHistory(world)
  })
})

describe('the demo history of a killed process', { timeout: 200_000 }, () => {
  it('is completed by the next start, although its sweep picks up the unfinished run', async () => {
    const world = await createWorld({ workers: false })
    const environment = { DATABASE_URL: world.databaseUrl, SECRET_KEY: randomBytes(32).toString('base64') }
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'answergraph-history-'))
    try {
      const killed = await startServer({ ...environment, DATA_DIR }, ['--demo'])
      await eventually(async () => {
        const unfinished = (await readRuns(world)).filter(({ finishedAt }) => !finishedAt)
        expect(unfinished).toEqual([expect.objectContaining({ previousRunId: null })])
      })
      await killed.kill()
      expect((await readRuns(world)).length).toBeLessThan(AGES.length)
      const next = await startServer({ ...environment, DATA_DIR }, ['--demo'])
      await eventually(() => expectHistory(world), { within: 120_000 })
      expect(await next.stop()).toBe(0)
    } finally {
      rmSync(DATA_DIR, { recursive: true, force: true })
      await world.close()
    }
  })
})

describe('if a prompt uses a provider that is not simulated', () => {
  it('the demo has no history', async () => {
    const world = await createWorld({
      workers: false,
      providers: [
        { id: 'chatgpt', driver: 'simulated' },
        { id: 'mine', driver: 'openai-compatible', model: 'm', baseUrl: 'http://127.0.0.1:9' },
      ],
    })
    try {
      const demo = await seedDemo({ ctx: world.operator })
      const [prompt] = await world.operator.db.prisma.prompt.findMany({ take: 1 })
      await world.operator.db.prisma.prompt.update({
        where: { id: prompt?.id ?? '' },
        data: { providers: ['chatgpt', 'mine'] },
      })
      await fillHistory({ ctx: world.operator, input: demo, signal: running.signal })
      expect(await readRuns(world)).toEqual([])
    } finally {
      await world.close()
    }
  })
})
