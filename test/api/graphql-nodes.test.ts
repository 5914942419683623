import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/core/foundation/ids.ts'
import { globalIdOf } from '../../src/graphql/foundation/global-id.ts'
import { registeredNodes } from '../../src/graphql/foundation/node-registry.ts'
import { createWorld, type World } from '../world.ts'
import { all, ask, results, send } from './graphql-client.ts'

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

/** Starts a run of one prompt. */
async function runOf({ key, project }: { key: string; project: { id: string } }) {
  await world.operator.db.prisma.prompt.create({
    data: { id: newId(), projectId: project.id, text: 'Best?', providers: ['chatgpt'], locations: ['US'] },
  })
  const started = await ask(world, key, 'mutation { triggerRun(input: {}) { run { id databaseId } } }')
  return started.triggerRun.run as { id: string; databaseId: string }
}

const VIEWER = `{ viewer { key { id databaseId kind scopes } organization { id databaseId name plan credits }
  project { id databaseId name url displayName analysisBrandName location competitors { nodes { databaseId name url } } createdAt updatedAt } } }`

test('the viewer of a project key has the key, its organization and its project', async () => {
  const { organization, project, key, keyId } = await customer()
  const { viewer } = await ask(world, key, VIEWER)
  expect(viewer).toMatchObject({
    key: { databaseId: keyId, kind: 'PROJECT', scopes: ['READ', 'RUN', 'WRITE'] },
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

test('the viewer of an organization key has no project and cannot read one', async () => {
  const { organization, project } = await customer()
  const { key } = await world.organizationKey(organization.id, { admin: true })
  const { viewer } = await ask(world, key, VIEWER)
  expect(viewer).toMatchObject({
    key: { kind: 'ORGANIZATION', scopes: ['READ', 'RUN', 'WRITE', 'ADMIN'] },
    project: null,
  })
  const { data, errors } = await send(world, key, { query: `{ project(id: "${project.id}") { name } }` })
  expect(data).toEqual({ project: null })
  expect(errors?.[0]?.extensions.code).toBe('PROJECT_SCOPED_KEY_REQUIRED')
})

test('a project can be read by its databaseId and by its global id', async () => {
  const { project, key } = await customer()
  const { byId } = await ask(world, key, `{ byId: project(id: "${project.id}") { id name } }`)
  const { again } = await ask(world, key, `{ again: project(id: "${byId.id}") { id name } }`)
  expect(again).toEqual(byId)
})

test('a run and a result can be read by databaseId and by global id, but not by the id of another type', async () => {
  const { project, key } = await customer()
  const run = await runOf({ key, project })
  const { result } = await analysis(key)
  for (const [field, databaseId, id] of [
    ['run', run.databaseId, run.id],
    ['result', atob(result).split(':')[1], result],
  ]) {
    const query = `query ($id: ID!) { it: ${field}(id: $id) { id databaseId } }`
    for (const eitherId of [databaseId, id])
      expect(await ask(world, key, query, { id: eitherId })).toEqual({ it: { id, databaseId } })
  }
  const { data, errors } = await send(world, key, {
    query: `{ run(id: "${(await analysis(key)).id}") { id } result(id: "${run.id}") { id } }`,
  })
  expect(data).toEqual({ run: null, result: null })
  expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['NOT_FOUND', 'NOT_FOUND'])
})

test('an id of another tenant and an unknown id get the same response', async () => {
  const mine = await customer()
  const theirs = await customer()
  const theirAnalysis = await analysis(theirs.key)
  const unknownId = '018f0000-0000-7000-8000-000000000000'
  const outcomeOf = async (query: string) => {
    const { data, errors } = await send(world, mine.key, { query })
    return { data, errors: errors?.map(({ message, extensions }) => ({ message, extensions })) }
  }
  const project = await outcomeOf(`{ it: project(id: "${theirs.project.id}") { name } }`)
  expect(project).toMatchObject({ data: { it: null }, errors: [{ extensions: { code: 'NOT_FOUND' } }] })
  expect(project).toEqual(await outcomeOf(`{ it: project(id: "${unknownId}") { name } }`))
  expect(project).toEqual(await outcomeOf('{ it: project(id: "nonsense") { name } }'))
  const async = await outcomeOf(`{ it: asyncAnalysis(id: "${theirAnalysis.analysisId}") { status } }`)
  expect(async).toMatchObject({ data: { it: null }, errors: [{ extensions: { code: 'NOT_FOUND' } }] })
  expect(async).toEqual(await outcomeOf('{ it: asyncAnalysis(id: "aa_nothing") { status } }'))
  const { databaseId: theirRun } = await runOf(theirs)
  for (const [field, id] of [
    ['run', theirRun],
    ['run', globalIdOf('AnalysisRun', theirRun)],
    ['result', atob(theirAnalysis.result).split(':')[1]],
    ['result', theirAnalysis.result],
  ]) {
    const outcome = await outcomeOf(`{ it: ${field}(id: "${id}") { id } }`)
    expect(outcome).toMatchObject({ data: { it: null }, errors: [{ extensions: { code: 'NOT_FOUND' } }] })
    for (const missing of [unknownId, 'nonsense', theirs.project.id])
      expect(outcome).toEqual(await outcomeOf(`{ it: ${field}(id: "${missing}") { id } }`))
  }
})

test('every node can be read by its global id, and nodes keeps the order of the request', async () => {
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

test('node is null for another tenant, for another scope and for an invalid id', async () => {
  const mine = await customer()
  const theirs = await customer()
  const theirAnalysis = await analysis(theirs.key)
  const { viewer } = await ask(world, theirs.key, VIEWER)
  const invalid = ['nonsense', '', btoa('Query:1'), btoa('AnalysisResult:1'), btoa('Project:'), '%%%']
  const foreign = [
    theirAnalysis.id,
    theirAnalysis.result,
    viewer.project.id,
    viewer.organization.id,
    viewer.key.id,
  ]
  const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }'
  const ids = [...foreign, ...invalid]
  expect((await ask(world, mine.key, query, { ids })).nodes).toEqual(ids.map(() => null))
  const { node } = await ask(world, mine.key, 'query ($id: ID!) { node(id: $id) { id } }', {
    id: theirAnalysis.result,
  })
  expect(node).toBeNull()
  // A key of the same organization, which cannot read the analyses of a project.
  const { key: organizationKey } = await world.organizationKey(theirs.organization.id)
  const seen = await ask(world, organizationKey, query, { ids: foreign })
  expect(seen.nodes).toEqual([null, null, null, { id: viewer.organization.id }, null])
})

test('providers are listed in the order of the registry', async () => {
  const { key } = await customer()
  const { providers } = await ask(
    world,
    key,
    '{ providers { token label aliases driver model state reason simulated available unavailableReason locations circuit openUntil } }',
  )
  expect(providers.map((provider: { token: string }) => provider.token)).toEqual(
    world.application.services.deps.providers.of(null).tokens(),
  )
  expect(providers[0]).toMatchObject({
    aliases: ['provider_1'],
    state: 'SIMULATED',
    // Only operators see what is missing.
    reason: 'simulated: not available',
    available: true,
    unavailableReason: null,
    locations: null,
    circuit: 'CLOSED',
  })
})

test('a result has a provider with token and label, even after the provider was removed from the registry', async () => {
  const { key } = await customer()
  const { id, result } = await analysis(key)
  const query = `query ($id: ID!) { node(id: $id) { ... on AnalysisResult { provider { id databaseId token label driver aliases
    available unavailableReason locations circuit } } } }`
  const { node } = await ask(world, key, query, { id: result })
  expect(node.provider).toMatchObject({ token: 'chatgpt', databaseId: 'chatgpt', available: true })
  expect(node.provider.label).not.toBe('chatgpt')
  expect((await ask(world, key, `{ node(id: "${node.provider.id}") { id } }`)).node).toEqual({
    id: node.provider.id,
  })

  const { prisma } = world.operator.db
  await prisma.result.updateMany({
    where: { batch: { id: atob(id).split(':')[1] ?? '' } },
    data: { provider: 'gone' },
  })
  await prisma.batch.update({ where: { id: atob(id).split(':')[1] ?? '' }, data: { seq: { increment: 1 } } })
  const { provider } = (await ask(world, key, query, { id: result })).node
  expect(provider).toEqual({
    id: btoa('Provider:gone'),
    databaseId: 'gone',
    token: 'gone',
    label: 'gone',
    driver: null,
    aliases: [],
    available: false,
    unavailableReason: expect.any(String),
    locations: [],
    circuit: 'CLOSED',
  })
  expect((await ask(world, key, `{ node(id: "${provider.id}") { id } }`)).node).toBeNull()
})

test('runs and async analyses can be read through the Analysis interface', async () => {
  const { key, project } = await customer()
  const { id, analysisId } = await analysis(key)
  const run = await runOf({ key, project })
  const progress = 'subscription ($id: ID!) { runProgress(runId: $id) { status } }'
  await all(results('websocket', world, key, { query: progress, variables: { id: run.id } }))
  const query = `query ($ids: [ID!]!) { nodes(ids: $ids) { __typename ... on Analysis { id databaseId status brandName
    progress { total completed failed } createdAt startedAt finishedAt extractionVersion simulated
    providerProgress { provider { token } total pending ok refused notShown failed models } summary { resultCounts { total } }
    results(first: 1) { totalCount nodes { promptText } } } } }`
  const { nodes } = await ask(world, key, query, { ids: [run.id, id] })
  const common = {
    status: 'COMPLETED',
    brandName: 'Taskfern',
    progress: { total: 1, completed: 1, failed: 0 },
    createdAt: expect.any(String),
    startedAt: expect.any(String),
    finishedAt: expect.any(String),
    extractionVersion: expect.any(Number),
    simulated: true,
    providerProgress: [
      {
        provider: { token: 'chatgpt' },
        total: 1,
        pending: 0,
        ok: 1,
        refused: 0,
        notShown: 0,
        failed: 0,
        models: ['simulated-1'],
      },
    ],
    summary: { resultCounts: { total: 1 } },
    results: { totalCount: 1, nodes: [{ promptText: 'Best?' }] },
  }
  expect(nodes).toEqual([
    { __typename: 'AnalysisRun', id: run.id, databaseId: run.databaseId, ...common },
    { __typename: 'AsyncAnalysis', id, databaseId: analysisId, ...common },
  ])
})
