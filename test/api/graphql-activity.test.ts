import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteProject } from '../../src/core/projects/delete.ts'
import { globalIdOf } from '../../src/graphql/foundation/global-id.ts'
import { eventually } from '../eventually.ts'
import { createWorld, type World } from '../world.ts'
import { all, ask, type GraphqlResult, results, type Transport } from './graphql-client.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const ACTIVITY = `subscription ($id: ID!) { projectActivity(projectId: $id) { __typename
  ... on ProjectChanged { parts project { displayName prompts { totalCount } competitors { totalCount } } }
  ... on RunChanged { run { databaseId status progress { completed total } } }
  ... on AsyncAnalysisChanged { asyncAnalysis { status } }
  ... on ProjectDeleted { deletedProjectId } } }`

async function createProject() {
  const { id: organizationId } = await world.organization({ plan: 'pro' })
  const { id: projectId } = await world.project({ organizationId })
  // Otherwise events of the setup would arrive between the events that the test expects.
  await setupEnded(projectId)
  const { key } = await world.projectKey(projectId)
  return { projectId, organizationId, key }
}

async function setupEnded(projectId: string): Promise<void> {
  const { project } = world.operator.db.prisma
  await eventually(async () => {
    const { setupStatus } = await project.findUniqueOrThrow({ where: { id: projectId } })
    expect(['completed', 'failed']).toContain(setupStatus)
  })
}

const eventOf = ({ data, errors }: GraphqlResult) => {
  if (errors) throw new Error(JSON.stringify(errors))
  return data.projectActivity
}

/** Reads events until one matches, and returns it. */
async function until(
  activity: AsyncIterator<GraphqlResult>,
  matches: (shown: ReturnType<typeof eventOf>) => boolean,
) {
  for (;;) {
    const { value, done } = await activity.next()
    if (done) throw new Error('completed too early')
    const event = eventOf(value)
    if (matches(event)) return event
  }
}

const TRANSPORTS: Transport[] = ['websocket', 'server-sent events']

describe.each(TRANSPORTS)('projectActivity over %s', (transport) => {
  test('sends the current state first, then each change, the progress of runs, and the deletion last', async () => {
    const { projectId, key } = await createProject()
    const activity = results(transport, world, key, { query: ACTIVITY, variables: { id: projectId } })
    expect(eventOf((await activity.next()).value)).toEqual({
      __typename: 'ProjectChanged',
      parts: [],
      project: { displayName: 'Taskfern', prompts: { totalCount: 0 }, competitors: { totalCount: 0 } },
    })
    await ask(
      world,
      key,
      `mutation { createPrompt(input: { text: "Best?", providers: ["chatgpt"] }) { prompt { id } } }`,
    )
    expect(eventOf((await activity.next()).value)).toMatchObject({
      parts: ['PROMPTS'],
      project: { prompts: { totalCount: 1 } },
    })
    await ask(
      world,
      key,
      `mutation { setCompetitors(input: { competitors: [{ name: "Boardly" }] }) { project { id } } }`,
    )
    expect(eventOf((await activity.next()).value)).toMatchObject({
      parts: ['COMPETITORS'],
      project: { competitors: { totalCount: 1 } },
    })
    const { triggerRun } = await ask(world, key, `mutation { triggerRun(input: {}) { run { databaseId } } }`)
    const last = await until(activity, ({ run }) => run?.status === 'COMPLETED')
    expect(last.run).toEqual({
      databaseId: triggerRun.run.databaseId,
      status: 'COMPLETED',
      progress: { completed: 1, total: 1 },
    })
    await deleteProject({ ctx: world.operator, input: { projectId } })
    const gone = await until(activity, ({ __typename }) => __typename === 'ProjectDeleted')
    expect(gone.deletedProjectId).toBe(globalIdOf('Project', projectId))
    expect(await activity.next()).toEqual({ done: true, value: undefined })
  })
})

test('projectActivity sends the first state once to each of many concurrent subscribers', async () => {
  const { projectId, key } = await createProject()
  const operation = { query: ACTIVITY, variables: { id: projectId } }
  const subscribers = Array.from({ length: 30 }, () => results('websocket', world, key, operation))
  const firsts = await Promise.all(subscribers.map((activity) => activity.next()))
  expect(firsts.map(({ value }) => eventOf(value).parts)).toEqual(subscribers.map(() => []))
  const seconds = subscribers.map((activity) => activity.next())
  await ask(
    world,
    key,
    `mutation { createPrompt(input: { text: "Best?", providers: ["chatgpt"] }) { prompt { id } } }`,
  )
  const changes = await Promise.all(seconds)
  expect(changes.map(({ value }) => eventOf(value).parts)).toEqual(subscribers.map(() => ['PROMPTS']))
  await Promise.all(subscribers.map((activity) => activity.return?.()))
})

test('projectActivity refuses a key of another tenant and an organization key', async () => {
  const { projectId, organizationId } = await createProject()
  const otherTenant = await createProject()
  const organization = await world.organizationKey(organizationId)
  const operation = { query: ACTIVITY, variables: { id: projectId } }
  const refusals = [
    [otherTenant.key, 'NOT_FOUND'],
    [organization.key, 'PROJECT_SCOPED_KEY_REQUIRED'],
  ] as const
  for (const [key, code] of refusals) {
    const shown = await all(results('websocket', world, key, operation))
    expect(shown).toHaveLength(1)
    expect(shown[0]?.data).toBeFalsy()
    expect(shown[0]?.errors?.[0]?.extensions.code).toBe(code)
  }
})
