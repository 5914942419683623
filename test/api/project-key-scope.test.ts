import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWorld, type World } from '../world.ts'
import { ask } from './graphql-client.ts'
import { type Client, createClient } from './rest-client.ts'

let world: World
let client: Client // REST client that also validates every response against the OpenAPI document
beforeAll(async () => {
  world = await createWorld({ workers: false })
  client = await createClient(world)
})
afterAll(() => world.close())

it('a project key reads the same project over REST and GraphQL', async () => {
  const { id: organizationId } = await world.organization({ plan: 'pro', credits: 10 })
  const { id: projectId } = await world.project({ organizationId, competitors: ['Boardly'] })
  const { key } = await world.projectKey(projectId)
  const { body } = await client('GET /v1/project', { key })
  const { viewer } = await ask(world, key, '{ viewer { key { kind } project { databaseId } } }')
  expect(body.data).toMatchObject({ id: projectId, competitors: [{ name: 'Boardly' }] })
  expect(viewer).toEqual({ key: { kind: 'PROJECT' }, project: { databaseId: projectId } })
})
