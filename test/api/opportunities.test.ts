import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpportunityRecord } from '../../src/core/opportunities/foundation/definition.ts'
import { createWorld, type World } from '../world.ts'
import { ask } from './graphql-client.ts'
import { type Client, createClient } from './rest-client.ts'
import { createRunProject, type RunProject } from './run-project.ts'
import { runWithAnswers, type ScriptedAnswer, type Unit } from './scripted-run.ts'

let world: World
let client: Client
beforeAll(async () => {
  const providers = [
    { id: 'chatgpt', driver: 'simulated' },
    { id: 'gemini', driver: 'simulated' },
  ]
  world = await createWorld({ workers: false, providers })
  client = await createClient(world)
})
afterAll(() => world?.close())

const PROMPTS = Array.from({ length: 12 }, (_, index) => `Which planner is best for team ${index + 1}?`)
const ASKED = { providers: ['chatgpt', 'gemini'], locations: ['US', 'DE'] }
const LOST = PROMPTS[0] ?? ''
const REVIEWS = 'https://reviews.example/planners'

const createProject = () =>
  createRunProject(world, client, {
    competitors: ['Boardly', 'Kanbee'],
    prompts: PROMPTS.map((text) => ({ text, ...ASKED })),
  })

const named: ScriptedAnswer = { text: 'Take Taskfern or Boardly.' }
const omitted: ScriptedAnswer = {
  text: 'The best planners:\n\n- Boardly is the best planner for most teams.\n- Others are fine.',
  citations: [{ url: REVIEWS, kind: 'cited', title: 'Planners' }],
}

/** Gemini never names the brand, and no provider names it for the first prompt. */
const behind = ({ prompt, provider }: Unit) => (provider === 'gemini' || prompt === LOST ? omitted : named)

const listOf = async (project: RunProject, query = ''): Promise<OpportunityRecord[]> =>
  (await project.call(`GET /v1/analysis/opportunities${query}`)).body.data
const only = async (project: RunProject, kind: string): Promise<OpportunityRecord> => {
  const [opportunity, ...more] = await listOf(project, `?kind=${kind}`)
  if (!opportunity || more.length > 0) throw new Error(`not exactly one opportunity of kind ${kind}`)
  return opportunity
}
const update = (project: RunProject, id: string, json: object) =>
  project.call(`PATCH /v1/analysis/opportunities/${id}`, { json })

describe('opportunities', () => {
  it('are found in the latest run, ranked by expected gain, with their evidence', async () => {
    const project = await createProject()
    expect(await listOf(project)).toEqual([])
    const runId = await runWithAnswers(world, project, behind)
    const all = await listOf(project)
    expect(all.map(({ kind, subject }) => [kind, subject])).toEqual([
      ['source_to_win', 'reviews.example'],
      ['provider_gap', 'gemini'],
      ['missing_prompt', LOST],
    ])
    expect(all.map(({ expected }) => expected)).toEqual(
      all.map(({ expected }) => expected).toSorted((a, b) => b - a),
    )
    const prompt = await only(project, 'missing_prompt')
    expect(prompt).toMatchObject({
      status: 'open',
      runId,
      current: true,
      atMost: 4,
      runAnswers: 48,
      outcome: null,
      evidence: {
        answers: 4,
        omitting: 4,
        mentionRate: { numerator: 0, denominator: 4 },
        otherRate: { numerator: 22, denominator: 44 },
        namedCompetitors: [{ name: 'Boardly', answers: 4 }],
        sites: [{ domain: 'reviews.example', answers: 4 }],
      },
    })
    // The lower end of the interval of the other prompts, for four answers.
    expect(prompt.expected).toBe(Math.round((prompt.evidence.otherRate.low ?? 0) * 4))
    expect(prompt.quotes).toHaveLength(3)
    expect(prompt.quotes[0]).toMatchObject({
      competitorName: 'Boardly',
      text: '- Boardly is the best planner for most teams.',
    })
    const site = await only(project, 'source_to_win')
    const page = { url: REVIEWS, title: 'Planners', check: null, competitors: [] }
    expect(site.evidence.pages).toEqual([{ ...page, answers: 26 }])
    expect(prompt.evidence.pages).toEqual([{ ...page, answers: 4 }])
    expect(site.evidence).toMatchObject({ answers: 26, prompts: 12, omitting: 26 })
    const provider = await only(project, 'provider_gap')
    expect(provider.evidence).toMatchObject({ difference: -11 / 12, mentionRate: { numerator: 0 } })
    expect(provider.expected).toBe(Math.round(-(provider.evidence.high ?? 0) * 24))
  })

  it('need enough answers and prompts: a small run supports none', async () => {
    const project = await createRunProject(world, client, {
      competitors: ['Boardly'],
      prompts: PROMPTS.slice(0, 2).map((text) => ({ text, providers: ['gemini'], locations: ['US'] })),
    })
    await runWithAnswers(world, project, behind)
    expect(await listOf(project)).toEqual([])
  })

  it('keep their id, assignee and note in later runs, and disappear when no run shows them', async () => {
    const project = await createProject()
    await runWithAnswers(world, project, behind)
    const before = await only(project, 'missing_prompt')
    const { organizationId } = await world.operator.db.prisma.project.findUniqueOrThrow({
      where: { id: project.projectId },
    })
    const user = await world.operator.db.prisma.user.create({
      data: { id: crypto.randomUUID(), email: `${crypto.randomUUID()}@example.com`, name: 'Ada' },
    })
    const member = await world.operator.db.prisma.member.create({
      data: { id: crypto.randomUUID(), organizationId: organizationId ?? '', userId: user.id },
    })
    await update(project, before.id, { assigneeId: member.id, note: ' Write a guide ' })
    await runWithAnswers(world, project, behind)
    expect(await only(project, 'missing_prompt')).toMatchObject({
      id: before.id,
      assigneeId: member.id,
      note: 'Write a guide',
    })
    await runWithAnswers(world, project, () => named)
    expect(await listOf(project)).toEqual([])
    // An assigned opportunity comes back with its note. The others are new.
    await runWithAnswers(world, project, behind)
    expect(await only(project, 'missing_prompt')).toMatchObject({ id: before.id, note: 'Write a guide' })
  })

  it('compare the runs before and after they are done, and say when there are too few prompts', async () => {
    const project = await createProject()
    const first = await runWithAnswers(world, project, behind)
    for (const { id } of await listOf(project))
      expect((await update(project, id, { status: 'done' })).body.data).toMatchObject({
        status: 'done',
        outcome: null,
      })
    expect(await listOf(project, '?status=open')).toEqual([])
    const second = await runWithAnswers(world, project, () => named)
    const outcomeOf = async (kind: string) => (await only(project, kind)).outcome
    expect(await outcomeOf('provider_gap')).toMatchObject({
      verdict: 'moved',
      prompts: 12,
      before: { numerator: 0, denominator: 24 },
      after: { numerator: 24, denominator: 24 },
      difference: 1,
      baselineRunId: first,
      runIds: [second],
    })
    expect(await outcomeOf('source_to_win')).toMatchObject({ verdict: 'moved', prompts: 12 })
    expect(await outcomeOf('missing_prompt')).toMatchObject({
      verdict: 'insufficient',
      before: { numerator: 0, denominator: 4 },
      after: { numerator: 4, denominator: 4 },
      difference: null,
    })
    // The first three runs after count together. The fourth changes nothing.
    for (const _ of ['third', 'fourth', 'fifth']) await runWithAnswers(world, project, () => named)
    const outcome = await outcomeOf('provider_gap')
    expect(outcome?.runIds).toHaveLength(3)
    expect(outcome?.after).toMatchObject({ numerator: 72, denominator: 72 })
  })

  it('are updated over GraphQL with their examples, runs and assignee, and the change is audited', async () => {
    const project = await createProject()
    const runId = await runWithAnswers(world, project, behind)
    const query = `{ viewer { project { opportunities(kind: MISSING_PROMPT, first: 5) { totalCount nodes {
      id subject evidence { promptCount namedCompetitors { name } } run { databaseId }
      quotes { text competitorName result { promptText } } assignee { name } } } } } }`
    const { opportunities } = (await ask(world, project.key, query)).viewer.project
    expect(opportunities).toMatchObject({
      totalCount: 1,
      nodes: [
        {
          subject: LOST,
          evidence: { promptCount: 1, namedCompetitors: [{ name: 'Boardly' }] },
          run: { databaseId: runId },
          assignee: null,
        },
      ],
    })
    expect(opportunities.nodes[0].quotes[0].result.promptText).toBe(LOST)
    const change = `mutation ($input: UpdateOpportunityInput!) { updateOpportunity(input: $input) {
      opportunity { status note doneAt } project { opportunities(status: OPEN) { totalCount } } } }`
    const input = { opportunityId: opportunities.nodes[0].id, status: 'IGNORED', note: 'Not our market' }
    const { updateOpportunity } = await ask(world, project.key, change, { input })
    expect(updateOpportunity).toMatchObject({
      opportunity: { status: 'IGNORED', note: 'Not our market', doneAt: null },
      project: { opportunities: { totalCount: 2 } },
    })
    const audited = await world.operator.db.prisma.auditEntry.findFirst({
      where: { action: 'opportunities.changed' },
      orderBy: { id: 'desc' },
    })
    expect(audited).toMatchObject({ actorType: 'key' })
  })

  it('are invisible to other tenants, and refuse assignees of other organizations', async () => {
    const [project, other] = [await createProject(), await createProject()]
    await runWithAnswers(world, project, behind)
    const { id } = await only(project, 'missing_prompt')
    expect(await listOf(other)).toEqual([])
    expect((await update(other, id, { status: 'done' })).status).toBe(404)
    const read = `query ($id: ID!) { node(id: $id) { id } }`
    expect((await ask(world, other.key, read, { id: btoa(`Opportunity:${id}`) })).node).toBeNull()
    const refused = await update(project, id, { assigneeId: crypto.randomUUID() })
    expect(refused.body.details.fieldErrors).toHaveProperty('assigneeId')
  })
})
