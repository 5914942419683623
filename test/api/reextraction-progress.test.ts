import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import type { Ctx } from '../../src/core/context.ts'
import { deleteProject } from '../../src/core/projects/delete.ts'
import { cancelReextraction } from '../../src/core/reextractions/cancel.ts'
import { reextractRun } from '../../src/core/reextractions/reextract-run.ts'
import { watchReextraction } from '../../src/core/reextractions/watch.ts'
import { openApplication } from '../../src/process/application.ts'
import { openGateway } from '../../src/process/gateway.ts'
import type { World } from '../world.ts'
import { all, results, type Shown, type Transport } from './graphql-client.ts'
import { begin, findAcme, LARGE, newPlace, openReextractionWorld, run, work } from './reextraction-place.ts'

let opened: Awaited<ReturnType<typeof openReextractionWorld>>
let world: World
beforeAll(async () => {
  opened = await openReextractionWorld()
  world = opened.world
})
afterAll(() => opened.close())

const PROGRESS = `subscription ($id: ID!) { reextractionProgress(id: $id) {
  status finishedAt progress { total completed } after { mentionRate { value } } } }`

const stateIn = ({ data, errors }: Shown) => {
  if (errors) throw new Error(JSON.stringify(errors))
  return data.reextractionProgress
}

/** A context in which the process dies at the so-manieth answer that is read. */
function dyingAt(ctx: Ctx, answer: number): Ctx {
  let read = 0
  const find = (token: string) => {
    read += 1
    if (read === answer) throw new Error('the process dies')
    return ctx.deps.providers.find(token)
  }
  return { ...ctx, deps: { ...ctx.deps, providers: { ...ctx.deps.providers, find } } }
}

/** The states until one that is wanted. */
async function until(states: AsyncIterator<Shown>, wanted: (state: ReturnType<typeof stateIn>) => boolean) {
  for (;;) {
    const { value, done } = await states.next()
    if (done) throw new Error('completed too early')
    const state = stateIn(value)
    if (wanted(state)) return state
  }
}

const TRANSPORTS: Transport[] = ['websocket', 'server-sent events']

describe.each(TRANSPORTS)('over %s', (transport) => {
  test('the state of the moment comes first, then how it goes on, then the final state and the end, whenever one joins', async () => {
    const place = await newPlace(world, LARGE)
    const runId = await run(place)
    await findAcme(place)
    const { id } = await begin(place, runId)
    const { key } = await world.projectKey(place.projectId)
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
    // Who joins after the end is told how it ended.
    expect((await all(join())).map(stateIn)).toEqual([final])
  })
})

test('one that is cancelled is the last that is heard of it', async () => {
  const place = await newPlace(world, { prompts: 1 })
  const { id } = await begin(place, await run(place))
  const { key } = await world.projectKey(place.projectId)
  const states = results('websocket', world, key, { query: PROGRESS, variables: { id } })
  await states.next()
  await cancelReextraction({ ctx: place.ctx, input: { reextractionId: id } })
  expect((await all(states)).map(stateIn)).toMatchObject([{ status: 'CANCELLED', after: null }])
})

test('the deletion of the project ends it', async () => {
  const place = await newPlace(world, { prompts: 1 })
  const { id } = await begin(place, await run(place))
  // A key would go with the project.
  const states = await watchReextraction({ ctx: place.ctx, input: { id } })
  expect((await states.next()).value).toMatchObject({ status: 'queued' })
  const rest = states.next()
  await deleteProject({ ctx: world.operator, input: { projectId: place.projectId } })
  expect(await rest).toEqual({ done: true, value: undefined })
})

test('the activity of its project tells of it to its end', async () => {
  const place = await newPlace(world, { prompts: 1 })
  const runId = await run(place)
  const { key } = await world.projectKey(place.projectId)
  const query = `subscription ($id: ID!) { projectActivity(projectId: $id) {
    ... on ReextractionChanged { reextraction { status run { databaseId } } } } }`
  const activity = results('websocket', world, key, { query, variables: { id: place.projectId } })
  await activity.next()
  // Without a job, that it waits is all there is to tell.
  const { id } = await begin(place, runId)
  expect((await activity.next()).value.data.projectActivity.reextraction.status).toBe('QUEUED')
  await cancelReextraction({ ctx: place.ctx, input: { reextractionId: id } })
  expect((await activity.next()).value.data.projectActivity.reextraction.status).toBe('CANCELLED')
  await reextractRun({ ctx: place.ctx, input: { runId } })
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

test('another tenant’s key, and an organization key, are told nothing', async () => {
  const place = await newPlace(world, { prompts: 1 })
  const { id } = await begin(place, await run(place))
  const stranger = await newPlace(world, { prompts: 1 })
  const { key } = await world.projectKey(stranger.projectId)
  const organization = await world.organizationKey(place.organizationId)
  const refusals = [
    [key, 'NOT_FOUND'],
    [organization.key, 'PROJECT_SCOPED_KEY_REQUIRED'],
  ] as const
  for (const [key, code] of refusals) {
    const shown = await all(results('websocket', world, key, { query: PROGRESS, variables: { id } }))
    expect(shown.map(({ errors }) => errors?.[0]?.extensions.code)).toEqual([code])
  }
})

test('over Redis a subscriber of one server hears of what another reads', async ({ skip }) => {
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
  const place = await newPlace(shared.world, LARGE)
  const runId = await run(place)
  const { id } = await begin(place, runId)
  const { key } = await shared.world.projectKey(place.projectId)
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
