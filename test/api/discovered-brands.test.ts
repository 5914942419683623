import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DiscoveredName } from '../../src/core/observations/discovered-names.ts'
import { purgeProject } from '../../src/core/projects/purge.ts'
import { reextract } from '../../src/core/reextractions/reextract.ts'
import { rateInterval } from '../../src/metrics/rate-interval.ts'
import { remeasureAll } from '../queued-jobs.ts'
import { createWorld, type World } from '../world.ts'
import { ask, send } from './graphql-client.ts'
import { type Client, createClient } from './rest-client.ts'
import { createRunProject, type RunProject } from './run-project.ts'
import { runWithAnswers, type ScriptedAnswer } from './scripted-run.ts'
import { globalId } from './two-runs.ts'

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

const named = (name: string, more: Partial<DiscoveredName> = {}): DiscoveredName => ({
  name,
  start: 0,
  end: name.length,
  mentionCount: 1,
  strength: 'among',
  rank: null,
  evidence: { start: 0, end: name.length, text: name },
  ...more,
})
const answering = (...discovered: DiscoveredName[]): ScriptedAnswer => ({ brand: 1, discovered })

const PROMPTS = ['a', 'b', 'c'].map((text) => ({ text, providers: ['chatgpt', 'gemini'] }))
const createProject = (competitors: string[] = []) =>
  createRunProject(world, client, { prompts: PROMPTS, competitors })

const listOf = async (project: RunProject, query = '') =>
  (await project.call(`GET /v1/analysis/discovered-brands${query}`)).body
const namesOf = async (project: RunProject, query = '') =>
  (await listOf(project, query)).data.map(({ name }: { name: string }) => name)
const track = (project: RunProject, body: object) =>
  project.call('POST /v1/analysis/discovered-brands/track', { json: body })

/** Executes the queued re-extractions of a project in order. */
async function executeReextractions({ projectId }: RunProject): Promise<void> {
  const { prisma } = world.operator.db
  const where = { batch: { projectId }, status: 'queued' as const }
  for (const { id } of await prisma.reextraction.findMany({ where, orderBy: { id: 'asc' } }))
    await reextract({ ctx: world.operator, input: { reextractionId: id, tries: 1 } })
}

describe('discovered brands', () => {
  it('are aggregated when the run ends: answers, spellings, rank, providers, evidence, and the mention rate with its interval', async () => {
    const project = await createProject()
    const runId = await runWithAnswers(world, project, ({ prompt, provider }) => {
      if (prompt === 'c') return provider === 'gemini' ? 'refused' : answering()
      if (provider === 'gemini')
        return answering(named('LISTWELL', { mentionCount: 2, strength: 'mentioned_only' }))
      return prompt === 'a'
        ? answering(named('List-Well', { rank: 2, strength: 'among' }), named('Zeta'))
        : answering(named('Listwell', { rank: 1, strength: 'primary' }), named('listwell'))
    })
    const [first, second, ...more] = (await listOf(project)).data
    expect(more).toEqual([])
    const interval = rateInterval([
      { present: 2, answers: 2 },
      { present: 2, answers: 2 },
      { present: 0, answers: 1 },
    ])
    expect(first).toMatchObject({
      name: 'LISTWELL',
      spellings: ['List-Well', 'Listwell', 'listwell'],
      mentionRate: interval,
      recommended: 2,
      mentions: 7,
      bestRank: 1,
      providers: ['chatgpt', 'gemini'],
      evidence: { runId, start: 0, end: 8, text: 'Listwell' },
    })
    expect(first.mentionRate).toMatchObject({ numerator: 4, denominator: 5 })
    expect(second).toMatchObject({ name: 'Zeta', bestRank: null, recommended: 1, providers: ['chatgpt'] })
    const { finishedAt } = await world.operator.db.prisma.batch.findUniqueOrThrow({ where: { id: runId } })
    expect(first.firstSeenAt).toBe(finishedAt?.toISOString())
    const ofRun = await project.call(`GET /v1/analysis/runs/${runId}/discovered-brands`)
    expect(ofRun.body).toEqual({ data: [first, second], searchedAnswers: 5, nextCursor: null })
    const query = `{ viewer { project { discoveredBrands { totalCount searchedAnswers nodes {
      name evidence { text run { databaseId } result { promptText provider { token } } } } } } } }`
    const { discoveredBrands } = (await ask(world, project.key, query)).viewer.project
    expect(discoveredBrands).toMatchObject({ totalCount: 2, searchedAnswers: 5 })
    expect(discoveredBrands.nodes[0].evidence).toEqual({
      text: 'Listwell',
      run: { databaseId: runId },
      result: { promptText: 'b', provider: { token: 'chatgpt' } },
    })
  })

  it('are paginated in both orders without gaps or duplicates, over several runs, and a cursor belongs to its list', async () => {
    const project = await createProject()
    const names = Array.from({ length: 23 }, (_, index) => `Brand ${String.fromCharCode(97 + index)}`)
    for (const run of [0, 1])
      await runWithAnswers(world, project, ({ prompt }) =>
        answering(
          ...names
            .filter((_, index) => (index + run) % (prompt.charCodeAt(0) - 94) === 0)
            .map((name, index) => named(name, { rank: index % 4 === 0 ? null : (index % 7) + 1 })),
        ),
      )
    for (const list of ['orderBy=answers_desc', 'orderBy=rank_asc', 'runs=2', 'runs=2&orderBy=rank_asc']) {
      const all = (await listOf(project, `?limit=200&${list}`)).data
      const paged: unknown[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const page: { data: unknown[]; nextCursor: string | null } = await listOf(
          project,
          `?limit=5&${list}${cursor && `&cursor=${cursor}`}`,
        )
        paged.push(...page.data)
        cursor = page.nextCursor
      }
      expect(paged, list).toEqual(all)
      const measures = all.map((brand: { bestRank: number | null; mentionRate: { numerator: number } }) =>
        list.includes('rank_asc') ? (brand.bestRank ?? 1_000) : -brand.mentionRate.numerator,
      )
      expect(measures, list).toEqual(measures.toSorted((a: number, b: number) => a - b))
    }
    const { nextCursor } = await listOf(project, '?limit=5')
    const refused = await project.call(
      `GET /v1/analysis/discovered-brands?orderBy=rank_asc&cursor=${nextCursor}`,
    )
    expect(refused.body.details.fieldErrors).toHaveProperty('cursor')
  })

  it('combine the latest runs, and are first seen in the first run that names them', async () => {
    const project = await createProject()
    const first = await runWithAnswers(world, project, () => answering(named('Listwell', { rank: 1 })))
    await runWithAnswers(world, project, () => answering(named('Listwell', { rank: 3 }), named('Zeta')))
    const { finishedAt } = await world.operator.db.prisma.batch.findUniqueOrThrow({ where: { id: first } })
    const [latest] = (await listOf(project)).data
    expect(latest).toMatchObject({ bestRank: 3, firstSeenAt: finishedAt?.toISOString() })
    const both = await listOf(project, '?runs=2')
    expect(both.searchedAnswers).toBe(12)
    expect(both.data).toMatchObject([
      {
        name: 'Listwell',
        bestRank: 1,
        mentionRate: rateInterval(Array.from({ length: 3 }, () => ({ present: 4, answers: 4 }))),
        evidence: { runId: first },
      },
      { name: 'Zeta', mentionRate: { numerator: 6, denominator: 12 } },
    ])
  })

  it('exclude names that the project now tracks as its brand, a competitor or an alias, in any spelling', async () => {
    const project = await createProject(['Boardly'])
    const names = ['List-Well', 'Kanbee', 'Zeta', 'TASKFERN.', 'Yeti']
    await runWithAnswers(world, project, () => answering(...names.map((name) => named(name))))
    expect(await namesOf(project)).toEqual(['Kanbee', 'List-Well', 'Yeti', 'Zeta'])
    await project.call('PUT /v1/settings/competitors', { json: { competitors: ['Boardly', 'listwell'] } })
    const { prisma } = world.operator.db
    await prisma.competitor.updateMany({
      where: { projectId: project.projectId, name: 'Boardly' },
      data: { aliases: ['KANBEE'] },
    })
    await prisma.project.update({ where: { id: project.projectId }, data: { aliases: ['yeti'] } })
    expect(await namesOf(project)).toEqual(['Zeta'])
    const query =
      '{ viewer { project { discoveredBrands { totalCount } latestRun { discoveredBrands { totalCount } } } } }'
    expect((await ask(world, project.key, query)).viewer.project).toEqual({
      discoveredBrands: { totalCount: 1 },
      latestRun: { discoveredBrands: { totalCount: 1 } },
    })
  })

  it('are unknown, not zero, for answers that were extracted before discovery existed', async () => {
    const project = await createProject()
    await runWithAnswers(world, project, () => ({ brand: 1 }))
    expect(await listOf(project)).toEqual({ data: [], searchedAnswers: 0, nextCursor: null })
    await runWithAnswers(world, project, ({ prompt }) =>
      prompt === 'a' ? answering(named('Zeta')) : { brand: 1 },
    )
    expect((await listOf(project)).data).toMatchObject([{ mentionRate: { numerator: 2, denominator: 2 } }])
  })

  it('are hidden from other tenants, survive a recomputation of the metrics, and are deleted with their project', async () => {
    const [project, otherProject] = [await createProject(), await createProject()]
    const runId = await runWithAnswers(world, project, () => answering(named('Secretive')))
    expect(await namesOf(otherProject, '?runs=12')).toEqual([])
    expect((await otherProject.call(`GET /v1/analysis/runs/${runId}/discovered-brands`)).status).toBe(404)
    const query = `{ node(id: "${globalId('AnalysisRun', runId)}") { ... on AnalysisRun { discoveredBrands { totalCount } } } }`
    expect((await send(world, otherProject.key, { query })).data?.node ?? null).toBeNull()
    expect((await track(otherProject, { name: 'Secretive' })).status).toBe(404)
    const { prisma, pool } = world.operator.db
    const before = await listOf(project)
    await pool.query('UPDATE batch SET metrics_version = 1 WHERE id = $1', [runId])
    await prisma.batchDiscoveredBrand.deleteMany({ where: { batchId: runId } })
    await remeasureAll(world.operator)
    expect(await listOf(project)).toEqual(before)
    await client(`DELETE /v1/projects/${project.projectId}`, { key: project.organizationKey })
    await purgeProject({ ctx: world.operator, input: project })
    expect(await prisma.batchDiscoveredBrand.count({ where: { batchId: runId } })).toBe(0)
    expect(await prisma.batchDiscovery.count({ where: { batchId: runId } })).toBe(0)
  })
})

describe('the state of a discovered brand', () => {
  const dismiss = (project: RunProject, body: object) =>
    project.call('POST /v1/analysis/discovered-brands/dismiss', { json: body })
  const stateOf = async (project: RunProject) => ({
    listed: await namesOf(project),
    mentioned: await namesOf(project, '?state=mentioned'),
    dismissed: await namesOf(project, '?state=dismissed'),
  })

  it('is listed if an answer ranks or recommends the brand, mentioned if answers only name it, and never both', async () => {
    const project = await createProject()
    await runWithAnswers(world, project, ({ prompt }) =>
      prompt === 'a'
        ? answering(
            named('Ranked', { rank: 3, strength: 'mentioned_only' }),
            named('Recommended'),
            named('Harbor', { strength: 'mentioned_only' }),
            named('Warned', { strength: 'discouraged' }),
          )
        : answering(named('Recommended', { strength: 'mentioned_only' })),
    )
    expect(await stateOf(project)).toEqual({
      listed: ['Recommended', 'Ranked'],
      mentioned: ['Harbor', 'Warned'],
      dismissed: [],
    })
    const query = `{ viewer { project {
      discoveredBrands { totalCount } mentioned: discoveredBrands(state: MENTIONED) { totalCount nodes { name } } } } }`
    expect((await ask(world, project.key, query)).viewer.project).toEqual({
      discoveredBrands: { totalCount: 2 },
      mentioned: { totalCount: 2, nodes: [{ name: 'Harbor' }, { name: 'Warned' }] },
    })
  })

  it('stays dismissed in all spellings and in later runs until it is restored, and both requests are idempotent', async () => {
    const project = await createProject()
    await runWithAnswers(world, project, () => answering(named('Listwell'), named('Zeta')))
    for (const _ of ['first', 'again'])
      expect((await dismiss(project, { name: 'list-well' })).body.data).toEqual({
        name: 'list-well',
        dismissed: true,
      })
    await runWithAnswers(world, project, () => answering(named('LISTWELL'), named('Zeta')))
    expect(await stateOf(project)).toEqual({ listed: ['Zeta'], mentioned: [], dismissed: ['LISTWELL'] })
    expect(await namesOf(project, '?runs=2&state=dismissed')).toEqual(['LISTWELL'])
    for (const _ of ['first', 'again'])
      expect((await dismiss(project, { name: 'Listwell', dismissed: false })).body.data.dismissed).toBe(false)
    expect(await stateOf(project)).toEqual({ listed: ['LISTWELL', 'Zeta'], mentioned: [], dismissed: [] })
  })

  it('is no longer dismissed after the brand was tracked', async () => {
    const project = await createProject()
    await runWithAnswers(world, project, () => answering(named('Listwell')))
    await dismiss(project, { name: 'Listwell' })
    expect((await track(project, { name: 'Listwell' })).status).toBe(200)
    await project.call('PUT /v1/settings/competitors', { json: { competitors: [] } })
    expect(await stateOf(project)).toEqual({ listed: ['Listwell'], mentioned: [], dismissed: [] })
  })

  it('can be dismissed only for names in answers, and only affects its project', async () => {
    const [project, otherProject] = [await createProject(), await createProject()]
    for (const owner of [project, otherProject])
      await runWithAnswers(world, owner, () => answering(named('Listwell')))
    expect((await dismiss(project, { name: 'Unheard' })).body.error.code).toBe('NOT_FOUND')
    const unclear = await dismiss(project, { name: 'Listwell', dismissed: 'yes' })
    expect(unclear.body.details.fieldErrors).toHaveProperty('dismissed')
    await dismiss(project, { name: 'Listwell' })
    expect(await namesOf(otherProject)).toEqual(['Listwell'])
  })
})

describe('tracking a discovered brand', () => {
  const TEXT = `The best task managers for small teams:

1. **Listwell** – the best choice for small teams.
2. **Taskfern** – a good second choice.
3. **Kanbee** – fine for boards.`

  it('makes it a competitor with its other spellings as aliases, and re-extraction adds its metrics to earlier runs', async () => {
    const project = await createProject(['Boardly'])
    for (const _ of ['first', 'second'])
      await runWithAnswers(world, project, ({ provider }) => ({
        text: provider === 'gemini' ? TEXT.replace('Listwell', 'List-Well') : TEXT,
      }))
    expect(await namesOf(project, '?orderBy=rank_asc')).toEqual(['List-Well', 'Kanbee'])
    const { status, body } = await track(project, { name: 'LISTWELL', url: 'https://listwell.example' })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      competitor: { name: 'LISTWELL', url: 'https://listwell.example' },
      reextraction: { status: 'queued', progress: { total: 12, completed: 0 }, finishedAt: null },
    })
    // Applies even before the re-extraction.
    expect(await namesOf(project, '?runs=2')).toEqual(['Kanbee'])
    await executeReextractions(project)
    const again = (await track(project, { name: 'Listwell' })).body.data
    expect(again.competitor).toEqual(body.data.competitor)
    expect(again.reextraction).toMatchObject({
      id: body.data.reextraction.id,
      status: 'completed',
      progress: { total: 12, completed: 12 },
    })
    const { prisma } = world.operator.db
    const competitors = await prisma.competitor.findMany({
      where: { projectId: project.projectId },
      orderBy: { ordinal: 'asc' },
    })
    expect(competitors.map(({ name, aliases }) => [name, aliases])).toEqual([
      ['Boardly', []],
      ['LISTWELL', ['List-Well']],
    ])
    const trends = (await project.call('GET /v1/analysis/trends?includeEntities=true')).body.data
    expect(trends).toHaveLength(2)
    for (const { entities } of trends)
      expect(entities.find(({ id }: { id: string }) => id === competitors[1]?.id).mentionRate).toMatchObject({
        numerator: 6,
        denominator: 6,
      })
    const keys = await prisma.batchDiscoveredBrand.findMany({
      where: { batch: { projectId: project.projectId } },
    })
    expect(keys.map(({ key }) => key)).toEqual(['kanbee', 'kanbee'])
  })

  it("is refused for a name that no answer lists, for the project's own brand, and beyond 50 competitors", async () => {
    const full = Array.from({ length: 50 }, (_, index) => `Competitor ${index}`)
    const project = await createProject(full)
    await runWithAnswers(world, project, () => answering(named('Zeta'), named('task fern')))
    const { prisma } = world.operator.db
    expect((await track(project, { name: 'Unheard' })).body.error.code).toBe('NOT_FOUND')
    for (const [name, reason] of [
      ['Task-Fern', 'brand of the project'],
      ['Zeta', '50 competitors'],
      ['', 'empty'],
    ]) {
      const { status, body } = await track(project, { name })
      expect([status, body.details.fieldErrors.name]).toEqual([400, expect.stringContaining(reason ?? '')])
    }
    expect(await prisma.competitor.count({ where: { projectId: project.projectId } })).toBe(50)
    expect(await prisma.projectReextraction.count({ where: { projectId: project.projectId } })).toBe(0)
  })

  it('concurrently creates one competitor and one re-extraction', async () => {
    const project = await createProject()
    await runWithAnswers(world, project, () => ({ text: TEXT }))
    const spellings = ['Listwell', 'listwell', 'List Well', 'LISTWELL']
    const tracked = await Promise.all(spellings.map((name) => track(project, { name })))
    expect(tracked.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(tracked.map(({ body }) => body.data.competitor.id)).size).toBe(1)
    expect(new Set(tracked.map(({ body }) => body.data.reextraction.id)).size).toBe(1)
    const { projectId } = project
    expect(await world.operator.db.prisma.reextraction.count({ where: { batch: { projectId } } })).toBe(1)
  })
})
