import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../world.ts'
import { ask } from './graphql-client.ts'
import { type Client, createClient } from './rest-client.ts'
import { createRunProject, insertPrompt } from './run-project.ts'

const TRIGGER = 'POST /v1/analysis/trigger'
const WEEK = 7 * 24 * 3_600
const PROMPTS = [{ text: 'Best task manager?', providers: ['chatgpt', 'gemini'], locations: ['US', 'DE'] }]

let world: World
let call: Client
beforeAll(async () => {
  const providers = [
    { id: 'chatgpt', driver: 'simulated' },
    { id: 'gemini', driver: 'simulated' },
  ]
  // No workers, so a queued run stays in progress.
  world = await createWorld({ workers: false, providers })
  call = await createClient(world)
})
afterAll(() => world?.close())

const createProject = (options: Parameters<typeof createRunProject>[2] = {}) =>
  createRunProject(world, call, { prompts: PROMPTS, ...options })

const endRuns = (projectId: string, createdAt?: Date) =>
  world.operator.db.prisma.batch.updateMany({
    where: { projectId },
    data: { status: 'completed', finishedAt: new Date(), ...(createdAt && { createdAt }) },
  })

const enableSchedule = (projectId: string, nextRunAt: Date) =>
  world.operator.db.prisma.schedule.create({ data: { projectId, nextRunAt } })

describe('a manual run', () => {
  it('is queued for every active prompt, provider and location, with the current brand', async () => {
    const project = await createProject({ competitors: ['Boardly'] })
    const deleted = await insertPrompt(world, project.projectId, { text: 'Deleted?' })
    const inactive = await insertPrompt(world, project.projectId, { text: 'Inactive?' })
    const { prisma } = world.operator.db
    await prisma.prompt.update({ where: { id: deleted }, data: { deletedAt: new Date() } })
    await prisma.prompt.update({ where: { id: inactive }, data: { active: false } })
    const { status, body } = await project.call(TRIGGER, { json: {} })
    expect(status).toBe(200)
    expect(body).toEqual({ data: { runId: expect.any(String), status: 'queued', nextRunAt: null } })
    await prisma.project.update({ where: { id: project.projectId }, data: { analysisBrandName: 'Renamed' } })
    const read = await project.call(`GET /v1/analysis/runs/${body.data.runId}`)
    expect(read.status).toBe(200)
    expect(read.body).toEqual({
      data: {
        id: body.data.runId,
        status: 'queued',
        trigger: 'manual',
        brandName: 'Taskfern',
        cancelled: false,
        progress: { total: 4, completed: 0, failed: 0 },
        costUsd: null,
        createdAt: expect.any(String),
        startedAt: null,
        finishedAt: null,
        rawDeletedAt: null,
        textsDeletedAt: null,
      },
    })
    const { snapshot } = await prisma.batch.findUniqueOrThrow({ where: { id: body.data.runId } })
    expect(snapshot).toMatchObject({ brand: { name: 'Taskfern' }, competitors: [{ name: 'Boardly' }] })
  })

  it.each([
    ['no body at all', {}],
    ['an empty JSON body', { body: '', headers: { 'Content-Type': 'application/json' } }],
    ['an empty object', { json: {} }],
  ])('requires no more than %s', async (_, sent) => {
    const project = await createProject()
    expect((await project.call(TRIGGER, sent)).status).toBe(200)
  })

  it('moves the next weekly run to seven days later, except with reschedule: false', async () => {
    const at = new Date('2099-01-05T03:00:00Z')
    const [moved, kept, disabled] = [await createProject(), await createProject(), await createProject()]
    for (const { projectId } of [moved, kept, disabled]) await enableSchedule(projectId, at)
    await world.operator.db.prisma.schedule.update({
      where: { projectId: disabled.projectId },
      data: { enabled: false },
    })
    const first = (await moved.call(TRIGGER)).body.data
    const run = (await moved.call(`GET /v1/analysis/runs/${first.runId}`)).body.data
    expect(Date.parse(first.nextRunAt)).toBe(Date.parse(run.createdAt) + WEEK * 1_000)
    const second = (await kept.call(TRIGGER, { json: { reschedule: false } })).body.data
    expect(second.nextRunAt).toBe(at.toISOString())
    expect((await disabled.call(TRIGGER)).body.data.nextRunAt).toBeNull()
    const schedule = await world.operator.db.prisma.schedule.findUniqueOrThrow({
      where: { projectId: disabled.projectId },
    })
    expect(schedule.nextRunAt).toEqual(at)
  })
})

describe('the limit of manual runs', () => {
  it('has separate headers on the allowed run and on the refused run', async () => {
    const project = await createProject()
    const allowed = await project.call(TRIGGER)
    const refused = await project.call(TRIGGER)
    expect(refused.status).toBe(429)
    expect(refused.body.error).toEqual({
      code: 'RATE_LIMITED',
      message: expect.stringContaining('in progress'),
    })
    const { createdAt } = (await project.call(`GET /v1/analysis/runs/${allowed.body.data.runId}`)).body.data
    const reset = Math.ceil(Date.parse(createdAt) / 1_000) + WEEK
    for (const { headers } of [allowed, refused]) {
      expect(headers.get('X-RateLimit-Limit')).toBe('1')
      expect(headers.get('X-RateLimit-Remaining')).toBe('0')
      expect(Math.abs(Number(headers.get('X-RateLimit-Reset')) - reset)).toBeLessThanOrEqual(1)
    }
    const wait = Number(refused.headers.get('Retry-After'))
    expect(wait).toBeGreaterThan(WEEK - 60)
    expect(wait).toBeLessThanOrEqual(WEEK)
    // All other responses have the general rate limit.
    const { headers } = await project.call(TRIGGER, { json: { unknown: 1 } })
    expect(headers.get('X-RateLimit-Limit')).toBe('1000000')
  })

  it('is exact under twenty concurrent triggers', async () => {
    const project = await createProject()
    const answers = await Promise.all(Array.from({ length: 20 }, () => project.call(TRIGGER)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(429)])
    expect(await world.operator.db.prisma.batch.count({ where: { projectId: project.projectId } })).toBe(1)
  })

  it('slides: a run counts for seven days from its creation, whether or not it has ended', async () => {
    const project = await createProject()
    await project.call(TRIGGER)
    const now = Date.now()
    await endRuns(project.projectId, new Date(now - WEEK * 1_000 + 60_000))
    const early = await project.call(TRIGGER)
    expect(early.status).toBe(429)
    expect(Number(early.headers.get('Retry-After'))).toBeLessThanOrEqual(60)
    const nextAt = /can start at (\S+Z)\. .* start an async analysis/.exec(early.body.error.message)?.[1]
    expect(Math.abs(new Date(nextAt ?? 0).getTime() - now - 60_000)).toBeLessThan(1_000)
    await endRuns(project.projectId, new Date(now - WEEK * 1_000 - 1))
    expect((await project.call(TRIGGER)).status).toBe(200)
  })

  it('refuses another run while a manual run is in progress, however long ago it started', async () => {
    const project = await createProject()
    await project.call(TRIGGER)
    await world.operator.db.prisma.batch.updateMany({
      where: { projectId: project.projectId },
      data: { createdAt: new Date(Date.now() - 2 * WEEK * 1_000) },
    })
    const { status, headers } = await project.call(TRIGGER)
    expect(status).toBe(429)
    expect(headers.get('Retry-After')).toBe('60')
  })

  it('is available before a trigger as nextManualRunAt, per project', async () => {
    const [project, otherProject] = [await createProject(), await createProject()]
    const nextOf = async ({ key }: { key: string }) =>
      (await ask(world, key, '{ viewer { project { nextManualRunAt } } }')).viewer.project.nextManualRunAt
    expect(await nextOf(project)).toBeNull()
    const { body } = await project.call(TRIGGER)
    const { createdAt } = (await project.call(`GET /v1/analysis/runs/${body.data.runId}`)).body.data
    const weekLater = new Date(Date.parse(createdAt) + WEEK * 1_000).toISOString()
    expect(await nextOf(project)).toBe(weekLater)
    await endRuns(project.projectId)
    expect(await nextOf(project)).toBe(weekLater)
    expect(await nextOf(otherProject)).toBeNull()
    await endRuns(project.projectId, new Date(Date.now() - WEEK * 1_000))
    expect(await nextOf(project)).toBeNull()
  })

  it('does not count weekly runs, refused triggers and runs of other projects', async () => {
    const project = await createProject({ prompts: [] })
    expect((await project.call(TRIGGER)).status).toBe(400)
    await insertPrompt(world, project.projectId, { text: 'Now?' })
    await (await createProject()).call(TRIGGER)
    expect((await project.call(TRIGGER)).status).toBe(200)
    await world.operator.db.prisma.batch.updateMany({
      where: { projectId: project.projectId },
      data: { trigger: 'schedule' },
    })
    expect((await project.call(TRIGGER)).status).toBe(200)
  })
})

describe('a trigger is refused', () => {
  it('with 400 without an active prompt, and starts no run', async () => {
    const project = await createProject({ prompts: [] })
    const { status, body } = await project.call(TRIGGER)
    expect(status).toBe(400)
    expect(body.error.code).toBe('BAD_REQUEST')
    expect(await world.operator.db.prisma.batch.count({ where: { projectId: project.projectId } })).toBe(0)
  })

  it('with 403 without a subscription', async () => {
    const project = await createProject({ plan: 'free' })
    const { status, body } = await project.call(TRIGGER)
    expect(status).toBe(403)
    expect(body.error).toEqual({ code: 'FORBIDDEN', message: expect.stringContaining('subscription') })
  })

  it.each([
    [{ reschedule: 'yes' }, 'reschedule'],
    [{ reschedule: null }, 'reschedule'],
    [{ projectId: '019a6f2e-8c1d-7a40-9f5e-3b7c2d1e0f64' }, 'projectId'],
    [{ more: 1 }, 'more'],
    [[], 'body'],
    [null, 'body'],
  ])('with 400 for the body %j', async (json, field) => {
    const project = await createProject()
    const { status, body } = await project.call(TRIGGER, { json })
    expect(status).toBe(400)
    expect(Object.keys(body.details.fieldErrors)).toEqual([field])
  })

  it('with 400 for a malformed body', async () => {
    const project = await createProject()
    const headers = { 'Content-Type': 'application/json' }
    expect((await project.call(TRIGGER, { body: '{', headers })).status).toBe(400)
    expect(
      (await project.call(TRIGGER, { body: '{}', headers: { 'Content-Type': 'text/plain' } })).status,
    ).toBe(400)
  })

  it('without a key, with a revoked key and with an organization key', async () => {
    const project = await createProject()
    expect((await call(TRIGGER)).status).toBe(401)
    const { id, key } = await world.projectKey(project.projectId)
    await world.operator.db.prisma.apiKey.update({ where: { id }, data: { revokedAt: new Date() } })
    expect((await call(TRIGGER, { key })).status).toBe(401)
    const scoped = await call(TRIGGER, { key: project.organizationKey, json: { unknown: 1 } })
    expect(scoped.status).toBe(403)
    expect(scoped.body.error.code).toBe('PROJECT_SCOPED_KEY_REQUIRED')
  })
})
