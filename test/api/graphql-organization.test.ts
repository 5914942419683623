import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAsyncAnalysis } from '../../src/core/async-analyses/start.ts'
import { newId } from '../../src/core/foundation/ids.ts'
import { createWorld, type World } from '../world.ts'
import { ask, send } from './graphql-client.ts'
import { asMember } from './graphql-member.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ workers: false })
})
afterAll(() => world?.close())

async function customer() {
  const { id } = await world.organization({ credits: 100 })
  const project = await world.project({ organizationId: id })
  const { key: projectKey } = await world.projectKey(project.id)
  const { key } = await world.organizationKey(id)
  const ctx = world.member(id)
  const start = async (more: { projectId: string } | { brandName: string }) => {
    const question = { prompt: 'Best?', providers: ['chatgpt'], locations: ['US'], replicates: 2 }
    const { analysis } = await startAsyncAnalysis({ ctx, input: { ...question, ...more } })
    return analysis
  }
  return { id, project, projectKey, key, start, member: asMember(world, id) }
}

const LEDGER = `query ($first: Int, $after: String, $last: Int, $before: String) { viewer { organization { credits
  creditEntries(first: $first, after: $after, last: $last, before: $before) { totalCount
    pageInfo { hasNextPage hasPreviousPage endCursor startCursor }
    nodes { id databaseId kind credits amount balanceAfter cause createdAt asyncAnalysis { databaseId project { databaseId } } } } } } }`

test('an organization has its limits and its creation date', async () => {
  const { id, key } = await customer()
  await world.operator.db.prisma.organization.update({ where: { id }, data: { limits: { projects: 40 } } })
  const { viewer } = await ask(
    world,
    key,
    '{ viewer { organization { databaseId createdAt limits { projects promptsPerProject manualRuns asyncAnalysis } } } }',
  )
  expect(viewer.organization).toEqual({
    databaseId: id,
    createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    limits: { projects: 40, promptsPerProject: 500, manualRuns: true, asyncAnalysis: true },
  })
})

test('organization keys and members can page through the ledger from both ends, newest first', async () => {
  const { key, member, start } = await customer()
  const { id, analysisId } = await start({ brandName: 'Taskfern' })
  const { viewer } = await ask(world, key, LEDGER, { first: 1 })
  expect(viewer.organization).toMatchObject({
    credits: 98,
    creditEntries: {
      totalCount: 2,
      pageInfo: { hasNextPage: true, hasPreviousPage: false },
      nodes: [
        {
          kind: 'RESERVE',
          credits: 2,
          amount: -2,
          balanceAfter: 98,
          cause: `batch:${id}`,
          asyncAnalysis: { databaseId: analysisId, project: null },
        },
      ],
    },
  })
  const { endCursor } = viewer.organization.creditEntries.pageInfo
  const { data } = await member(LEDGER, { first: 1, after: endCursor })
  const second = data.viewer.organization.creditEntries
  expect(second).toMatchObject({
    pageInfo: { hasNextPage: false },
    nodes: [{ kind: 'GRANT', amount: 100, asyncAnalysis: null }],
  })
  const back = await ask(world, key, LEDGER, { last: 1, before: second.pageInfo.startCursor })
  expect(back.viewer.organization.creditEntries.nodes).toEqual(viewer.organization.creditEntries.nodes)
})

test('a project key can read the balance but not the ledger', async () => {
  const { key, projectKey } = await customer()
  const { data, errors } = await send(world, projectKey, { query: LEDGER })
  expect(data.viewer.organization).toEqual({ credits: 100, creditEntries: null })
  expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN'])
  const { viewer } = await ask(world, key, LEDGER)
  const [entry] = viewer.organization.creditEntries.nodes
  const query = 'query ($id: ID!) { node(id: $id) { id ... on CreditEntry { amount } } }'
  expect((await ask(world, key, query, { id: entry.id })).node).toEqual({ id: entry.id, amount: 100 })
  expect((await ask(world, projectKey, query, { id: entry.id })).node).toBeNull()
  const stranger = await customer()
  expect((await ask(world, stranger.key, query, { id: entry.id })).node).toBeNull()
})

const ANALYSES = `query ($status: AnalysisStatus, $first: Int, $after: String) { viewer { organization {
  asyncAnalyses(status: $status, first: $first, after: $after) { totalCount pageInfo { hasNextPage }
    edges { cursor node { databaseId summary { resultCounts { total } } } } } }
  project { asyncAnalyses(status: $status) { totalCount nodes { databaseId } } } } }`

test('each caller lists the analyses it can read, newest first, and can filter them by status', async () => {
  const { project, key, projectKey, member, start } = await customer()
  const first = (await start({ brandName: 'Taskfern' })).analysisId
  const second = (await start({ projectId: project.id })).analysisId
  const third = (await start({ brandName: 'Taskfern' })).analysisId
  const listed = (viewer: {
    organization: { asyncAnalyses: { edges: { node: { databaseId: string } }[] } }
  }) => viewer.organization.asyncAnalyses.edges.map(({ node }) => node.databaseId)
  expect(listed((await ask(world, key, ANALYSES)).viewer)).toEqual([third, first])
  expect(listed((await member(ANALYSES)).data.viewer)).toEqual([third, second, first])
  const { viewer } = await ask(world, projectKey, ANALYSES)
  expect(listed(viewer)).toEqual([second])
  expect(viewer.project.asyncAnalyses).toEqual({ totalCount: 1, nodes: [{ databaseId: second }] })

  const { prisma } = world.operator.db
  await prisma.batch.updateMany({ where: { analysisId: first ?? '' }, data: { status: 'failed' } })
  expect(listed((await ask(world, key, ANALYSES, { status: 'FAILED' })).viewer)).toEqual([first])
  expect(listed((await ask(world, key, ANALYSES, { status: 'QUEUED' })).viewer)).toEqual([third])
})

test('the edge of a new analysis is the first edge of the list', async () => {
  const { key, start } = await customer()
  const before = (await start({ brandName: 'Taskfern' })).analysisId
  const input = { prompt: 'Best?', providers: ['chatgpt'], locations: ['US'], replicates: 1, brandName: 'A' }
  const { startAsyncAnalysis: started } = await ask(
    world,
    key,
    `mutation ($input: StartAsyncAnalysisInput!) { startAsyncAnalysis(input: $input) {
      asyncAnalysis { databaseId } asyncAnalysisEdge { cursor node { databaseId } } } }`,
    { input },
  )
  const { cursor, node } = started.asyncAnalysisEdge
  expect(node).toEqual(started.asyncAnalysis)
  const { viewer } = await ask(world, key, ANALYSES, { first: 1 })
  expect(viewer.organization.asyncAnalyses.edges[0]).toMatchObject({ cursor, node })
  const rest = await ask(world, key, ANALYSES, { after: cursor })
  expect(rest.viewer.organization.asyncAnalyses.edges).toMatchObject([{ node: { databaseId: before } }])
})

test('a member can start an analysis only for a named project of their organization', async () => {
  const { project, member, projectKey } = await customer()
  const stranger = await customer()
  const query = `mutation ($input: StartAsyncAnalysisInput!) { startAsyncAnalysis(input: $input) {
    asyncAnalysis { brandName databaseId } } }`
  const questions = { prompt: 'Best?', providers: ['chatgpt'], locations: ['US'], replicates: 1 }
  const input = { ...questions, projectId: project.id }
  const { data } = await member(query, { input })
  const { asyncAnalysis } = data.startAsyncAnalysis
  expect(asyncAnalysis.brandName).toBe('Taskfern')
  const { viewer } = await ask(world, projectKey, ANALYSES)
  expect(viewer.project.asyncAnalyses.nodes).toEqual([{ databaseId: asyncAnalysis.databaseId }])
  expect((await stranger.member(query, { input })).codes).toEqual(['NOT_FOUND'])
  expect((await member(query, { input: { ...input, brandName: 'Other' } })).codes).toEqual(['BAD_REQUEST'])
  expect((await member(query, { input: questions })).codes).toEqual(['BAD_REQUEST'])
  const named = await send(world, projectKey, { query, variables: { input } })
  expect(named.errors?.[0]?.extensions).toMatchObject({ fieldErrors: { projectId: expect.any(String) } })
})

test('members can list the members of the organization, but keys cannot', async () => {
  const { id, member, key } = await customer()
  const stranger = await customer()
  const { prisma } = world.operator.db
  for (const role of ['admin', 'member'] as const) {
    const user = { id: newId(), email: `${newId()}@example.com`, name: `The ${role}` }
    await prisma.user.create({
      data: { ...user, members: { create: { id: newId(), organizationId: id, role } } },
    })
  }
  const query = `{ viewer { organization { members { totalCount nodes { id role email name createdAt } } } } }`
  const { data } = await member(query)
  const { totalCount, nodes } = data.viewer.organization.members
  expect(totalCount).toBe(2)
  expect(nodes).toMatchObject([
    { role: 'ADMIN', name: 'The admin', email: expect.stringContaining('@example.com') },
    { role: 'MEMBER', name: 'The member' },
  ])
  const refused = await send(world, key, { query })
  expect(refused).toMatchObject({
    data: { viewer: { organization: { members: null } } },
    errors: [{ extensions: { code: 'FORBIDDEN' } }],
  })
  const userId = (await prisma.member.findFirstOrThrow({ where: { organizationId: id, role: 'admin' } }))
    .userId
  const ownViewer = await asMember(world, id, 'admin', userId)('{ viewer { key { id } member { id } } }')
  expect(ownViewer.data.viewer).toEqual({ key: null, member: { id: nodes[0].id } })
  expect((await ask(world, key, '{ viewer { member { id } } }')).viewer.member).toBeNull()
  const node = `{ node(id: "${nodes[0].id}") { id } }`
  expect((await member(node)).data.node).toEqual({ id: nodes[0].id })
  expect((await stranger.member(node)).data.node).toBeNull()
  expect((await ask(world, key, node)).node).toBeNull()
})

test('a provider is a node with its token as databaseId', async () => {
  const { key } = await customer()
  const { providers } = await ask(world, key, '{ providers { id databaseId token } }')
  const [{ id, token, databaseId }] = providers
  expect(databaseId).toBe(token)
  const { node } = await ask(world, key, `{ node(id: "${id}") { id ... on Provider { token } } }`)
  expect(node).toEqual({ id, token })
})
