import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sweepLateRuns } from '../../src/core/alert-checks/late-runs.ts'
import { alertAboutBudget } from '../../src/core/alert-checks/run-end.ts'
import type { AppCtx } from '../../src/core/context.ts'
import { grantCredits } from '../../src/core/credits/grant.ts'
import { checkFacts } from '../../src/core/facts/check-run.ts'
import { newId } from '../../src/core/foundation/ids.ts'
import { transaction } from '../../src/core/foundation/transaction.ts'
import { INSTALLATION_ACCOUNT } from '../../src/core/spend/spending.ts'
import { createWorld, type World } from '../world.ts'
import { ask } from './graphql-client.ts'
import { type AskAsMember, asMember } from './graphql-member.ts'
import { type Client, createClient } from './rest-client.ts'
import { createRunProject, type RunProject } from './run-project.ts'
import { runWithAnswers, type ScriptedAnswer, type Unit } from './scripted-run.ts'

let world: World
let client: Client
beforeAll(async () => {
  world = await createWorld({
    workers: false,
    providers: [
      { id: 'chatgpt', driver: 'simulated' },
      { id: 'gemini', driver: 'simulated' },
    ],
  })
  client = await createClient(world)
})
afterAll(() => world?.close())

const PROMPTS = Array.from({ length: 16 }, (_, n) => `Question ${n}?`)
const both = { providers: ['chatgpt', 'gemini'], locations: ['US'] }

const createProject = () =>
  createRunProject(world, client, {
    competitors: ['Boardly'],
    prompts: PROMPTS.map((text) => ({ text, ...both })),
  })

type Say = (unit: Unit) => ScriptedAnswer

const QUERY = `query ($id: ID!) { project(id: $id) { alerts { totalCount nodes {
  databaseId kind severity subject title path isRead run { databaseId } previousRun { databaseId }
  evidence { metric part name figures { value previousValue low high pValue promptCount }
    failures { failed total } dueAt quotes { promptText provider text } } } } } }`

// biome-ignore lint/suspicious/noExplicitAny: the query determines the shape, and `expect` checks it.
async function alertsOf({ key }: RunProject): Promise<any[]> {
  return (await ask(world, key, QUERY.replace('($id: ID!)', '').replace('(id: $id)', ''))).project.alerts
    .nodes
}

/** Returns the alerts of two runs with these answers. */
async function alertsAfter(before: Say, now: Say) {
  const project = await createProject()
  const previousId = await runWithAnswers(world, project, before)
  const runId = await runWithAnswers(world, project, now)
  return { project, previousId, runId, alerts: await alertsOf(project) }
}

const number = ({ prompt }: Unit) => PROMPTS.indexOf(prompt)
const text = (text: string): ScriptedAnswer => ({ text })
const quiet: Say = (unit) => (number(unit) < 8 ? { brand: 1 } : { brand: null })
const cites = (...domains: string[]) =>
  domains.map((domain) => ({
    url: `https://${domain}/`,
    domain,
    kind: 'cited' as const,
    owner: 'third_party' as const,
  }))

describe('the end of a run raises an alert', () => {
  it('about a metric that moved, with its figures, quotes and both runs', async () => {
    const { alerts, runId, previousId } = await alertsAfter(
      (unit) => text(number(unit) < 8 ? 'Taskfern is the best fit for small teams.' : 'It depends.'),
      () => text('Taskfern is the best fit for small teams.'),
    )
    const alert = alerts.find(({ subject }) => subject === 'mentionRate')
    expect(alert).toMatchObject({
      kind: 'METRIC_MOVED',
      severity: 'WARNING',
      title: 'Mention rate rose from 50 % to 100 %.',
      isRead: false,
      run: { databaseId: runId },
      previousRun: { databaseId: previousId },
      evidence: {
        metric: 'mentionRate',
        part: 'ALL',
        figures: { value: 1, previousValue: 0.5, promptCount: 16 },
      },
    })
    expect(alert.evidence.figures.pValue).toBeLessThanOrEqual(0.05)
    expect(alert.evidence.quotes).toHaveLength(3)
    expect(alert.evidence.quotes[0].text).toBe('Taskfern is the best fit for small teams.')
    expect(new Set(alerts.map(({ subject }) => subject)).size).toBe(alerts.length)
  })

  it('about a competitor that overtook the brand', async () => {
    const { alerts } = await alertsAfter(
      (unit) => ({ brand: 1, competitor: number(unit) < 4 ? 2 : null }),
      () => ({ brand: null, competitor: 1 }),
    )
    expect(alerts).toContainEqual(
      expect.objectContaining({
        kind: 'COMPETITOR_OVERTOOK',
        evidence: expect.objectContaining({ name: 'Boardly' }),
      }),
    )
  })

  it('about a site that appeared and one that was lost', async () => {
    const { alerts } = await alertsAfter(
      () => ({ brand: null, sources: cites('old.example', 'both.example') }),
      () => ({ brand: null, sources: cites('new.example', 'both.example') }),
    )
    expect(alerts.map(({ kind, subject }) => `${kind} ${subject}`).sort()).toEqual([
      'SITE_APPEARED new.example',
      'SITE_LOST old.example',
    ])
  })

  it('about a new brand, but not about a dismissed one', async () => {
    const before: Say = () => text('It depends on what you need.')
    const now: Say = () => text('1. Listwell\n2. Otherdo\n\nListwell is the best choice.')
    const { project, alerts } = await alertsAfter(before, now)
    const appeared = alerts.filter(({ kind }) => kind === 'BRAND_APPEARED')
    expect(appeared.map(({ evidence }) => evidence.name)).toContain('Listwell')
    expect(appeared[0].evidence.quotes).toHaveLength(1)
    const again = await createProject()
    await runWithAnswers(world, again, before)
    await world.operator.db.prisma.dismissedBrand.createMany({
      data: appeared.map(({ subject }) => ({
        projectId: again.projectId,
        key: subject.replace('brand ', ''),
        dismissedAt: new Date(),
      })),
    })
    await runWithAnswers(world, again, now)
    expect((await alertsOf(again)).filter(({ kind }) => kind === 'BRAND_APPEARED')).toEqual([])
    expect(project.projectId).not.toBe(again.projectId)
  })

  it('about denials of the brand and advice against it', async () => {
    const before: Say = () => text('It depends on what you need.')
    const denied = await alertsAfter(before, () => text("I don't have any information about Taskfern."))
    expect(denied.alerts.map(({ kind }) => kind)).toContain('BRAND_DENIED')
    const discouraged = await alertsAfter(before, () => text('Avoid Taskfern. I do not recommend Taskfern.'))
    expect(discouraged.alerts.map(({ kind, severity }) => `${kind} ${severity}`)).toContain(
      'BRAND_DISCOURAGED CRITICAL',
    )
  })

  it('about a provider that failed, until it has answered again', async () => {
    const failing: Say = (unit) => (unit.provider === 'gemini' ? 'failed' : quiet(unit))
    const { project, alerts } = await alertsAfter(quiet, failing)
    expect(alerts).toMatchObject([
      { kind: 'PROVIDER_FAILED', evidence: { name: 'gemini', failures: { failed: 16, total: 16 } } },
    ])
    await runWithAnswers(world, project, failing)
    expect(await alertsOf(project)).toHaveLength(1)
    await runWithAnswers(world, project, quiet)
    await runWithAnswers(world, project, failing)
    expect(await alertsOf(project)).toHaveLength(2)
  })

  it('about a provider whose answers can no longer be read', async () => {
    const project = await createProject()
    await runWithAnswers(world, project, quiet)
    const error = { code: 'UNREADABLE_ANSWER' as const, message: 'The answer has an unknown form.' }
    await runWithAnswers(world, project, (unit) => (unit.provider === 'gemini' ? { error } : quiet(unit)))
    expect(await alertsOf(project)).toMatchObject([{ kind: 'PROVIDER_CHANGED', subject: 'gemini' }])
  })

  it('never without a change, and never twice for the same run', async () => {
    const { alerts, project, runId } = await alertsAfter(quiet, quiet)
    expect(alerts).toEqual([])
    expect(await world.operator.db.prisma.alert.count({ where: { batchId: runId } })).toBe(0)
    expect(await alertsOf(project)).toEqual([])
  })
})

describe('the check of the facts of a run raises an alert', () => {
  const CORRECT = 'Taskfern is a good tool for teams. It was founded in 2015.'
  const WRONG = 'Taskfern is a good tool for teams. It was founded in 2011.'
  /** Answers of which chatgpt contradicts the fact in this many prompts. */
  const contradictsIn =
    (prompts: number): Say =>
    (unit) =>
      text(unit.provider === 'chatgpt' && number(unit) < prompts ? WRONG : CORRECT)
  const check = (batchId: string) => checkFacts({ ctx: world.operator, input: { batchId } })

  /** Runs a project with a fact twice, checks both runs, and returns its alerts. */
  async function alertsOnFacts(before: number, now: number, decidedBefore?: string) {
    const project = await createProject()
    const { body } = await project.call('POST /v1/facts', { json: { kind: 'founded', year: 2015 } })
    const previousId = await runWithAnswers(world, project, contradictsIn(before))
    await check(previousId)
    if (decidedBefore)
      await world.operator.db.prisma.factCheck.updateMany({
        where: { batchId: previousId },
        data: { basis: decidedBefore },
      })
    await project.freeManualRun()
    const runId = await runWithAnswers(world, project, contradictsIn(now))
    await check(runId)
    return { project, factId: body.data.id, runId, alerts: await alertsOf(project) }
  }

  it('about a fact that more answers contradict, once, with quotes', async () => {
    const { project, factId, runId, alerts } = await alertsOnFacts(1, 12)
    expect(alerts).toMatchObject([
      {
        kind: 'FACT_CONTRADICTED',
        severity: 'WARNING',
        subject: factId,
        title: 'More answers contradict “Founded in 2015” (3 % before, 38 % now).',
        run: { databaseId: runId },
        evidence: { name: 'Founded in 2015', figures: { previousValue: 1 / 32, value: 12 / 32 } },
      },
    ])
    const [{ evidence }] = alerts
    expect(evidence.figures.pValue).toBeLessThan(0.016)
    expect(evidence.quotes).toHaveLength(3)
    for (const quote of evidence.quotes)
      expect(quote).toMatchObject({ provider: 'chatgpt', text: expect.stringContaining('2011') })
    // The check of a run is repeated, for example after an upgrade of its rules.
    const { prisma } = world.operator.db
    await prisma.factCheck.updateMany({ where: { batchId: runId }, data: { extractionRevision: -1 } })
    await check(runId)
    expect(await alertsOf(project)).toHaveLength(1)
  })

  it('but not within noise, nor if fewer answers contradict it', async () => {
    expect((await alertsOnFacts(0, 5)).alerts).toEqual([])
    expect((await alertsOnFacts(12, 0)).alerts).toEqual([])
  })

  it('but not if a judge decided about the answers of one run only', async () => {
    expect((await alertsOnFacts(1, 12, 'judge-1')).alerts).toEqual([])
    expect((await alertsOnFacts(1, 12, 'rules')).alerts).toHaveLength(1)
  })
})

describe('the end of an analysis raises an alert once per day', () => {
  /** Ends an analysis of a project that used 400 credits. */
  async function endAnalysis({ projectId, organizationId }: RunProject, ctx: AppCtx = world.operator) {
    const batch = await ctx.db.prisma.batch.create({
      data: {
        id: newId(),
        kind: 'async',
        trigger: 'api',
        organizationId,
        projectId,
        status: 'running',
        brandName: 'Taskfern',
        snapshot: {},
        total: 0,
      },
    })
    const step = await alertAboutBudget(ctx, { ...batch, status: 'completed' })
    const ended = { ...batch, creditsCharged: 400, finishedAt: new Date() }
    await transaction(ctx, async (tx) => step.write?.(tx, ended))
  }

  it('if fewer credits are left than it used', async () => {
    const project = await createProject()
    await grantCredits({
      ctx: world.operator,
      input: { organizationId: project.organizationId, credits: 399 },
    })
    await endAnalysis(project)
    await endAnalysis(project)
    expect(await alertsOf(project)).toMatchObject([
      { kind: 'CREDITS_LOW', title: '399 credits are left; the last analysis used 400.' },
    ])
    const rich = await createProject()
    await grantCredits({ ctx: world.operator, input: { organizationId: rich.organizationId, credits: 400 } })
    await endAnalysis(rich)
    expect(await alertsOf(rich)).toEqual([])
  })

  it('if the spending of the organization has reached 80 % of its daily limit', async () => {
    const project = await createProject()
    const { organizationId } = project
    await grantCredits({ ctx: world.operator, input: { organizationId, credits: 1_000 } })
    const spendLimit = { perDay: null, perOrganizationPerDay: 10 }
    const ctx = { ...world.operator, deps: { ...world.operator.deps, spendLimit } }
    const spend = (usd: number) =>
      ctx.db.pool.query(
        `INSERT INTO provider_spend (account_id, organization_id, provider, day, usd, questions, priced)
         VALUES ($1, $2, 'chatgpt', (now() AT TIME ZONE 'UTC')::date, $3, 1, 1)
         ON CONFLICT (account_id, organization_id, provider, day) DO UPDATE SET usd = $3`,
        [INSTALLATION_ACCOUNT, organizationId, usd],
      )
    await spend(7.9)
    await endAnalysis(project, ctx)
    expect(await alertsOf(project)).toEqual([])
    await spend(8)
    await endAnalysis(project, ctx)
    expect(await alertsOf(project)).toMatchObject([{ kind: 'SPEND_HIGH', subject: 'all providers' }])
  })
})

describe('a weekly run', () => {
  it('raises an alert once if it has not started an hour after it was due', async () => {
    const project = await createProject()
    const nextRunAt = new Date(Date.now() - 2 * 3_600_000)
    await world.operator.db.prisma.schedule.create({ data: { projectId: project.projectId, nextRunAt } })
    await sweepLateRuns({ ctx: world.operator })
    await sweepLateRuns({ ctx: world.operator })
    expect(await alertsOf(project)).toMatchObject([
      { kind: 'RUN_LATE', run: null, evidence: { dueAt: nextRunAt.toISOString() } },
    ])
  })
})

describe('a project', () => {
  const rising: Say = (unit) => ({ brand: number(unit) < 16 ? 1 : null })

  async function withRules(change: (member: AskAsMember, projectId: string) => Promise<unknown>) {
    const project = await createProject()
    const member = asMember(world, project.organizationId)
    await change(member, project.projectId)
    await runWithAnswers(world, project, quiet)
    await runWithAnswers(world, project, rising)
    return (await alertsOf(project)).map(({ kind, severity, subject }) => `${kind} ${severity} ${subject}`)
  }
  const update = (rule: string) => (member: AskAsMember, projectId: string) =>
    member(`mutation { updateAlertRule(input: { projectId: "${projectId}", ${rule} }) { rule { kind } } }`)

  it('has a rule for each kind, which it can turn off, limit and make more urgent', async () => {
    expect(await withRules(update('kind: METRIC_MOVED, severity: CRITICAL'))).toContain(
      'METRIC_MOVED CRITICAL mentionRate',
    )
    expect(await withRules(update('kind: METRIC_MOVED, enabled: false'))).toEqual([])
    expect(await withRules(update('kind: METRIC_MOVED, direction: FALL'))).toEqual([])
    const others = await withRules(update('kind: METRIC_MOVED, metrics: ["citationRate"]'))
    expect(others).toEqual([])
  })

  it('refuses filters for rules that have none, and names the field', async () => {
    const { organizationId, projectId } = await createProject()
    const { codes } = await update('kind: SITE_LOST, tags: ["crm"]')(
      asMember(world, organizationId),
      projectId,
    )
    expect(codes).toEqual(['BAD_REQUEST'])
  })

  it('gets no alerts about a muted subject, and gets them again after the snooze', async () => {
    const mute = (more: string) => (member: AskAsMember, projectId: string) =>
      member(
        `mutation { muteAlerts(input: { projectId: "${projectId}", kind: METRIC_MOVED, subject: "mentionRate"${more} }) { project { id } } }`,
      )
    expect(await withRules(mute(''))).not.toContain('METRIC_MOVED WARNING mentionRate')
    const snoozed = await withRules(mute(`, until: "${new Date(Date.now() + 3_600_000).toISOString()}"`))
    expect(snoozed).not.toContain('METRIC_MOVED WARNING mentionRate')
    const unmuted = await withRules(async (member, projectId) => {
      await mute('')(member, projectId)
      await mute(', muted: false')(member, projectId)
    })
    expect(unmuted).toContain('METRIC_MOVED WARNING mentionRate')
    const project = await createProject()
    const past = await mute(`, until: "2020-01-01T00:00:00Z"`)(
      asMember(world, project.organizationId),
      project.projectId,
    )
    expect(past.codes).toEqual(['BAD_REQUEST'])
  })

  it('shows each member which alerts they have not read', async () => {
    const { project } = await alertsAfter(quiet, rising)
    const user = await world.operator.db.prisma.user.create({
      data: { id: newId(), email: `${newId()}@example.com`, name: 'Ann' },
    })
    const ann = asMember(world, project.organizationId, 'member', user.id)
    const unread = async (member: AskAsMember) => {
      const query = '{ viewer { organization { alerts(filter: { unread: true }) { totalCount } } } }'
      return (await member(query)).data.viewer.organization.alerts.totalCount
    }
    const all = await unread(ann)
    expect(all).toBeGreaterThan(0)
    const { data } = await ann(
      `mutation { markAlertsRead(input: { projectId: "${project.projectId}" }) { marked } }`,
    )
    expect(data.markAlertsRead.marked).toBe(all)
    expect(await unread(ann)).toBe(0)
    expect(await unread(asMember(world, project.organizationId))).toBe(all)
  })

  it('shows no alerts and no rules to another organization', async () => {
    const { project, alerts } = await alertsAfter(quiet, rising)
    const stranger = await createProject()
    const { data, codes } = await asMember(world, stranger.organizationId)(QUERY, { id: project.projectId })
    expect([data?.project ?? null, codes]).toEqual([null, ['NOT_FOUND']])
    const id = Buffer.from(`Alert:${alerts[0].databaseId}`).toString('base64')
    const node = await asMember(world, stranger.organizationId)('query ($id: ID!) { node(id: $id) { id } }', {
      id,
    })
    expect(node.data.node).toBeNull()
  })
})
