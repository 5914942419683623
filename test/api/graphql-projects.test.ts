import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countProjects, listProjects } from '../../src/core/projects/list.ts'
import { createWorld, type World } from '../world.ts'
import { ask, send } from './graphql-client.ts'
import { createCustomer, readProject } from './graphql-project.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ workers: false })
})
afterAll(() => world?.close())

describe('Project', () => {
  test('can be read completely with its own key', async () => {
    const { id, organizationId, key } = await createCustomer(world)
    const project = await readProject(world, key)
    const competitor = { aliases: [], domains: [], url: null, project: { databaseId: id } }
    expect(project).toMatchObject({
      databaseId: id,
      name: 'Taskfern',
      displayName: 'Taskfern',
      analysisBrandName: 'Taskfern',
      url: 'https://taskfern.example',
      description: null,
      aliases: [],
      domains: [],
      location: 'global',
      defaultProviders: world.operator.deps.providers
        .of(null)
        .tokens()
        .map((token) => ({ token })),
      setup: { status: 'QUEUED' },
      organization: { databaseId: organizationId },
      schedule: { enabled: false, dayOfWeek: 1, hour: 3, minute: 0, timezone: 'UTC', nextRunAt: null },
      competitors: {
        totalCount: 2,
        nodes: [
          { name: 'Boardly', ...competitor },
          { name: 'Klarwerk', ...competitor },
        ],
      },
      proposals: { totalCount: 0, nodes: [] },
    })
  })

  test('pages its competitors forward and backward', async () => {
    const { key } = await createCustomer(world, { competitors: ['a', 'b', 'c', 'd'] })
    const page = async (args: string) => {
      const { viewer } = await ask(
        world,
        key,
        `{ viewer { project { competitors(${args}) { nodes { name } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } } }`,
      )
      const { nodes, pageInfo } = viewer.project.competitors
      return { names: nodes.map(({ name }: { name: string }) => name).join(''), ...pageInfo }
    }
    const first = await page('first: 3')
    expect(first).toMatchObject({ names: 'abc', hasNextPage: true, hasPreviousPage: false })
    expect(await page(`first: 3, after: "${first.endCursor}"`)).toMatchObject({
      names: 'd',
      hasNextPage: false,
    })
    const last = await page('last: 2')
    expect(last).toMatchObject({ names: 'cd', hasPreviousPage: true })
    expect(await page(`last: 2, before: "${last.startCursor}"`)).toMatchObject({
      names: 'ab',
      hasPreviousPage: false,
    })
    expect(await page('first: 0')).toMatchObject({ names: '', hasNextPage: true })
  })

  test("and its competitors are nodes for the project's own key, and null for any other key", async () => {
    const mine = await createCustomer(world)
    const otherCustomer = await createCustomer(world)
    const { id, competitors } = await readProject(world, mine.key)
    const ids = [id, competitors.nodes[0].id]
    const nodes = async (key: string) =>
      (await ask(world, key, 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids })).nodes
    expect(await nodes(mine.key)).toEqual(ids.map((id) => ({ id })))
    for (const key of [otherCustomer.key, otherCustomer.admin, mine.plain, mine.admin])
      expect(await nodes(key)).toEqual([null, null])
  })
})

describe('Organization.projects', () => {
  const LIST = '{ viewer { organization { projects(first: 10) { totalCount nodes { databaseId } } } } }'
  const listed = async (key: string) => {
    const { totalCount, nodes } = (await ask(world, key, LIST)).viewer.organization.projects
    expect(totalCount).toBe(nodes.length)
    return nodes.map(({ databaseId }: { databaseId: string }) => databaseId)
  }

  test('lists all projects for members and admin keys, one for a project key, and none for other keys', async () => {
    const { id, organizationId, key, admin, plain, member } = await createCustomer(world)
    await createCustomer(world)
    const sibling = await world.project({ organizationId })
    expect(await listed(key)).toEqual([id])
    expect(await listed(admin)).toEqual([id, sibling.id])
    expect(await listed(plain)).toEqual([])
    const page = { size: 10, backward: false, after: null, before: null }
    const seen = await listProjects({ ctx: member, input: { page } })
    expect(seen.map((project) => project.id)).toEqual([id, sibling.id])
    expect(await countProjects({ ctx: member })).toBe(2)
  })

  test('hides the contents of projects from organization keys', async () => {
    const { admin } = await createCustomer(world)
    for (const field of ['schedule { enabled }', 'proposals { nodes { id } }']) {
      const query = `{ viewer { organization { projects { nodes { ${field} } } } } }`
      const { errors } = await send(world, admin, { query })
      expect(errors?.[0]?.extensions.code).toBe('PROJECT_SCOPED_KEY_REQUIRED')
    }
  })
})
