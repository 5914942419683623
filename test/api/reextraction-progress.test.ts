import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { readConfig } from '../../src/config/read.ts'
import type { AppCtx } from '../../src/core/context.ts'
import { deleteProject } from '../../src/core/projects/delete.ts'
import { cancelReextraction } from '../../src/core/reextractions/cancel.ts'
import { reextractRun } from '../../src/core/reextractions/start.ts'
import { subscribeToReextraction } from '../../src/core/reextractions/subscribe.ts'
import { openApplication } from '../../src/process/application.ts'
import { openGateway } from '../../src/process/gateway.ts'
import type { World } from '../world.ts'
import { all, type GraphqlResult, results, type Transport } from './graphql-client.ts'
import {
  createReextractionProject,
  executeReextraction,
  findAcme,
  LARGE,
  openReextractionWorld,
  run,
  startWithoutJob,
} from './reextraction-project.ts'

let opened: Awaited<ReturnType<typeof openReextractionWorld>>
let world: World
beforeAll(async () => {
  opened = await openReextractionWorld()
  world = opened.world
})
afterAll(() => opened.close())

const PROGRESS = `subscription ($id: ID!) { reextractionProgress(reextractionId: $id) {
  status finishedAt progress { total completed } after { mentionRate { value } } } }`

const stateIn = ({ data, errors }: GraphqlResult) => {
  if (errors) throw new Error(JSON.stringify(errors))
  return data.reextractionProgress
}

/** Returns a context in which extraction throws at this answer, as if the process had died. */
function dyingAt(ctx: AppCtx, answer: number): AppCtx {
  let extracted = 0
  const find = (token: string) => {
    extracted += 1
    if (extracted === answer) throw new Error('the process dies')
    return ctx.deps.providers.of(null).find(token)
  }
  const { providers } = ctx.deps
  const registry = { ...providers.of(null), find }
  return { ...ctx, deps: { ...ctx.deps, providers: { ...providers, all: () => [registry] } } }
}

/** Reads states until one matches, and returns it. */
async function until(
  states: AsyncIterator<GraphqlResult>,
  matches: (state: ReturnType<typeof stateIn>) => boolean,
) {
  for (;;) {
    const { value, done } = await states.next()
    if (done) throw new Error('completed too early')
    const state = stateIn(value)
    if (matches(state)) return state
  }
}

const TRANSPORTS: Transport[] = ['websocket', 'server-sent events']

describe.each(TRANSPORTS)('reextractionProgress over %s', (transport) => {
  test('sends the current state first, then progress, then the final state, whenever a subscriber joins', async () => {
    const project = await createReextractionProject(world, LARGE)
    const runId = await run(project)
    await findAcme(project)
    const { id } = await startWithoutJob(project, runId)
    const { key } = await world.projectKey(project.projectId)
    const join = () => results(transport, world, key, { query: PROGRESS, variables: { id } })
    const early = join()
    expect(stateIn((await early.next()).value)).toEqual({
      status: 'QUEUED',
      finishedAt: null,
      progress: { total: 240, completed: 0 },
      after: null,
    })
    await expect(executeReextraction(id, dyingAt(world.operator, 220))).rejects.toThrow('the process dies')
    const inTheMiddle = { status: 'RUNNING', progress: { total: 240, completed: 200 } }
    expect(await until(early, ({ progress }) => progress.completed > 0)).toMatchObject(inTheMiddle)
    const late = join()
    expect(stateIn((await late.next()).value)).toMatchObject(inTheMiddle)
    await executeReextraction(id, world.operator)
    const final = {
      status: 'COMPLETED',
      finishedAt: expect.any(String),
      progress: { total: 240, completed: 240 },
      after: { mentionRate: { value: 1 } },
    }
    for (const states of [early, late]) {
      const rest = (await all(states)).map(stateIn)
      const completed = rest.map(({ progress }) => progress.completed)
      expect(completed).toEqual(completed.toSorted((a, b) => a - b))
      expect(rest.at(-1)).toEqual(final)
      expect(rest.filter(({ finishedAt }) => finishedAt !== null)).toHaveLength(1)
    }
    // A subscriber that joins after the end gets the final state.
    expect((await all(join())).map(stateIn)).toEqual([final])
  })
})

test('ends with the cancellation', async () => {
  const project = await createReextractionProject(world, { prompts: 1 })
  const { id } = await startWithoutJob(project, await run(project))
  const { key } = await world.projectKey(project.projectId)
  const states = results('websocket', world, key, { query: PROGRESS, variables: { id } })
  await states.next()
  await cancelReextraction({ ctx: project.ctx, input: { reextractionId: id } })
  expect((await all(states)).map(stateIn)).toMatchObject([{ status: 'CANCELLED', after: null }])
})

test('ends when the project is deleted', async () => {
  const project = await createReextractionProject(world, { prompts: 1 })
  const { id } = await startWithoutJob(project, await run(project))
  // Not with a project key, which is deleted with the project.
  const states = await subscribeToReextraction({ ctx: project.ctx, input: { id } })
  expect((await states.next()).value).toMatchObject({ status: 'queued' })
  const rest = states.next()
  await deleteProject({ ctx: world.operator, input: { projectId: project.projectId } })
  expect(await rest).toEqual({ done: true, value: undefined })
})

test('is part of projectActivity until it ends', async () => {
  const project = await createReextractionProject(world, { prompts: 1 })
  const runId = await run(project)
  const { key } = await world.projectKey(project.projectId)
  const query = `subscription ($id: ID!) { projectActivity(projectId: $id) {
    ... on ReextractionChanged { reextraction { status run { databaseId } } } } }`
  const activity = results('websocket', world, key, { query, variables: { id: project.projectId } })
  await activity.next()
  // Without a job, its only state is queued.
  const { id } = await startWithoutJob(project, runId)
  expect((await activity.next()).value.data.projectActivity.reextraction.status).toBe('QUEUED')
  await cancelReextraction({ ctx: project.ctx, input: { reextractionId: id } })
  expect((await activity.next()).value.data.projectActivity.reextraction.status).toBe('CANCELLED')
  await reextractRun({ ctx: project.ctx, input: { runId } })
  const seen: string[] = []
  for await (const { data } of activity) {
    const { reextraction } = data.projectActivity
    if (!reextraction) continue
    expect(reextraction.run).toEqual({ databaseId: runId })
    seen.push(reextraction.status)
    if (reextraction.status === 'COMPLETED') break
  }
  expect(seen.filter((status) => status !== 'RUNNING' && status !== 'QUEUED')).toEqual(['COMPLETED'])
})

test('reextractionProgress refuses a key of another tenant and an organization key', async () => {
  const project = await createReextractionProject(world, { prompts: 1 })
  const { id } = await startWithoutJob(project, await run(project))
  const stranger = await createReextractionProject(world, { prompts: 1 })
  const { key } = await world.projectKey(stranger.projectId)
  const organization = await world.organizationKey(project.organizationId)
  const refusals = [
    [key, 'NOT_FOUND'],
    [organization.key, 'PROJECT_SCOPED_KEY_REQUIRED'],
  ] as const
  for (const [key, code] of refusals) {
    const shown = await all(results('websocket', world, key, { query: PROGRESS, variables: { id } }))
    expect(shown.map(({ errors }) => errors?.[0]?.extensions.code)).toEqual([code])
  }
})

test('over Redis, a subscriber at one server receives the progress of a re-extraction on another server', async ({
  skip,
}) => {
  skip(!inject('redisUrl'), 'no Redis available')
  const shared = await openReextractionWorld({ redis: true })
  const application = await openApplication(
    readConfig({
      DATABASE_URL: shared.world.databaseUrl,
      REDIS_URL: inject('redisUrl') ?? '',
      SECRET_KEY: 'a secret of at least thirty-two bytes',
      LOG_LEVEL: 'silent',
    }),
    { demo: true },
  )
  const otherGateway = await openGateway({ ...application, host: '127.0.0.1', port: 0 })
  const project = await createReextractionProject(shared.world, LARGE)
  const runId = await run(project)
  const { id } = await startWithoutJob(project, runId)
  const { key } = await shared.world.projectKey(project.projectId)
  const states = results('websocket', otherGateway, key, { query: PROGRESS, variables: { id } })
  await states.next()
  await expect(executeReextraction(id, dyingAt(shared.world.operator, 220))).rejects.toThrow(
    'the process dies',
  )
  expect((await until(states, ({ progress }) => progress.completed > 0)).progress.completed).toBe(200)
  await executeReextraction(id, shared.world.operator)
  expect((await all(states)).map(stateIn).at(-1)).toMatchObject({ status: 'COMPLETED' })
  await otherGateway.close()
  await application.close()
  await shared.close()
})
