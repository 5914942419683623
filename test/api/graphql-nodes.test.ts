import { afterAll, beforeAll, expect, test } from 'vitest'
import { registeredNodes } from '../../src/graphql/node-registry.ts'
import { createWorld, type World } from '../world.ts'
import { ask, send } from './graphql-client.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

async function customer() {
  const organization = await world.organization({ plan: 'pro', credits: 100 })
  const project = await world.project({
    organizationId: organization.id,
    name: 'Taskfern',
    url: 'https://taskfern.example',
    competitors: [{ name: 'Acme Flow', url: 'https://acme.example' }],
  })
  const { key, id: keyId } = await world.projectKey(project.id)
  return { organization, project, key, keyId }
}

async function analysis(key: string): Promise<{ analysisId: string; id: string; result: string }> {
  const input = { prompt: 'Best?', providers: ['chatgpt'], locations: ['US'], replicates: 1 }
  const started = await ask(
    world,
    key,
    'mutation ($input: StartAsyncAnalysisInput!) { startAsyncAnalysis(input: $input) { asyncAnalysis { id analysisId } } }',
    { input },
  )
  const { analysisId, id } = started.startAsyncAnalysis.asyncAnalysis
  await world.ended(analysisId)
  const query = 'query ($id: ID!) { asyncAnalysis(id: $id) { results { nodes { id } } } }'
  const read = await ask(world, key, query, { id: analysisId })
  return { analysisId, id, result: read.asyncAnalysis.results.nodes[0].id }
}

const VIEWER = `{ viewer { key { id databaseId scope admin } organization { id databaseId name plan credits }
  project { id databaseId name url displayName analysisBrandName location competitors { nodes { databaseId name url } } createdAt updatedAt } } }`

test('the viewer of a project key is that key, its organization and its project', async () => {
  const { organization, project, key, keyId } = await customer()
  const { viewer } = await ask(world, key, VIEWER)
  expect(viewer).toMatchObject({
    key: { databaseId: keyId, scope: 'PROJECT', admin: false },
    organization: { databaseId: organization.id, plan: 'PRO', credits: 100 },
    project: {
      databaseId: project.id,
      name: 'Taskfern',
      displayName: 'Taskfern',
      analysisBrandName: 'Taskfern',
      url: 'https://taskfern.example',
      location: 'global',
      competitors: { nodes: [{ name: 'Acme Flow', url: 'https://acme.example' }] },
    },
  })
})

test('the viewer of an organization key has no project, and reads none', async () => {
  const { organization, project } = await customer()
  const { key } = await world.organizationKey(organization.id, { admin: true })
  const { viewer } = await ask(world, key, VIEWER)
  expect(viewer).toMatchObject({ key: { scope: 'ORGANIZATION', admin: true }, project: null })
  const { data, errors } = await send(world, key, { query: `{ project(id: "${project.id}") { name } }` })
  expect(data).toEqual({ project: null })
  expect(errors?.[0]?.extensions.code).toBe('PROJECT_SCOPED_KEY_REQUIRED')
})

test('a project is read by its databaseId and by its global id', async () => {
  const { project, key } = await customer()
  const { byId } = await ask(world, key, `{ byId: project(id: "${project.id}") { id name } }`)
  const { again } = await ask(world, key, `{ again: project(id: "${byId.id}") { id name } }`)
  expect(again).toEqual(byId)
})

test('another tenant and a missing id cannot be told apart', async () => {
  const mine = await customer()
  const theirs = await customer()
  const other = await analysis(theirs.key)
  const nothing = '018f0000-0000-7000-8000-000000000000'
  const told = async (query: string) => {
    const { data, errors } = await send(world, mine.key, { query })
    return { data, errors: errors?.map(({ message, extensions }) => ({ message, extensions })) }
  }
  const project = await told(`{ it: project(id: "${theirs.project.id}") { name } }`)
  expect(project).toMatchObject({ data: { it: null }, errors: [{ extensions: { code: 'NOT_FOUND' } }] })
  expect(project).toEqual(await told(`{ it: project(id: "${nothing}") { name } }`))
  expect(project).toEqual(await told('{ it: project(id: "nonsense") { name } }'))
  const async = await told(`{ it: asyncAnalysis(id: "${other.analysisId}") { status } }`)
  expect(async).toMatchObject({ data: { it: null }, errors: [{ extensions: { code: 'NOT_FOUND' } }] })
  expect(async).toEqual(await told('{ it: asyncAnalysis(id: "aa_nothing") { status } }'))
})

test('every node is found again by its global id, in the order asked for', async () => {
  const { key } = await customer()
  const { id, result } = await analysis(key)
  const { viewer } = await ask(world, key, VIEWER)
  const ids = [result, viewer.project.id, id, viewer.organization.id, viewer.key.id, result]
  const { nodes } = await ask(
    world,
    key,
    'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on AnalysisResult { answer runId } } }',
    { ids },
  )
  expect(nodes.map((node: { id: string }) => node.id)).toEqual(ids)
  expect(nodes.map((node: { __typename: string }) => node.__typename)).toEqual([
    'AnalysisResult',
    'Project',
    'AsyncAnalysis',
    'Organization',
    'ApiKey',
    'AnalysisResult',
  ])
  expect(nodes[0]).toMatchObject({ answer: expect.any(String), runId: null })
  const { __type } = await ask(world, key, '{ __type(name: "Node") { possibleTypes { name } } }')
  const possible = __type.possibleTypes.map(({ name }: { name: string }) => name)
  expect(new Set(possible)).toEqual(new Set(registeredNodes()))
})

test('a node of another tenant or of another scope is null, as is what names nothing', async () => {
  const mine = await customer()
  const theirs = await customer()
  const other = await analysis(theirs.key)
  const { viewer } = await ask(world, theirs.key, VIEWER)
  const strange = ['nonsense', '', btoa('Query:1'), btoa('AnalysisResult:1'), btoa('Project:'), '%%%']
  const foreign = [other.id, other.result, viewer.project.id, viewer.organization.id, viewer.key.id]
  const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }'
  const ids = [...foreign, ...strange]
  expect((await ask(world, mine.key, query, { ids })).nodes).toEqual(ids.map(() => null))
  const { node } = await ask(world, mine.key, 'query ($id: ID!) { node(id: $id) { id } }', {
    id: other.result,
  })
  expect(node).toBeNull()
  // The same organization, but not the project the analysis belongs to.
  const { key: organizationKey } = await world.organizationKey(theirs.organization.id)
  const seen = await ask(world, organizationKey, query, { ids: foreign })
  expect(seen.nodes).toEqual([null, null, null, { id: viewer.organization.id }, null])
})

test('providers are listed in the order of the installation', async () => {
  const { key } = await customer()
  const { providers } = await ask(
    world,
    key,
    '{ providers { token label aliases driver model simulated available unavailableReason locations circuit openUntil } }',
  )
  expect(providers.map((provider: { token: string }) => provider.token)).toEqual(
    world.application.services.deps.providers.tokens(),
  )
  expect(providers[0]).toMatchObject({
    aliases: ['provider_1'],
    available: true,
    locations: null,
    circuit: 'CLOSED',
  })
})
