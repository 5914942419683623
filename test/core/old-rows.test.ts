import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../src/core/foundation/ids.ts'
import { setRetention } from '../../src/core/retention/set-retention.ts'
import { sweepOldRows } from '../../src/core/retention/sweep.ts'
import { createWorld, type World } from '../world.ts'

const DAY = 86_400_000

let world: World
let prisma: World['operator']['db']['prisma']
beforeAll(async () => {
  world = await createWorld({ workers: false })
  prisma = world.operator.db.prisma
})
afterAll(() => world?.close())

/** Sweeps in a new process, because a process sweeps at most once an hour. */
const sweep = () => sweepOldRows({ ctx: { ...world.operator, db: { ...world.operator.db } } })
const daysAgo = (days: number) => new Date(Date.now() - days * DAY)

it('old rows are deleted, and newer ones stay', async () => {
  const { id: organizationId } = await world.organization()
  const { id: projectId } = await world.project({ organizationId })
  const keys = [
    await world.projectKey(projectId),
    await world.projectKey(projectId),
    await world.projectKey(projectId),
  ]
  const [old, recent, used] = keys.map(({ id }) => id)
  await prisma.apiKey.update({ where: { id: old ?? '' }, data: { revokedAt: daysAgo(91) } })
  await prisma.apiKey.update({ where: { id: recent ?? '' }, data: { revokedAt: daysAgo(89) } })
  const prompt = { projectId, providers: [], locations: [] }
  const prompts = [
    { ...prompt, id: newId(), text: 'Deleted?', deletedAt: daysAgo(2) },
    { ...prompt, id: newId(), text: 'Just deleted?', deletedAt: daysAgo(0) },
    { ...prompt, id: newId(), text: 'Active?' },
  ]
  await prisma.prompt.createMany({ data: prompts })
  await prisma.judgeUsage.createMany({
    data: [40, 1].map((days) => ({ organizationId, day: daysAgo(days), tokens: 1 })),
  })
  const entry = { organizationId, action: 'key.created', actorType: 'operator' }
  await prisma.auditEntry.createMany({
    data: [401, 399].map((days) => ({ ...entry, id: newId(), at: daysAgo(days) })),
  })
  await prisma.providerWorker.createMany({
    data: [
      { provider: 'gone', seenAt: daysAgo(32) },
      { provider: 'stopped', seenAt: daysAgo(30) },
    ],
  })
  await prisma.citedPage.createMany({
    data: [91, 89].map((days) => ({
      projectId,
      url: `https://reviews.example/${days}`,
      urlHash: Uint8Array.of(days),
      outcome: 'robots' as const,
      namesHash: new Uint8Array(),
      fetchedAt: daysAgo(days),
    })),
  })
  await sweep()
  const remaining = await prisma.apiKey.findMany({ where: { projectId }, orderBy: { id: 'asc' } })
  expect(remaining.map(({ id }) => id)).toEqual([recent, used])
  const texts = await prisma.prompt.findMany({ where: { projectId }, orderBy: { text: 'asc' } })
  expect(texts.map(({ text }) => text)).toEqual(['Active?', 'Just deleted?'])
  expect(await prisma.judgeUsage.count()).toBe(1)
  expect(await prisma.citedPage.findMany()).toMatchObject([{ url: 'https://reviews.example/89' }])
  const audit = { organizationId, at: { lte: daysAgo(300) } }
  expect(await prisma.auditEntry.count({ where: audit })).toBe(1)
  const workers = await prisma.providerWorker.findMany()
  expect(workers.map(({ provider }) => provider)).toContain('stopped')
  expect(workers.map(({ provider }) => provider)).not.toContain('gone')
})

it('logs are kept for as many days as the organization says, or else the installation', async () => {
  const organizations = { default: '', shorter: '', longer: '' }
  for (const name of ['default', 'shorter', 'longer'] as const) {
    const { id: organizationId } = await world.organization()
    organizations[name] = organizationId
    const entry = { organizationId, action: 'key.created', actorType: 'operator' }
    await prisma.auditEntry.createMany({
      data: [20, 40, 500].map((days) => ({ ...entry, id: newId(), at: daysAgo(days) })),
    })
  }
  const { operator } = world
  await setRetention({ ctx: operator, input: { organizationId: organizations.shorter, logDays: 10 } })
  await setRetention({ ctx: operator, input: { organizationId: organizations.longer, logDays: 1_000 } })
  const deps = { ...operator.deps, retention: { ...operator.deps.retention, logDays: 30 } }
  await sweepOldRows({ ctx: { ...operator, db: { ...operator.db }, deps } })
  const kept = (organizationId: string) =>
    prisma.auditEntry.count({ where: { organizationId, at: { lte: daysAgo(19) } } })
  expect(await kept(organizations.shorter)).toBe(0)
  expect(await kept(organizations.default)).toBe(1)
  expect(await kept(organizations.longer)).toBe(3)
})

it('a process sweeps at most once an hour', async () => {
  const ctx = { ...world.operator, db: { ...world.operator.db } }
  await sweepOldRows({ ctx })
  const { id: organizationId } = await world.organization()
  await prisma.judgeUsage.create({ data: { organizationId, day: daysAgo(40), tokens: 1 } })
  expect(await sweepOldRows({ ctx })).toBe(0)
  const later = new Date(Date.now() + 3_600_000)
  expect(await sweepOldRows({ ctx: { ...ctx, now: () => later } })).toBe(1)
})
