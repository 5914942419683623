import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { updateProject } from '../../src/core/projects/update.ts'
import { createWorld, type World } from '../world.ts'
import { ask, refusalOf } from './graphql-client.ts'
import { createCustomer, PROJECT, readProject } from './graphql-project.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ workers: false })
})
afterAll(() => world?.close())

const CREATE = `mutation ($input: CreateProjectInput!) { createProject(input: $input) {
  project { databaseId name url location setup { status } competitors { nodes { name } } } projectEdge { cursor node { databaseId } } } }`
const UPDATE = `mutation ($input: UpdateProjectInput!) { updateProject(input: $input) { project { ${PROJECT} } } }`
const DELETE = `mutation ($input: DeleteProjectInput!) { deleteProject(input: $input) { deletedProjectId databaseId } }`

const refusal = (key: string, query: string, input: object) => refusalOf(world, key, query, input)

describe('createProject', () => {
  test('creates a project in the organization of an admin key and queues its setup', async () => {
    const { admin, organizationId } = await createCustomer(world)
    const input = { name: ' Newfern ', url: 'https://newfern.example', location: 'DE' }
    const { createProject } = await ask(world, admin, CREATE, { input })
    expect(createProject.project).toEqual({
      databaseId: expect.any(String),
      name: 'Newfern',
      url: 'https://newfern.example',
      location: 'DE',
      setup: { status: 'QUEUED' },
      competitors: { nodes: [] },
    })
    const { databaseId } = createProject.project
    expect(createProject.projectEdge.node).toEqual({ databaseId })
    const { prisma } = world.operator.db
    expect(await prisma.project.findUniqueOrThrow({ where: { id: databaseId } })).toMatchObject({
      organizationId,
    })
    const query = `{ viewer { organization { projects(first: 1, before: "${createProject.projectEdge.cursor}") { pageInfo { hasNextPage } } } } }`
    expect((await ask(world, admin, query)).viewer.organization.projects.pageInfo.hasNextPage).toBe(false)
  })

  test('names each invalid field, and refuses callers without permission and projects above the limit', async () => {
    const { key, admin, plain } = await createCustomer(world)
    const free = await createCustomer(world, { plan: 'free' })
    const wrong = { name: ' ', url: 'ftp://a.example', location: '' }
    expect(await refusal(admin, CREATE, wrong)).toEqual({
      code: 'BAD_REQUEST',
      fields: ['location', 'name', 'url'],
    })
    for (const who of [key, plain, free.admin]) {
      expect(await refusal(who, CREATE, { name: 'More' })).toEqual({ code: 'FORBIDDEN' })
    }
  })
})

describe('updateProject', () => {
  test('changes the given fields, removes duplicate aliases, normalizes domains, and keeps the other fields', async () => {
    const { key } = await createCustomer(world)
    const before = await readProject(world, key)
    const input = {
      displayName: 'Team space',
      analysisBrandName: 'Taskfern Pro',
      url: 'https://taskfern.org',
      description: 'Taskfern plans projects.',
      aliases: ['Task Fern', 'TASK FERN', 'TF'],
      domains: ['https://www.Taskfern.com/about', 'taskfern.com', 'blog.taskfern.dev'],
      defaultProviders: ['provider_2', 'chatgpt'],
    }
    const { project } = (await ask(world, key, UPDATE, { input })).updateProject
    const { updatedAt, ...after } = project
    expect(after).toEqual({
      ...before,
      ...input,
      name: 'Team space',
      aliases: ['Task Fern', 'TF'],
      domains: ['taskfern.com', 'blog.taskfern.dev'],
      defaultProviders: [{ token: 'perplexity' }, { token: 'chatgpt' }],
      updatedAt: undefined,
    })
    expect(updatedAt > before.updatedAt).toBe(true)
    const emptied = { url: null, description: null, aliases: [], domains: [], displayName: null }
    const { updateProject: again } = await ask(world, key, UPDATE, { input: emptied })
    expect(again.project).toMatchObject({
      ...emptied,
      displayName: 'Team space',
      analysisBrandName: 'Taskfern Pro',
    })
  })

  test('accepts either id of the project from an admin key, and the databaseId from a member', async () => {
    const { id, key, admin, member } = await createCustomer(world)
    const { id: globalId } = await readProject(world, key)
    const { project } = await ask(
      world,
      key,
      `{ project(id: "${id.toUpperCase()}") { schedule { enabled } } }`,
    )
    expect(project).toEqual({ schedule: { enabled: false } })
    for (const projectId of [id, id.toUpperCase(), globalId]) {
      const query =
        'mutation ($input: UpdateProjectInput!) { updateProject(input: $input) { project { displayName } } }'
      const input = { projectId, displayName: `By ${projectId}` }
      expect((await ask(world, admin, query, { input })).updateProject.project.displayName).toBe(
        input.displayName,
      )
    }
    const changed = await updateProject({ ctx: member, input: { projectId: id, aliases: ['TF'] } })
    expect(changed.aliases).toEqual(['TF'])
  })

  test('names every invalid field without changing the project', async () => {
    const { key, admin, plain } = await createCustomer(world)
    const wrong = {
      displayName: '',
      analysisBrandName: 'x'.repeat(201),
      url: 'taskfern',
      description: 'x'.repeat(501),
      aliases: ['ok', ' '],
      domains: ['taskfern.com', 'localhost', 'com', '10.0.0.1', 'a b.com'],
      defaultProviders: [],
    }
    expect(await refusal(key, UPDATE, wrong)).toEqual({
      code: 'BAD_REQUEST',
      fields: [
        'aliases.1',
        'analysisBrandName',
        'defaultProviders',
        'description',
        'displayName',
        'domains.1',
        'domains.2',
        'domains.3',
        'domains.4',
        'url',
      ],
    })
    expect(await refusal(key, UPDATE, { defaultProviders: ['chatgpt', 'nobody'] })).toEqual({
      code: 'INVALID_PROVIDER',
      fields: ['defaultProviders.1'],
    })
    expect(await refusal(key, UPDATE, { defaultProviders: ['chatgpt', 'provider_1'] })).toMatchObject({
      fields: ['defaultProviders.1'],
    })
    expect(await refusal(admin, UPDATE, { displayName: 'x' })).toEqual({
      code: 'BAD_REQUEST',
      fields: ['projectId'],
    })
    expect(await refusal(plain, UPDATE, { displayName: 'x' })).toEqual({ code: 'FORBIDDEN' })
    expect(await readProject(world, key)).toMatchObject({ displayName: 'Taskfern', aliases: [] })
  })
})

describe('deleteProject', () => {
  test('accepts either id and returns both', async () => {
    const { id, organizationId, key, admin } = await createCustomer(world)
    const { id: globalId } = await readProject(world, key)
    const sibling = await world.project({ organizationId })
    const { deleteProject } = await ask(world, admin, DELETE, { input: { projectId: globalId } })
    expect(deleteProject).toEqual({ deletedProjectId: globalId, databaseId: id })
    await ask(world, admin, DELETE, { input: { projectId: sibling.id } })
    expect(await world.operator.db.prisma.project.count({ where: { organizationId } })).toBe(0)
    expect(await refusal(admin, DELETE, { projectId: id })).toEqual({ code: 'NOT_FOUND' })
  })

  test('requires an admin key', async () => {
    const { id, key, plain } = await createCustomer(world)
    for (const who of [key, plain])
      expect(await refusal(who, DELETE, { projectId: id })).toEqual({ code: 'FORBIDDEN' })
  })
})

test('a key, an admin key or a member cannot change or delete a project of another tenant', async () => {
  const mine = await createCustomer(world)
  const theirs = await createCustomer(world)
  const sibling = await world.project({ organizationId: mine.organizationId })
  const { id: globalId } = await readProject(world, theirs.key)
  for (const [key, projectId] of [
    [mine.key, theirs.id],
    [mine.key, sibling.id],
    [mine.admin, theirs.id],
    [mine.admin, globalId],
    [mine.admin, 'nonsense'],
  ] as const) {
    expect(await refusal(key, UPDATE, { projectId, aliases: ['Mine'] })).toEqual({ code: 'NOT_FOUND' })
  }
  await expect(
    updateProject({ ctx: mine.member, input: { projectId: theirs.id, aliases: ['Mine'] } }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  for (const projectId of [theirs.id, globalId]) {
    expect(await refusal(mine.admin, DELETE, { projectId })).toEqual({ code: 'NOT_FOUND' })
  }
  expect(await readProject(world, theirs.key)).toMatchObject({ aliases: [] })
})
