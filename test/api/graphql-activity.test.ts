import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteProject } from '../../src/core/projects/delete.ts'
import { globalIdOf } from '../../src/graphql/global-id.ts'
import { createWorld, type World } from '../world.ts'
import { all, ask, results, type Shown, type Transport } from './graphql-client.ts'

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

async function place() {
  const { id: organizationId } = await world.organization({ plan: 'pro' })
  const { id: projectId } = await world.project({ organizationId })
  // Its setup would be told of somewhere in between.
  await setUp(projectId)
  const { key } = await world.projectKey(projectId)
  return { projectId, organizationId, key }
}

async function setUp(projectId: string): Promise<void> {
  const { project } = world.operator.db.prisma
  const ended = async () =>
    ['completed', 'failed'].includes(
      (await project.findUniqueOrThrow({ where: { id: projectId } })).setupStatus,
    )
  while (!(await ended())) await new Promise((resolve) => setImmediate(resolve))
}

const happened = ({ data, errors }: Shown) => {
  if (errors) throw new Error(JSON.stringify(errors))
  return data.projectActivity
}

/** What happens next, until something of this kind does. */
async function until(
  activity: AsyncIterator<Shown>,
  wanted: (shown: ReturnType<typeof happened>) => boolean,
) {
  for (;;) {
    const { value, done } = await activity.next()
    if (done) throw new Error('completed too early')
    const shown = happened(value)
    if (wanted(shown)) return shown
  }
}

const TRANSPORTS: Transport[] = ['websocket', 'server-sent events']

describe.each(TRANSPORTS)('over %s', (transport) => {
  test('how the project stands comes first, then each change of it, its runs to their end, and its deletion last', async () => {
    const { projectId, key } = await place()
    const activity = results(transport, world, key, { query: ACTIVITY, variables: { id: projectId } })
    expect(happened((await activity.next()).value)).toEqual({
      __typename: 'ProjectChanged',
      parts: [],
      project: { displayName: 'Taskfern', prompts: { totalCount: 0 }, competitors: { totalCount: 0 } },
    })
    await ask(
      world,
      key,
      `mutation { createPrompt(input: { text: "Best?", providers: ["chatgpt"] }) { prompt { id } } }`,
    )
    expect(happened((await activity.next()).value)).toMatchObject({
      parts: ['PROMPTS'],
      project: { prompts: { totalCount: 1 } },
    })
    await ask(
      world,
      key,
      `mutation { setCompetitors(input: { competitors: [{ name: "Boardly" }] }) { project { id } } }`,
    )
    expect(happened((await activity.next()).value)).toMatchObject({
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

test('another tenant’s key, and an organization key, are told nothing', async () => {
  const { projectId, organizationId } = await place()
  const other = await place()
  const organization = await world.organizationKey(organizationId)
  const operation = { query: ACTIVITY, variables: { id: projectId } }
  const refusals = [
    [other.key, 'NOT_FOUND'],
    [organization.key, 'PROJECT_SCOPED_KEY_REQUIRED'],
  ] as const
  for (const [key, code] of refusals) {
    const shown = await all(results('websocket', world, key, operation))
    expect(shown).toHaveLength(1)
    expect(shown[0]?.data).toBeFalsy()
    expect(shown[0]?.errors?.[0]?.extensions.code).toBe(code)
  }
})
