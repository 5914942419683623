import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askUnit } from '../../src/core/batches/ask.ts'
import { dispatchBatch } from '../../src/core/batches/dispatch.ts'
import { createWorld, type World } from '../world.ts'
import { send } from './graphql-client.ts'
import { type Client, createClient } from './rest-client.ts'
import { createRunProject, type PromptInput } from './run-project.ts'

const TRIGGER = 'POST /v1/analysis/trigger'

let world: World
let call: Client
beforeAll(async () => {
  const providers = [
    { id: 'chatgpt', driver: 'simulated' },
    { id: 'gemini', driver: 'simulated' },
    // Not available, because its key is missing.
    {
      id: 'down',
      driver: 'openai-compatible',
      model: 'any',
      baseUrl: 'http://127.0.0.1:1/v1',
      apiKeyEnv: 'UNSET',
    },
  ]
  world = await createWorld({ workers: false, providers, demo: false })
  call = await createClient(world)
})
afterAll(() => world?.close())

const createProject = (prompt: Omit<PromptInput, 'text'>) =>
  createRunProject(world, call, { prompts: [{ text: 'Best?', ...prompt }] })

const runsOf = ({ projectId }: { projectId: string }) =>
  world.operator.db.prisma.batch.count({ where: { projectId } })

/** Asks all units of a run, and returns a function that looks up the error of a provider's unit. */
async function askUnits(batchId: string) {
  const { prisma } = world.operator.db
  await dispatchBatch({ ctx: world.operator, input: { batchId } })
  for (const { id } of await prisma.result.findMany({ where: { batchId } }))
    await askUnit({ ctx: world.operator, input: { unitId: id, tries: 1 } })
  const units = await prisma.result.findMany({ where: { batchId } })
  return { error: (provider: string) => units.find((unit) => unit.provider === provider)?.error }
}

describe('a manual run with unavailable providers', () => {
  it('is refused with 503 and the time to wait if no provider is available, and does not count against the limit', async () => {
    const project = await createProject({ providers: ['down', 'gone'] })
    const { status, body, headers } = await project.call(TRIGGER)
    expect(status).toBe(503)
    expect(body.error).toEqual({
      code: 'PROVIDER_UNAVAILABLE',
      message: expect.stringContaining('down, gone'),
    })
    expect(Number(headers.get('Retry-After'))).toBe(60)
    expect(headers.get('X-RateLimit-Limit')).toBe('1000000')
    expect(await runsOf(project)).toBe(0)
    const { prisma } = world.operator.db
    await prisma.prompt.updateMany({
      where: { projectId: project.projectId },
      data: { providers: ['chatgpt'] },
    })
    expect((await project.call(TRIGGER)).status).toBe(200)
  })

  it('is refused in GraphQL with the same code', async () => {
    const project = await createProject({ providers: ['down'] })
    const { errors } = await send(world, project.key, {
      query: 'mutation { triggerRun(input: {}) { run { status } } }',
    })
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'PROVIDER_UNAVAILABLE', retryAfter: 60 })
    expect(await runsOf(project)).toBe(0)
  })

  it('starts if some providers are available, and counts against the limit', async () => {
    const project = await createProject({ providers: ['chatgpt', 'down'] })
    const { status, body } = await project.call(TRIGGER)
    expect(status).toBe(200)
    const { error } = await askUnits(body.data.runId)
    expect(error('chatgpt')).toBeNull()
    expect(error('down')).toMatchObject({ code: 'PROVIDER_UNAVAILABLE' })
    expect((await project.call(TRIGGER)).status).toBe(429)
  })

  it('does not count against the limit after it ended without any answer because of them', async () => {
    const project = await createProject({ providers: ['chatgpt'] })
    const first = await project.call(TRIGGER)
    const { runId } = first.body.data
    const { prisma } = world.operator.db
    await prisma.result.updateMany({ where: { batchId: runId }, data: { provider: 'down' } })
    expect((await project.call(TRIGGER)).status).toBe(429)
    await askUnits(runId)
    expect((await project.call(`GET /v1/analysis/runs/${runId}`)).body.data.status).toBe('failed')
    expect((await project.call(TRIGGER)).status).toBe(200)
  })

  it.each(['CANCELLED', 'PROVIDER_REFUSED_REQUEST', 'UNREADABLE_ANSWER'])(
    'counts against the limit if one of its units failed with %s',
    async (code) => {
      const project = await createProject({ providers: ['chatgpt', 'gemini'] })
      const { runId } = (await project.call(TRIGGER)).body.data
      const { prisma } = world.operator.db
      await prisma.result.updateMany({ where: { batchId: runId }, data: { provider: 'down' } })
      const [unit] = await prisma.result.findMany({ where: { batchId: runId } })
      await askUnits(runId)
      await prisma.result.update({ where: { id: unit?.id ?? '' }, data: { error: { code, message: 'no' } } })
      expect((await project.call(TRIGGER)).status).toBe(429)
    },
  )
})
