import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '../world.ts'
import { askWith, createSignedIn } from './member-client.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ workers: false, environment: { TRUST_PROXY: '127.0.0.1' } })
})
afterAll(() => world.close())

const LIST = '{ viewer { organization { projects { nodes { databaseId displayName } } } } }'
const CREATE = `mutation ($name: String!) {
  createProject(input: { name: $name }) { project { databaseId displayName } projectEdge { cursor } } }`
const RENAME = `mutation ($id: ID!, $name: String!) {
  updateProject(input: { projectId: $id, displayName: $name }) { project { displayName } } }`
const DELETE = 'mutation ($id: ID!) { deleteProject(input: { projectId: $id }) { databaseId } }'

test('a signed-in admin creates, renames and deletes projects; a plain member only lists and renames them', async () => {
  const admin = await createSignedIn(world, { role: 'admin' })
  const member = await createSignedIn(world, { organizationId: admin.organizationId })
  const ask = async (cookie: string, query: string, variables = {}) => {
    const { data, errors } = await askWith(world, cookie, query, variables)
    return errors?.[0]?.extensions.code ?? data
  }
  const { createProject } = await ask(admin.cookie, CREATE, { name: 'Acme' })
  const id = createProject.project.databaseId
  expect(createProject.project.displayName).toBe('Acme')
  expect(await ask(member.cookie, CREATE, { name: 'Beta' })).toBe('FORBIDDEN')

  const renamed = await ask(member.cookie, RENAME, { id, name: 'Acme in Europe' })
  expect(renamed).toEqual({ updateProject: { project: { displayName: 'Acme in Europe' } } })
  for (const { cookie } of [admin, member]) {
    const { viewer } = await ask(cookie, LIST)
    expect(viewer.organization.projects.nodes).toEqual([{ databaseId: id, displayName: 'Acme in Europe' }])
  }

  expect(await ask(member.cookie, DELETE, { id })).toBe('FORBIDDEN')
  expect(await ask(admin.cookie, DELETE, { id })).toEqual({ deleteProject: { databaseId: id } })
  const { viewer } = await ask(admin.cookie, LIST)
  expect(viewer.organization.projects.nodes).toEqual([])
})
