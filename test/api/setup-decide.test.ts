import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AppCtx } from '../../src/core/context.ts'
import { newId } from '../../src/core/foundation/ids.ts'
import { decideProposal } from '../../src/core/setup/decide-proposal.ts'
import type { Proposal } from '../../src/core/setup/proposal.ts'
import { listProposals } from '../../src/core/setup/read-proposals.ts'
import { createWorld, type World } from '../world.ts'

let world: World
let prisma: World['operator']['db']['prisma']
beforeAll(async () => {
  // No workers, so setup does not run: the tests insert the proposals.
  world = await createWorld({ workers: false })
  prisma = world.operator.db.prisma
})
afterAll(() => world?.close())

async function newProject({ plan = 'pro' as 'free' | 'pro' } = {}) {
  const { id: organizationId } = await world.organization({ plan })
  const { id } = await world.project({ organizationId, name: 'Acme', competitors: ['Globex'] })
  const key: AppCtx = {
    ...world.operator,
    actor: { type: 'key', keyId: newId(), organizationId, projectId: id, scopes: ['read', 'run', 'write'] },
  }
  const member = world.member(organizationId, 'member')
  const propose = async (proposal: Proposal) => {
    const row = await prisma.setupProposal.create({ data: { id: newId(), projectId: id, ...proposal } })
    return row.id
  }
  const accept = async (proposal: Proposal) =>
    decideProposal({ ctx: member, input: { proposalId: await propose(proposal), accept: true } })
  return { id, organizationId, key, member, propose, accept }
}

/** Returns everything that a proposal could change. */
async function stateOf(id: string) {
  const { analysisBrandName, description, displayName, aliases, domains, competitors, prompts } =
    await prisma.project.findUniqueOrThrow({
      where: { id },
      include: {
        competitors: { orderBy: { ordinal: 'asc' } },
        prompts: { where: { deletedAt: null }, orderBy: { id: 'asc' } },
      },
    })
  return {
    analysisBrandName,
    description,
    displayName,
    aliases,
    domains,
    competitors: competitors.map(({ name, url }) => [name, url]),
    prompts: prompts.map(({ text }) => text),
  }
}

const UNCHANGED = {
  analysisBrandName: 'Acme',
  description: null,
  displayName: 'Acme',
  aliases: [],
  domains: [],
  competitors: [['Globex', null]],
  prompts: [],
}
const PROMPT: Proposal = { kind: 'prompt', payload: { text: 'Is Acme any good?', branded: true } }
const PROPOSALS: [Proposal, object][] = [
  [{ kind: 'brand_name', payload: { name: 'Acme HQ' } }, { analysisBrandName: 'Acme HQ' }],
  [{ kind: 'alias', payload: { name: 'ACM' } }, { aliases: ['ACM'] }],
  [{ kind: 'domain', payload: { domain: 'acme.org' } }, { domains: ['acme.org'] }],
  [{ kind: 'description', payload: { text: 'Acme makes anvils.' } }, { description: 'Acme makes anvils.' }],
  [
    { kind: 'competitor', payload: { name: 'Initech', url: 'https://initech.example' } },
    {
      competitors: [
        ['Globex', null],
        ['Initech', 'https://initech.example'],
      ],
    },
  ],
  [PROMPT, { prompts: ['Is Acme any good?'] }],
]
const cases = PROPOSALS.map(([proposal, change]) => [proposal.kind, proposal, change] as const)

describe('a proposal', () => {
  it.each(cases)('(%s) changes exactly what it proposes when it is accepted', async (_, proposal, change) => {
    const { id, member, propose } = await newProject()
    const proposalId = await propose(proposal)
    const decided = await decideProposal({ ctx: member, input: { proposalId, accept: true } })
    expect(decided).toMatchObject({ id: proposalId, projectId: id, accepted: true, ...proposal })
    expect(decided.decidedAt).toBeInstanceOf(Date)
    expect(await stateOf(id)).toEqual({ ...UNCHANGED, ...change })
    expect(await listProposals({ ctx: member, input: { ids: [id] } })).toEqual([[decided]])
  })

  it.each(cases)('(%s) leaves the project unchanged when it is rejected', async (_, proposal) => {
    const { id, key, propose } = await newProject()
    const input = { proposalId: await propose(proposal), accept: false }
    expect(await decideProposal({ ctx: key, input })).toMatchObject({ accepted: false })
    expect(await stateOf(id)).toEqual(UNCHANGED)
  })

  it('is decided only once under concurrent decisions', async () => {
    const { id, member, propose } = await newProject()
    const proposalId = await propose(PROMPT)
    const decisions = await Promise.allSettled(
      [true, true, false, true].map((accept) =>
        decideProposal({ ctx: member, input: { proposalId, accept } }),
      ),
    )
    const fulfilled = decisions.filter(({ status }) => status === 'fulfilled')
    expect(fulfilled).toHaveLength(1)
    for (const decision of decisions) {
      if (decision.status === 'rejected') expect(decision.reason).toMatchObject({ code: 'CONFLICT' })
    }
    const { accepted } = await prisma.setupProposal.findUniqueOrThrow({ where: { id: proposalId } })
    expect((await stateOf(id)).prompts).toHaveLength(accepted ? 1 : 0)
  })

  it('for something that the project already has can be accepted, and adds no duplicate', async () => {
    const { id, accept } = await newProject()
    for (const [proposal] of PROPOSALS) await accept(proposal)
    const once = await stateOf(id)
    for (const [proposal] of PROPOSALS) await accept(proposal)
    await accept({ kind: 'competitor', payload: { name: ' GLOBEX', url: 'https://globex.example' } })
    expect(await stateOf(id)).toEqual(once)
  })

  it('for a prompt respects the limit of the plan, and stays undecided above the limit', async () => {
    const { id, member, propose, accept } = await newProject({ plan: 'free' })
    for (let n = 0; n < 10; n += 1)
      await accept({ kind: 'prompt', payload: { text: `${n}?`, branded: false } })
    const proposalId = await propose(PROMPT)
    await expect(decideProposal({ ctx: member, input: { proposalId, accept: true } })).rejects.toMatchObject({
      code: 'PROMPT_LIMIT_EXCEEDED',
    })
    expect((await stateOf(id)).prompts).toHaveLength(10)
    expect((await prisma.setupProposal.findUniqueOrThrow({ where: { id: proposalId } })).decidedAt).toBeNull()
    const { id: promptId } = await prisma.prompt.findFirstOrThrow({ where: { projectId: id } })
    await prisma.prompt.update({ where: { id: promptId }, data: { deletedAt: new Date() } })
    await decideProposal({ ctx: member, input: { proposalId, accept: true } })
    expect((await stateOf(id)).prompts).toContain('Is Acme any good?')
  })

  it('adds a prompt with the default providers and locations of the project', async () => {
    const { id, accept } = await newProject()
    await accept(PROMPT)
    expect(await prisma.prompt.findFirstOrThrow({ where: { projectId: id } })).toMatchObject({
      providers: world.operator.deps.providers.of(null).tokens(),
      locations: ['US'],
      active: true,
    })
  })
})

describe('decisions are refused', () => {
  it('on proposals of another tenant or project and on missing proposals, which are not listed either', async () => {
    const mine = await newProject()
    const otherTenant = await newProject()
    const sibling = await world.project({ organizationId: mine.organizationId })
    const { id: siblings } = await prisma.setupProposal.create({
      data: { id: newId(), projectId: sibling.id, ...PROMPT },
    })
    const foreign = await otherTenant.propose(PROMPT)
    const missing = { code: 'NOT_FOUND' }
    for (const [ctx, proposalId] of [
      [mine.key, foreign],
      [mine.member, foreign],
      [mine.key, siblings],
      [mine.key, newId()],
      [mine.member, 'nonsense'],
    ] as const) {
      await expect(decideProposal({ ctx, input: { proposalId, accept: true } })).rejects.toMatchObject(
        missing,
      )
    }
    for (const ctx of [mine.key, mine.member]) {
      await expect(listProposals({ ctx, input: { ids: [otherTenant.id] } })).rejects.toMatchObject(missing)
    }
    await expect(listProposals({ ctx: mine.key, input: { ids: [sibling.id] } })).rejects.toMatchObject(
      missing,
    )
    expect(
      await prisma.setupProposal.count({
        where: { decidedAt: { not: null }, id: { in: [foreign, siblings] } },
      }),
    ).toBe(0)
  })

  it('as PROJECT_SCOPED_KEY_REQUIRED for an organization key', async () => {
    const { id, key, organizationId, propose } = await newProject()
    const ctx: AppCtx = {
      ...key,
      actor: {
        type: 'key',
        keyId: newId(),
        organizationId,
        projectId: null,
        scopes: ['read', 'run', 'write', 'admin'],
      },
    }
    const refused = { code: 'PROJECT_SCOPED_KEY_REQUIRED' }
    const input = { proposalId: await propose(PROMPT), accept: true }
    await expect(decideProposal({ ctx, input })).rejects.toMatchObject(refused)
    await expect(listProposals({ ctx, input: { ids: [id] } })).rejects.toMatchObject(refused)
  })

  it('as BAD_REQUEST for invalid input', async () => {
    const { member } = await newProject()
    const input = { proposalId: newId(), accept: 'yes' as unknown as boolean }
    await expect(decideProposal({ ctx: member, input })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      fieldErrors: { accept: 'must be true or false' },
    })
  })
})
