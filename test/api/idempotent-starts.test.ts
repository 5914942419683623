import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { sweepIdempotency } from '../../src/core/idempotency/claim.ts'
import { createWorld, type World } from '../world.ts'
import { ask } from './graphql-client.ts'
import { type Call, type Client, createClient } from './rest-client.ts'
import { createRunProject } from './run-project.ts'

const START = 'POST /v1/async-analysis'
const TRIGGER = 'POST /v1/analysis/trigger'
const QUESTION = {
  prompts: ['Best task manager?', 'Best CRM?'],
  brandName: 'Taskfern',
  replicates: 1,
  providers: ['chatgpt'],
  locations: ['US'],
}

let world: World
let call: Client
beforeAll(async () => {
  world = await createWorld({ workers: false, providers: [{ id: 'chatgpt', driver: 'simulated' }] })
  call = await createClient(world)
})
afterAll(() => world?.close())

const once = (key = 'once') => ({ 'Idempotency-Key': key })

async function newCaller(credits = 100) {
  const { id: organizationId } = await world.organization({ credits })
  const { key } = await world.organizationKey(organizationId)
  const { prisma } = world.operator.db
  return {
    organizationId,
    key,
    start: (more: Call = {}) => call(START, { key, json: QUESTION, headers: once(), ...more }),
    async account() {
      const { creditBalance } = await prisma.organization.findUniqueOrThrow({ where: { id: organizationId } })
      return { credits: creditBalance, batches: await prisma.batch.count({ where: { organizationId } }) }
    },
  }
}

describe('starting an async analysis again with its idempotency key', () => {
  it('returns the first analysis, charges once, and repeats the response byte for byte', async () => {
    const { start, account } = await newCaller()
    const first = await start()
    const second = await start({ json: { ...QUESTION, prompts: [' Best task manager? ', 'Best CRM?'] } })
    expect([first.status, second.status, second.text]).toEqual([202, 202, first.text])
    expect(second.headers.get('Location')).toBe(first.headers.get('Location'))
    expect([first, second].map(({ headers }) => headers.get('Idempotent-Replayed'))).toEqual([null, 'true'])
    expect(await account()).toEqual({ credits: 98, batches: 1 })
  })

  it('returns the first analysis even if no credits are left', async () => {
    const { start, account } = await newCaller(2)
    await start()
    expect((await start()).status).toBe(202)
    expect(await account()).toEqual({ credits: 0, batches: 1 })
  })

  it('starts only one analysis for twenty concurrent requests', async () => {
    const { start, account } = await newCaller()
    const answers = await Promise.all(Array.from({ length: 20 }, () => start()))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers.filter(({ headers }) => !headers.has('Idempotent-Replayed'))).toHaveLength(1)
    expect(await account()).toEqual({ credits: 98, batches: 1 })
  })

  it('returns the analysis over GraphQL that REST started', async () => {
    const { start, key, account } = await newCaller()
    const { body } = await start()
    const { startAsyncAnalysis } = await ask(
      world,
      key,
      `mutation ($input: StartAsyncAnalysisInput!) {
        startAsyncAnalysis(input: $input) { replayed asyncAnalysis { databaseId } } }`,
      { input: { ...QUESTION, idempotencyKey: 'once' } },
    )
    expect(startAsyncAnalysis).toEqual({
      replayed: true,
      asyncAnalysis: { databaseId: body.data.analysisId },
    })
    expect(await account()).toEqual({ credits: 98, batches: 1 })
  })

  it('with a different body is a CONFLICT, and no analysis is started', async () => {
    const { start, account } = await newCaller()
    await start()
    const { status, body } = await start({ json: { ...QUESTION, replicates: 2 } })
    expect([status, body.error.code]).toEqual([409, 'CONFLICT'])
    expect(await account()).toEqual({ credits: 98, batches: 1 })
  })

  it('starts another analysis after 24 hours', async () => {
    const { start, account, organizationId } = await newCaller()
    await start()
    const { prisma } = world.operator.db
    const expiresAt = new Date()
    await prisma.idempotencyRecord.updateMany({ where: { organizationId }, data: { expiresAt } })
    await sweepIdempotency({ ctx: world.operator })
    expect((await start()).headers.has('Idempotent-Replayed')).toBe(false)
    expect(await account()).toEqual({ credits: 96, batches: 2 })
  })

  it('is independent for keys of different projects in one organization', async () => {
    const { organizationId, account } = await newCaller()
    const answers = []
    for (const name of ['One', 'Two']) {
      const project = await world.project({ organizationId, name })
      const { key } = await world.projectKey(project.id)
      const { brandName, ...json } = QUESTION
      answers.push(await call(START, { key, json, headers: once() }))
    }
    expect(answers.map(({ status, headers }) => [status, headers.get('Idempotent-Replayed')])).toEqual([
      [202, null],
      [202, null],
    ])
    expect(await account()).toEqual({ credits: 96, batches: 2 })
  })
})

test('a refused request leaves its idempotency key unused', async () => {
  const { start, account, organizationId } = await newCaller(1)
  expect((await start()).body.error.code).toBe('API_CREDITS_EXCEEDED')
  const { prisma } = world.operator.db
  await prisma.organization.update({ where: { id: organizationId }, data: { creditBalance: 2 } })
  expect((await start()).status).toBe(202)
  expect(await account()).toEqual({ credits: 0, batches: 1 })
})

test('a malformed idempotency key is reported as the header, together with the invalid fields of the body', async () => {
  const { start, account } = await newCaller()
  const { status, body } = await start({ headers: once('a b'), json: { ...QUESTION, replicates: 0 } })
  expect([status, Object.keys(body.details.fieldErrors).sort()]).toEqual([
    400,
    ['Idempotency-Key', 'replicates'],
  ])
  expect(await account()).toEqual({ credits: 100, batches: 0 })
})

test('a prompt that repeats in one request is refused with its index', async () => {
  const { start, account } = await newCaller()
  const { status, body } = await start({ json: { ...QUESTION, prompts: ['One?', 'Two?', ' One? '] } })
  expect([status, body.details.fieldErrors]).toEqual([
    400,
    { 'prompts.2': 'repeats prompts.0; remove it, or ask several times with replicates' },
  ])
  expect(await account()).toEqual({ credits: 100, batches: 0 })
})

describe('triggering a manual run again with its idempotency key', () => {
  it('returns the first run and response instead of exceeding the limit of manual runs', async () => {
    const project = await createRunProject(world, call, { prompts: [{ text: 'Best task manager?' }] })
    const nextRunAt = new Date(Date.now() + 3_600_000)
    await world.operator.db.prisma.schedule.create({ data: { projectId: project.projectId, nextRunAt } })
    const first = await project.call(TRIGGER, { headers: once() })
    const second = await project.call(TRIGGER, { headers: once(), json: { reschedule: true } })
    expect([second.status, second.text]).toEqual([200, first.text])
    expect(second.headers.get('X-RateLimit-Reset')).toBe(first.headers.get('X-RateLimit-Reset'))
    expect(second.headers.get('Idempotent-Replayed')).toBe('true')
    const { triggerRun } = await ask(
      world,
      project.key,
      'mutation { triggerRun(input: { idempotencyKey: "once" }) { replayed nextRunAt run { databaseId } } }',
    )
    expect(triggerRun).toEqual({
      replayed: true,
      nextRunAt: first.body.data.nextRunAt,
      run: { databaseId: first.body.data.runId },
    })
    expect(await world.operator.db.prisma.batch.count({ where: { projectId: project.projectId } })).toBe(1)
  })

  it('with a different body is a CONFLICT', async () => {
    const project = await createRunProject(world, call, { prompts: [{ text: 'Best task manager?' }] })
    await project.call(TRIGGER, { headers: once() })
    const { status, body } = await project.call(TRIGGER, { headers: once(), json: { reschedule: false } })
    expect([status, body.error.code]).toEqual([409, 'CONFLICT'])
  })
})
