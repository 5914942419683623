import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AppCtx } from '../../src/core/context.ts'
import { startScheduledRun, sweepScheduledRuns } from '../../src/core/runs/start-scheduled.ts'
import { withoutQueue } from '../queued-jobs.ts'
import { createWorld, type World } from '../world.ts'
import { type Client, createClient } from './rest-client.ts'
import { createRunProject, type RunProject } from './run-project.ts'

const MONDAY = '2027-03-01T03:00:00.000Z'
const HOUR = 3_600_000
const DAY = 24 * HOUR

let world: World
let client: Client
beforeAll(async () => {
  // No workers, so there is no timer: the tests run the check at the times they choose.
  world = await createWorld({ workers: false })
  client = await createClient(world)
})
afterAll(() => world?.close())

/** Returns the time this many milliseconds after the first run is due. */
const since = (milliseconds: number) => new Date(Date.parse(MONDAY) + milliseconds)

const contextAt = (now: Date): AppCtx => ({
  ...world.operator,
  actor: { type: 'job', name: 'schedules' },
  now: () => now,
})
/** Runs the check at a time, and the jobs that it queues. Returns the reasons of those that failed. */
async function tickAt(now: Date): Promise<unknown[]> {
  const ctx = contextAt(now)
  const sweep = withoutQueue(ctx)
  await sweepScheduledRuns({ ctx: sweep.ctx })
  const jobs = sweep.queued.flatMap((job) => (job.name === 'start-run' ? [job] : []))
  const outcomes = await Promise.allSettled(jobs.map((input) => startScheduledRun({ ctx, input })))
  return outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
}

async function scheduled(options: Parameters<typeof createRunProject>[2] = {}): Promise<RunProject> {
  const project = await createRunProject(world, client, { prompts: [{ text: 'Best?' }], ...options })
  await world.operator.db.prisma.schedule.create({
    data: { projectId: project.projectId, nextRunAt: new Date(MONDAY) },
  })
  return project
}

const runsOf = ({ projectId }: RunProject) =>
  world.operator.db.prisma.batch.findMany({ where: { projectId }, orderBy: { createdAt: 'asc' } })
const nextOf = async ({ projectId }: RunProject) =>
  (
    await world.operator.db.prisma.schedule.findUniqueOrThrow({ where: { projectId } })
  ).nextRunAt?.toISOString()

describe('the weekly run', () => {
  it('starts once a week at its time, and not earlier', async () => {
    const project = await scheduled()
    await tickAt(since(-1))
    expect(await runsOf(project)).toEqual([])
    for (let week = 0; week < 5; week += 1) {
      // Checks at several times of the week.
      for (const hours of [0, 0.01, 5, 70, 167.99]) await tickAt(since(week * 7 * DAY + hours * HOUR))
    }
    const runs = await runsOf(project)
    expect(runs.map(({ createdAt }) => createdAt.toISOString())).toEqual([
      MONDAY,
      '2027-03-08T03:00:00.000Z',
      '2027-03-15T03:00:00.000Z',
      '2027-03-22T03:00:00.000Z',
      '2027-03-29T03:00:00.000Z',
    ])
    expect(new Set(runs.map(({ trigger, kind }) => `${trigger} ${kind}`))).toEqual(new Set(['schedule run']))
    expect(await nextOf(project)).toBe('2027-04-05T03:00:00.000Z')
  })

  it('starts once after it was missed for an hour or for months', async () => {
    const project = await scheduled()
    await tickAt(since(100 * DAY))
    await tickAt(since(100 * DAY + HOUR))
    expect(await runsOf(project)).toHaveLength(1)
    expect(await nextOf(project)).toBe('2027-06-14T03:00:00.000Z')
  })

  it('also starts on the free plan', async () => {
    const project = await scheduled({ plan: 'free' })
    await tickAt(since(0))
    expect(await runsOf(project)).toHaveLength(1)
  })

  it('does not start if weekly runs are disabled', async () => {
    const project = await scheduled()
    await world.operator.db.prisma.schedule.update({
      where: { projectId: project.projectId },
      data: { enabled: false },
    })
    await tickAt(since(0))
    expect(await runsOf(project)).toEqual([])
  })

  it('is skipped for a project without an active prompt, and the next run is a week later', async () => {
    const project = await scheduled({ prompts: [] })
    await tickAt(since(0))
    expect(await runsOf(project)).toEqual([])
    expect(await nextOf(project)).toBe('2027-03-08T03:00:00.000Z')
  })

  it('starts once per project if several processes check concurrently', async () => {
    const projects = await Promise.all(Array.from({ length: 5 }, () => scheduled()))
    await Promise.all(Array.from({ length: 4 }, () => tickAt(since(0))))
    for (const project of projects) expect(await runsOf(project)).toHaveLength(1)
  })

  it('of one project starts even if the run of another project fails to start', async () => {
    const broken = await scheduled()
    const project = await scheduled()
    const { prisma } = world.operator.db
    await prisma.$executeRawUnsafe(
      `ALTER TABLE batch ADD CONSTRAINT broken CHECK (project_id <> '${broken.projectId}')`,
    )
    expect(await tickAt(since(0))).toHaveLength(1)
    expect(await runsOf(project)).toHaveLength(1)
    expect(await runsOf(broken)).toEqual([])
    // The failed run is retried, because its time was not changed.
    await prisma.$executeRawUnsafe('ALTER TABLE batch DROP CONSTRAINT broken')
    await tickAt(since(30_000))
    expect(await runsOf(broken)).toHaveLength(1)
  })

  it('starts seven days after a manual run, and then again at its weekly time', async () => {
    const project = await scheduled()
    const { nextRunAt } = (await project.call('POST /v1/analysis/trigger')).body.data
    const next = Date.parse(nextRunAt)
    await tickAt(new Date(next - 1))
    expect(await runsOf(project)).toHaveLength(1)
    await tickAt(new Date(next))
    expect(await runsOf(project)).toHaveLength(2)
    const following = new Date((await nextOf(project)) ?? 0)
    expect(following.getUTCDay()).toBe(1)
    expect(following.getTime() - next).toBeLessThanOrEqual(7 * DAY)
  })
})
