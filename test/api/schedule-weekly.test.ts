import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Ctx } from '../../src/core/context.ts'
import { tickSchedules } from '../../src/core/schedules/tick.ts'
import { createWorld, type World } from '../world.ts'
import { type Client, createClient } from './rest-client.ts'
import { createRunPlace, type RunPlace } from './run-place.ts'

const MONDAY = '2027-03-01T03:00:00.000Z'
const HOUR = 3_600_000
const DAY = 24 * HOUR

let world: World
let client: Client
beforeAll(async () => {
  // No timer of its own: the tests tick, at times they choose.
  world = await createWorld({ workers: false })
  client = await createClient(world)
})
afterAll(() => world?.close())

/** A moment so many milliseconds after the first run is due. */
const since = (milliseconds: number) => new Date(Date.parse(MONDAY) + milliseconds)

const contextAt = (now: Date): Ctx => ({
  ...world.operator,
  actor: { type: 'job', name: 'schedules' },
  now: () => now,
})
const tickAt = (now: Date) => tickSchedules({ ctx: contextAt(now) })

async function scheduled(options: Parameters<typeof createRunPlace>[2] = {}): Promise<RunPlace> {
  const place = await createRunPlace(world, client, { prompts: [{ text: 'Best?' }], ...options })
  await world.operator.db.prisma.schedule.create({
    data: { projectId: place.projectId, nextRunAt: new Date(MONDAY) },
  })
  return place
}

const runsOf = ({ projectId }: RunPlace) =>
  world.operator.db.prisma.batch.findMany({ where: { projectId }, orderBy: { createdAt: 'asc' } })
const nextOf = async ({ projectId }: RunPlace) =>
  (
    await world.operator.db.prisma.schedule.findUniqueOrThrow({ where: { projectId } })
  ).nextRunAt?.toISOString()

describe('the weekly run', () => {
  it('begins once a week at its time, and not before', async () => {
    const place = await scheduled()
    await tickAt(since(-1))
    expect(await runsOf(place)).toEqual([])
    for (let week = 0; week < 5; week += 1) {
      // Somebody looks every few hours, all week long.
      for (const hours of [0, 0.01, 5, 70, 167.99]) await tickAt(since(week * 7 * DAY + hours * HOUR))
    }
    const runs = await runsOf(place)
    expect(runs.map(({ createdAt }) => createdAt.toISOString())).toEqual([
      MONDAY,
      '2027-03-08T03:00:00.000Z',
      '2027-03-15T03:00:00.000Z',
      '2027-03-22T03:00:00.000Z',
      '2027-03-29T03:00:00.000Z',
    ])
    expect(new Set(runs.map(({ trigger, kind }) => `${trigger} ${kind}`))).toEqual(new Set(['schedule run']))
    expect(await nextOf(place)).toBe('2027-04-05T03:00:00.000Z')
  })

  it('that was missed, for an hour or for months, begins once', async () => {
    const place = await scheduled()
    await tickAt(since(100 * DAY))
    await tickAt(since(100 * DAY + HOUR))
    expect(await runsOf(place)).toHaveLength(1)
    expect(await nextOf(place)).toBe('2027-06-14T03:00:00.000Z')
  })

  it('begins on a free plan too', async () => {
    const place = await scheduled({ plan: 'free' })
    await tickAt(since(0))
    expect(await runsOf(place)).toHaveLength(1)
  })

  it('is left out where weekly runs are disabled', async () => {
    const place = await scheduled()
    await world.operator.db.prisma.schedule.update({
      where: { projectId: place.projectId },
      data: { enabled: false },
    })
    await tickAt(since(0))
    expect(await runsOf(place)).toEqual([])
  })

  it('is left out for a project without an active prompt, which moves on', async () => {
    const place = await scheduled({ prompts: [] })
    await tickAt(since(0))
    expect(await runsOf(place)).toEqual([])
    expect(await nextOf(place)).toBe('2027-03-08T03:00:00.000Z')
  })

  it('begins once where several processes look at the same time, for every project', async () => {
    const places = await Promise.all(Array.from({ length: 5 }, () => scheduled()))
    await Promise.all(Array.from({ length: 4 }, () => tickAt(since(0))))
    // One that was busy elsewhere is found by the next look.
    await tickAt(since(30_000))
    for (const place of places) expect(await runsOf(place)).toHaveLength(1)
  })

  it('of one project is no matter of another whose run cannot begin', async () => {
    const broken = await scheduled()
    const place = await scheduled()
    const { prisma } = world.operator.db
    await prisma.$executeRawUnsafe(
      `ALTER TABLE batch ADD CONSTRAINT broken CHECK (project_id <> '${broken.projectId}')`,
    )
    await tickAt(since(0))
    expect(await runsOf(place)).toHaveLength(1)
    expect(await runsOf(broken)).toEqual([])
    // It is tried again, and its time was not lost.
    await prisma.$executeRawUnsafe('ALTER TABLE batch DROP CONSTRAINT broken')
    await tickAt(since(30_000))
    expect(await runsOf(broken)).toHaveLength(1)
  })

  it('comes seven days after a manual run, and then at its weekly time again', async () => {
    const place = await scheduled()
    const { nextRunAt } = (await place.call('POST /v1/analysis/trigger')).body.data
    const next = Date.parse(nextRunAt)
    await tickAt(new Date(next - 1))
    expect(await runsOf(place)).toHaveLength(1)
    await tickAt(new Date(next))
    expect(await runsOf(place)).toHaveLength(2)
    const following = new Date((await nextOf(place)) ?? 0)
    expect(following.getUTCDay()).toBe(1)
    expect(following.getTime() - next).toBeLessThanOrEqual(7 * DAY)
  })
})
