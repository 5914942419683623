import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/core/foundation/ids.ts'
import type { Proposal } from '../../src/core/setup/proposal.ts'
import { retrySetup } from '../../src/core/setup/retry.ts'
import { runSetup } from '../../src/core/setup/run.ts'
import { createWorld, type World } from '../world.ts'
import { ask, send } from './graphql-client.ts'

let world: World
beforeAll(async () => {
  // No workers: setup runs only when a test calls it.
  world = await createWorld({ workers: false })
})
afterAll(() => world?.close())

const PROPOSALS: Proposal[] = [
  { kind: 'brand_name', payload: { name: 'Acme HQ' } },
  { kind: 'description', payload: { text: 'Acme makes anvils.' } },
  { kind: 'domain', payload: { domain: 'acme.org' } },
  { kind: 'alias', payload: { name: 'ACM' } },
  { kind: 'competitor', payload: { name: 'Initech', url: 'https://initech.example' } },
  { kind: 'prompt', payload: { text: 'Is Acme any good?', branded: true } },
]

async function customer({ proposals = PROPOSALS, name = 'Acme', url = '' } = {}) {
  const { id: organizationId } = await world.organization()
  const { id } = await world.project({ organizationId, name, ...(url && { url }) })
  for (const proposal of proposals) {
    await world.operator.db.prisma.setupProposal.create({ data: { id: newId(), projectId: id, ...proposal } })
  }
  const { key } = await world.projectKey(id)
  const { key: admin } = await world.organizationKey(organizationId, { admin: true })
  const member = world.member(organizationId, 'member')
  return { id, key, admin, member }
}

const PROPOSAL = `id databaseId kind createdAt decidedAt accepted project { databaseId } payload { __typename
  ... on ProposedBrandName { name } ... on ProposedAlias { name } ... on ProposedDescription { text }
  ... on ProposedDomain { domain } ... on ProposedCompetitor { name url } ... on ProposedPrompt { text branded } }`
const LIST = `query ($decided: Boolean, $first: Int, $after: String) { viewer { project {
  proposals(decided: $decided, first: $first, after: $after) {
    totalCount nodes { ${PROPOSAL} } pageInfo { hasNextPage endCursor } } } } }`
const DECIDE = `mutation ($input: DecideProposalInput!) { decideProposal(input: $input) { proposal { ${PROPOSAL} }
  project { analysisBrandName description domains aliases competitors { edges { cursor node { name url } } } prompts { edges { cursor node { text } } } }
  promptEdge { cursor node { text } } competitorEdge { cursor node { name url } } } }`
const RETRY = `mutation ($input: RetrySetupInput!) { retrySetup(input: $input) { project { databaseId setup { status } updatedAt } } }`

interface Shown {
  id: string
  databaseId: string
  kind: string
  payload: object
}

const list = async (key: string, variables: object = {}) =>
  (await ask(world, key, LIST, { ...variables })).viewer.project.proposals
const decide = async (key: string, proposalId: string, accept: boolean) =>
  (await ask(world, key, DECIDE, { input: { proposalId, accept } })).decideProposal

async function refusal(key: string, query: string, input: object) {
  const { errors } = await send(world, key, { query, variables: { input } })
  return errors?.[0]?.extensions.code
}

describe('Project.proposals', () => {
  test('lists proposals in order, each with its payload', async () => {
    const { id, key } = await customer()
    const { totalCount, nodes } = await list(key)
    expect(totalCount).toBe(6)
    const waits = { decidedAt: null, accepted: null, project: { databaseId: id } }
    expect(nodes).toMatchObject([
      { ...waits, kind: 'BRAND_NAME', payload: { __typename: 'ProposedBrandName', name: 'Acme HQ' } },
      {
        ...waits,
        kind: 'DESCRIPTION',
        payload: { __typename: 'ProposedDescription', text: 'Acme makes anvils.' },
      },
      { ...waits, kind: 'DOMAIN', payload: { __typename: 'ProposedDomain', domain: 'acme.org' } },
      { ...waits, kind: 'ALIAS', payload: { __typename: 'ProposedAlias', name: 'ACM' } },
      {
        ...waits,
        kind: 'COMPETITOR',
        payload: { __typename: 'ProposedCompetitor', name: 'Initech', url: 'https://initech.example' },
      },
      {
        ...waits,
        kind: 'PROMPT',
        payload: { __typename: 'ProposedPrompt', text: 'Is Acme any good?', branded: true },
      },
    ])
  })

  test('leaves out undecided proposals that the project has in the meantime', async () => {
    const { id, key } = await customer()
    const { prisma } = world.operator.db
    await prisma.competitor.create({
      data: { id: newId(), projectId: id, name: 'INITECH', canonicalKey: 'initech' },
    })
    await prisma.prompt.create({
      data: {
        id: newId(),
        projectId: id,
        text: 'Is Acme any good?',
        providers: ['chatgpt'],
        locations: ['US'],
      },
    })
    await prisma.project.update({ where: { id }, data: { aliases: ['ACM'], domains: ['acme.org'] } })
    const { totalCount, nodes } = await list(key, { decided: false })
    expect([totalCount, nodes.map(({ kind }: Shown) => kind)]).toEqual([2, ['BRAND_NAME', 'DESCRIPTION']])
  })

  test('is paged and can be filtered by decided', async () => {
    const { key } = await customer()
    const first = await list(key, { first: 4 })
    const rest = await list(key, { after: first.pageInfo.endCursor })
    expect([first.nodes.length, first.pageInfo.hasNextPage, rest.nodes.length]).toEqual([4, true, 2])
    await decide(key, first.nodes[0].id, false)
    await decide(key, first.nodes[3].databaseId, true)
    const kinds = ({ totalCount, nodes }: { totalCount: number; nodes: Shown[] }) => [
      totalCount,
      ...nodes.map(({ kind }) => kind),
    ]
    expect(kinds(await list(key, { decided: true }))).toEqual([2, 'BRAND_NAME', 'ALIAS'])
    expect(kinds(await list(key, { decided: false }))).toEqual([
      4,
      'DESCRIPTION',
      'DOMAIN',
      'COMPETITOR',
      'PROMPT',
    ])
  })

  test("has nodes that only the project's key can read", async () => {
    const { key, admin } = await customer()
    const otherCustomer = await customer()
    const ids = (await list(key)).nodes.map(({ id }: Shown) => id)
    const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }'
    expect((await ask(world, key, query, { ids })).nodes).toEqual(ids.map((id: string) => ({ id })))
    for (const who of [otherCustomer.key, admin]) {
      expect((await ask(world, who, query, { ids })).nodes).toEqual(ids.map(() => null))
    }
  })
})

describe('decideProposal', () => {
  test('applies exactly the content of an accepted proposal', async () => {
    const { key } = await customer()
    let last: Awaited<ReturnType<typeof decide>>
    const edges: object[] = []
    for (const { id } of (await list(key)).nodes) {
      last = await decide(key, id, true)
      expect(last.proposal).toMatchObject({ id, accepted: true, decidedAt: expect.any(String) })
      edges.push(...[last.promptEdge, last.competitorEdge].filter((edge) => edge !== null))
    }
    expect(last.project).toEqual({
      analysisBrandName: 'Acme HQ',
      description: 'Acme makes anvils.',
      domains: ['acme.org'],
      aliases: ['ACM'],
      competitors: {
        edges: [{ cursor: expect.any(String), node: { name: 'Initech', url: 'https://initech.example' } }],
      },
      prompts: { edges: [{ cursor: expect.any(String), node: { text: 'Is Acme any good?' } }] },
    })
    expect(edges).toEqual([...last.project.competitors.edges, ...last.project.prompts.edges])
  })

  test('decides a proposal only once, and hides proposals from other tenants and organization keys', async () => {
    const { key, admin } = await customer()
    const otherCustomer = await customer()
    const [{ id, databaseId }] = (await list(key)).nodes
    for (const proposalId of [id, databaseId, newId(), 'nonsense']) {
      expect(await refusal(otherCustomer.key, DECIDE, { proposalId, accept: true })).toBe('NOT_FOUND')
    }
    expect(await refusal(admin, DECIDE, { proposalId: id, accept: true })).toBe('PROJECT_SCOPED_KEY_REQUIRED')
    const { project } = await decide(key, id, false)
    expect(project.analysisBrandName).toBe('Acme')
    expect(await refusal(key, DECIDE, { proposalId: id, accept: true })).toBe('CONFLICT')
  })
})

describe('retrySetup', () => {
  const SIMULATED = { proposals: [], name: 'Taskfern', url: 'https://taskfern.example' }
  const run = (projectId: string) => runSetup({ ctx: world.operator, input: { projectId } })
  const retry = async (key: string) => (await ask(world, key, RETRY, { input: {} })).retrySetup.project

  test("queues the setup again once it has ended, without changing the project's updatedAt", async () => {
    const { id, key } = await customer(SIMULATED)
    expect(await refusal(key, RETRY, {})).toBe('CONFLICT')
    await run(id)
    const { updatedAt } = await world.operator.db.prisma.project.findUniqueOrThrow({ where: { id } })
    expect(await retry(key)).toEqual({
      databaseId: id,
      setup: { status: 'QUEUED' },
      updatedAt: updatedAt.toISOString(),
    })
    expect(await refusal(key, RETRY, {})).toBe('CONFLICT')
  })

  test('does not repeat proposals, and replaces undecided proposals with new ones', async () => {
    const { id, key } = await customer(SIMULATED)
    await run(id)
    const before: Shown[] = (await list(key)).nodes
    const rejected = before.find(({ kind }) => kind === 'COMPETITOR')?.id ?? ''
    const accepted = before.find(({ kind }) => kind === 'DESCRIPTION')?.id ?? ''
    await decide(key, rejected, false)
    await decide(key, accepted, true)
    await retry(key)
    await run(id)
    expect((await list(key)).nodes.map(({ id }: Shown) => id)).toEqual(before.map(({ id }) => id))
    await world.operator.db.prisma.project.update({ where: { id }, data: { url: null } })
    await retry(key)
    await run(id)
    const after: Shown[] = (await list(key)).nodes
    expect(after.map(({ id }) => id)).toEqual(expect.arrayContaining([rejected, accepted]))
    expect(after.filter(({ kind }) => kind === 'COMPETITOR').map(({ id }) => id)).toEqual([rejected])
    const texts = after.map(({ kind, payload }) => JSON.stringify([kind, payload]))
    expect(new Set(texts).size).toBe(texts.length)
  })

  test("is available to the project's key and to members of its organization", async () => {
    const { id, admin, member } = await customer(SIMULATED)
    const otherCustomer = await customer(SIMULATED)
    await run(id)
    await run(otherCustomer.id)
    expect(await refusal(admin, RETRY, { projectId: id })).toBe('PROJECT_SCOPED_KEY_REQUIRED')
    expect(await refusal(otherCustomer.key, RETRY, { projectId: id })).toBe('BAD_REQUEST')
    const input = { projectId: otherCustomer.id }
    await expect(retrySetup({ ctx: member, input })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(retrySetup({ ctx: member, input: {} })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    const { setup } = await retrySetup({ ctx: member, input: { projectId: id } })
    expect(setup).toEqual({ status: 'queued', failure: null })
  })
})
