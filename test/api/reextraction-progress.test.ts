import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import type { Ctx } from '../../src/core/context.ts'
import { deleteProject } from '../../src/core/projects/delete.ts'
import { cancelReextraction } from '../../src/core/reextractions/cancel.ts'
import { reextractRun } from '../../src/core/reextractions/start.ts'
import { subscribeToReextraction } from '../../src/core/reextractions/subscribe.ts'
import { openApplication } from '../../src/process/application.ts'
import { openGateway } from '../../src/process/gateway.ts'
import type { World } from '../world.ts'
import { all, type GraphqlResult, results, type Transport } from './graphql-client.ts'
import {
  begin,
  createReextractionProject,
  findAcme,
  LARGE,
  openReextractionWorld,
  run,
  work,
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

/** A context in which extraction throws at the given answer, as if the process had died. */
function dyingAt(ctx: Ctx, answer: number): Ctx {
  let read = 0
  const find = (token: string) => {
    read += 1
    if (read === answer) throw new Error('the process dies')
    return ctx.deps.providers.find(token)
  }
  return { ...ctx, deps: { ...ctx.deps, providers: { ...ctx.deps.providers, find } } }
}

/** Collects states until one is wanted. */
async function until(
  states: AsyncIterator<GraphqlResult>,
  wanted: (state: ReturnType<typeof stateIn>) => boolean,
) {
  for (;;) {
    const { value, done } = await states.next()
    if (done) throw new Error('completed too early')
    const state = stateIn(value)
    if (wanted(state)) return state
  }
}

const TRANSPORTS: Transport[] = ['websocket', 'server-sent events']

describe.each(TRANSPORTS)('reextractionProgress over %s', (transport) => {
  test('sends the current state first, then progress, then the final state, whenever a subscriber joins', async () => {
    const project = await createReextractionProject(world, LARGE)
    const runId = await run(project)
    await findAcme(project)
    const { id } = await begin(project, runId)
    const { key } = await world.projectKey(project.projectId)
    const join = () => results(transport, world, key, { query: PROGRESS, variables: { id } })
    const early = join()
    expect(stateIn((await early.next()).value)).toEqual({
      status: 'QUEUED',
      finishedAt: null,
      progress: { total: 240, completed: 0 },
      after: null,
    })
    await expect(work(id, dyingAt(world.operator, 220))).rejects.toThrow('the process dies')
    const inTheMiddle = { status: 'RUNNING', progress: { total: 240, completed: 200 } }
    expect(await until(early, ({ progress }) => progress.completed > 0)).toMatchObject(inTheMiddle)
    const late = join()
    expect(stateIn((await late.next()).value)).toMatchObject(inTheMiddle)
    await work(id, world.operator)
    const final = {
      status: 'COMPLETED',
      finishedAt: expect.any(String),
      progress: { total: 240, completed: 240 },
      after: { mentionRate: { value: 1 } },
    }
    for (const states of [early, late]) {
      const rest = (await all(states)).map(stateIn)
      const read = rest.map(({ progress }) => progress.completed)
      expect(read).toEqual(read.toSorted((a, b) => a - b))
      expect(rest.at(-1)).toEqual(final)
      expect(rest.filter(({ finishedAt }) => finishedAt !== null)).toHaveLength(1)
    }
    // A subscriber that joins after the end gets the final state.
    expect((await all(join())).map(stateIn)).toEqual([final])
  })
})

test('ends with the cancellation', async () => {
  const project = await createReextractionProject(world, { prompts: 1 })
  const { id } = await begin(project, await run(project))
  const { key } = await world.projectKey(project.projectId)
  const states = results('websocket', world, key, { query: PROGRESS, variables: { id } })
  await states.next()
  await cancelReextraction({ ctx: project.ctx, input: { reextractionId: id } })
  expect((await all(states)).map(stateIn)).toMatchObject([{ status: 'CANCELLED', after: null }])
})

test('ends when the project is deleted', async () => {
  const project = await createReextractionProject(world, { prompts: 1 })
  const { id } = await begin(project, await run(project))
  // A project key would be deleted with the project.
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
  // Without a job its only state is queued.
  const { id } = await begin(project, runId)
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

test('reextractionProgress sends nothing to the key of another tenant or to an organization key', async () => {
  const project = await createReextractionProject(world, { prompts: 1 })
  const { id } = await begin(project, await run(project))
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

test('over Redis a subscriber at one server receives the progress of a re-extraction by another', async ({
  skip,
}) => {
  skip(!inject('redisUrl'), 'there is no Redis')
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
  const other = await openGateway({ ...application, host: '127.0.0.1', port: 0 })
  const project = await createReextractionProject(shared.world, LARGE)
  const runId = await run(project)
  const { id } = await begin(project, runId)
  const { key } = await shared.world.projectKey(project.projectId)
  const states = results('websocket', other, key, { query: PROGRESS, variables: { id } })
  await states.next()
  await expect(work(id, dyingAt(shared.world.operator, 220))).rejects.toThrow('the process dies')
  expect((await until(states, ({ progress }) => progress.completed > 0)).progress.completed).toBe(200)
  await work(id, shared.world.operator)
  expect((await all(states)).map(stateIn).at(-1)).toMatchObject({ status: 'COMPLETED' })
  await other.close()
  await application.close()
  await shared.close()
})
