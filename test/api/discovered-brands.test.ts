import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sweepMetrics } from '../../src/core/measurements/remeasure.ts'
import type { DiscoveredName } from '../../src/core/observations/discovered-names.ts'
import { reextract } from '../../src/core/reextractions/reextract.ts'
import { rateInterval } from '../../src/metrics/rate-interval.ts'
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
const project = (competitors: string[] = []) =>
  createRunProject(world, client, { prompts: PROMPTS, competitors })

const listOf = async (project: RunProject, query = '') =>
  (await project.call(`GET /v1/analysis/discovered-brands${query}`)).body
const namesOf = async (project: RunProject, query = '') =>
  (await listOf(project, query)).data.map(({ name }: { name: string }) => name)
const track = (project: RunProject, body: object) =>
  project.call('POST /v1/analysis/discovered-brands/track', { json: body })

/** Executes the queued re-extractions of a project, in their order. */
async function readAgain({ projectId }: RunProject): Promise<void> {
  const { prisma } = world.operator.db
  const where = { batch: { projectId }, status: 'queued' as const }
  for (const { id } of await prisma.reextraction.findMany({ where, orderBy: { id: 'asc' } }))
    await reextract({ ctx: world.operator, input: { reextractionId: id, tries: 1 } })
}

describe('the brands that the answers of a run list and nobody tracks', () => {
  it('are counted when the run ends: answers, spellings, rank, providers, evidence, and the rate with its interval', async () => {
    const own = await project()
    const runId = await runWithAnswers(world, own, ({ prompt, provider }) => {
      if (prompt === 'c') return provider === 'gemini' ? 'refused' : answering()
      if (provider === 'gemini')
        return answering(named('LISTWELL', { mentionCount: 2, strength: 'mentioned_only' }))
      return prompt === 'a'
        ? answering(named('List-Well', { rank: 2, strength: 'among' }), named('Zeta'))
        : answering(named('Listwell', { rank: 1, strength: 'primary' }), named('listwell'))
    })
    const [first, second, ...more] = (await listOf(own)).data
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
    const ofRun = await own.call(`GET /v1/analysis/runs/${runId}/discovered-brands`)
    expect(ofRun.body).toEqual({ data: [first, second], searchedAnswers: 5, nextCursor: null })
    const query = `{ viewer { project { discoveredBrands { totalCount searchedAnswers nodes {
      name evidence { text run { databaseId } result { prompt provider { token } } } } } } } }`
    const { discoveredBrands } = (await ask(world, own.key, query)).viewer.project
    expect(discoveredBrands).toMatchObject({ totalCount: 2, searchedAnswers: 5 })
    expect(discoveredBrands.nodes[0].evidence).toEqual({
      text: 'Listwell',
      run: { databaseId: runId },
      result: { prompt: 'b', provider: { token: 'chatgpt' } },
    })
  })

  it('come in both orders page by page, each exactly once, over several runs, and a cursor belongs to its list', async () => {
    const own = await project()
    const names = Array.from({ length: 23 }, (_, index) => `Brand ${String.fromCharCode(97 + index)}`)
    for (const run of [0, 1])
      await runWithAnswers(world, own, ({ prompt }) =>
        answering(
          ...names
            .filter((_, index) => (index + run) % (prompt.charCodeAt(0) - 94) === 0)
            .map((name, index) => named(name, { rank: index % 4 === 0 ? null : (index % 7) + 1 })),
        ),
      )
    for (const list of ['orderBy=answers_desc', 'orderBy=rank_asc', 'runs=2', 'runs=2&orderBy=rank_asc']) {
      const all = (await listOf(own, `?limit=200&${list}`)).data
      const found: unknown[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const page: { data: unknown[]; nextCursor: string | null } = await listOf(
          own,
          `?limit=5&${list}${cursor && `&cursor=${cursor}`}`,
        )
        found.push(...page.data)
        cursor = page.nextCursor
      }
      expect(found, list).toEqual(all)
      const measures = all.map((brand: { bestRank: number | null; mentionRate: { numerator: number } }) =>
        list.includes('rank_asc') ? (brand.bestRank ?? 1_000) : -brand.mentionRate.numerator,
      )
      expect(measures, list).toEqual(measures.toSorted((one: number, other: number) => one - other))
    }
    const { nextCursor } = await listOf(own, '?limit=5')
    const refused = await own.call(`GET /v1/analysis/discovered-brands?orderBy=rank_asc&cursor=${nextCursor}`)
    expect(refused.body.details.fieldErrors).toHaveProperty('cursor')
  })

  it('are those of the latest runs together, first seen in the first run that names them', async () => {
    const own = await project()
    const first = await runWithAnswers(world, own, () => answering(named('Listwell', { rank: 1 })))
    await runWithAnswers(world, own, () => answering(named('Listwell', { rank: 3 }), named('Zeta')))
    const { finishedAt } = await world.operator.db.prisma.batch.findUniqueOrThrow({ where: { id: first } })
    const [latest] = (await listOf(own)).data
    expect(latest).toMatchObject({ bestRank: 3, firstSeenAt: finishedAt?.toISOString() })
    const both = await listOf(own, '?runs=2')
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

  it('are not those that the project tracks by now, as its brand, a competitor or an alias, in any spelling', async () => {
    const own = await project(['Boardly'])
    const names = ['List-Well', 'Kanbee', 'Zeta', 'TASKFERN.', 'Yeti']
    await runWithAnswers(world, own, () => answering(...names.map((name) => named(name))))
    expect(await namesOf(own)).toEqual(['Kanbee', 'List-Well', 'Yeti', 'Zeta'])
    await own.call('PUT /v1/settings/competitors', { json: { competitors: ['Boardly', 'listwell'] } })
    const { prisma } = world.operator.db
    await prisma.competitor.updateMany({
      where: { projectId: own.projectId, name: 'Boardly' },
      data: { aliases: ['KANBEE'] },
    })
    await prisma.project.update({ where: { id: own.projectId }, data: { aliases: ['yeti'] } })
    expect(await namesOf(own)).toEqual(['Zeta'])
    const query =
      '{ viewer { project { discoveredBrands { totalCount } latestRun { discoveredBrands { totalCount } } } } }'
    expect((await ask(world, own.key, query)).viewer.project).toEqual({
      discoveredBrands: { totalCount: 1 },
      latestRun: { discoveredBrands: { totalCount: 1 } },
    })
  })

  it('are unknown, and not none, where answers were read before such names were looked for', async () => {
    const own = await project()
    await runWithAnswers(world, own, () => ({ brand: 1 }))
    expect(await listOf(own)).toEqual({ data: [], searchedAnswers: 0, nextCursor: null })
    await runWithAnswers(world, own, ({ prompt }) =>
      prompt === 'a' ? answering(named('Zeta')) : { brand: 1 },
    )
    expect((await listOf(own)).data).toMatchObject([{ mentionRate: { numerator: 2, denominator: 2 } }])
  })

  it('are not those of another tenant, stay when the metrics are computed again, and are gone with their project', async () => {
    const [own, other] = [await project(), await project()]
    const runId = await runWithAnswers(world, own, () => answering(named('Secretive')))
    expect(await namesOf(other, '?runs=12')).toEqual([])
    expect((await other.call(`GET /v1/analysis/runs/${runId}/discovered-brands`)).status).toBe(404)
    const query = `{ node(id: "${globalId('AnalysisRun', runId)}") { ... on AnalysisRun { discoveredBrands { totalCount } } } }`
    expect((await send(world, other.key, { query })).data?.node ?? null).toBeNull()
    expect((await track(other, { name: 'Secretive' })).status).toBe(404)
    const { prisma, pool } = world.operator.db
    const before = await listOf(own)
    await pool.query('UPDATE batch SET metrics_version = 1 WHERE id = $1', [runId])
    await prisma.batchDiscoveredBrand.deleteMany({ where: { batchId: runId } })
    while ((await sweepMetrics({ ctx: world.operator })) > 0) {
      // The sweep computes a limited number at a time.
    }
    expect(await listOf(own)).toEqual(before)
    await client(`DELETE /v1/projects/${own.projectId}`, { key: own.organizationKey })
    expect(await prisma.batchDiscoveredBrand.count({ where: { batchId: runId } })).toBe(0)
    expect(await prisma.batchDiscovery.count({ where: { batchId: runId } })).toBe(0)
  })
})

describe('the states of discovered brands', () => {
  const dismiss = (project: RunProject, body: object) =>
    project.call('POST /v1/analysis/discovered-brands/dismiss', { json: body })
  const stateOf = async (project: RunProject) => ({
    listed: await namesOf(project),
    mentioned: await namesOf(project, '?state=mentioned'),
    dismissed: await namesOf(project, '?state=dismissed'),
  })

  it('are listed where an answer ranks or recommends it, mentioned where answers only name it, and each is in one list', async () => {
    const own = await project()
    await runWithAnswers(world, own, ({ prompt }) =>
      prompt === 'a'
        ? answering(
            named('Ranked', { rank: 3, strength: 'mentioned_only' }),
            named('Recommended'),
            named('Harbor', { strength: 'mentioned_only' }),
            named('Warned', { strength: 'discouraged' }),
          )
        : answering(named('Recommended', { strength: 'mentioned_only' })),
    )
    expect(await stateOf(own)).toEqual({
      listed: ['Recommended', 'Ranked'],
      mentioned: ['Harbor', 'Warned'],
      dismissed: [],
    })
    const query = `{ viewer { project {
      discoveredBrands { totalCount } mentioned: discoveredBrands(state: MENTIONED) { totalCount nodes { name } } } } }`
    expect((await ask(world, own.key, query)).viewer.project).toEqual({
      discoveredBrands: { totalCount: 2 },
      mentioned: { totalCount: 2, nodes: [{ name: 'Harbor' }, { name: 'Warned' }] },
    })
  })

  it('are dismissed in all spellings and in later runs, until that is taken back, and each request can be repeated', async () => {
    const own = await project()
    await runWithAnswers(world, own, () => answering(named('Listwell'), named('Zeta')))
    for (const _ of ['first', 'again'])
      expect((await dismiss(own, { name: 'list-well' })).body.data).toEqual({
        name: 'list-well',
        dismissed: true,
      })
    await runWithAnswers(world, own, () => answering(named('LISTWELL'), named('Zeta')))
    expect(await stateOf(own)).toEqual({ listed: ['Zeta'], mentioned: [], dismissed: ['LISTWELL'] })
    expect(await namesOf(own, '?runs=2&state=dismissed')).toEqual(['LISTWELL'])
    for (const _ of ['first', 'again'])
      expect((await dismiss(own, { name: 'Listwell', dismissed: false })).body.data.dismissed).toBe(false)
    expect(await stateOf(own)).toEqual({ listed: ['LISTWELL', 'Zeta'], mentioned: [], dismissed: [] })
  })

  it('are no longer dismissed once it was tracked', async () => {
    const own = await project()
    await runWithAnswers(world, own, () => answering(named('Listwell')))
    await dismiss(own, { name: 'Listwell' })
    expect((await track(own, { name: 'Listwell' })).status).toBe(200)
    await own.call('PUT /v1/settings/competitors', { json: { competitors: [] } })
    expect(await stateOf(own)).toEqual({ listed: ['Listwell'], mentioned: [], dismissed: [] })
  })

  it('are dismissed only for names that answers have, in the project alone', async () => {
    const [own, other] = [await project(), await project()]
    for (const one of [own, other]) await runWithAnswers(world, one, () => answering(named('Listwell')))
    expect((await dismiss(own, { name: 'Unheard' })).body.error.code).toBe('NOT_FOUND')
    const unclear = await dismiss(own, { name: 'Listwell', dismissed: 'yes' })
    expect(unclear.body.details.fieldErrors).toHaveProperty('dismissed')
    await dismiss(own, { name: 'Listwell' })
    expect(await namesOf(other)).toEqual(['Listwell'])
  })
})

describe('tracking a discovered brand', () => {
  const TEXT = `The best task managers for small teams:

1. **Listwell** – the best choice for small teams.
2. **Taskfern** – a good second choice.
3. **Kanbee** – fine for boards.`

  it('makes it a competitor with its other spellings, and earlier runs have its figures once they are read again', async () => {
    const own = await project(['Boardly'])
    for (const _ of ['first', 'second'])
      await runWithAnswers(world, own, ({ provider }) => ({
        text: provider === 'gemini' ? TEXT.replace('Listwell', 'List-Well') : TEXT,
      }))
    expect(await namesOf(own, '?orderBy=rank_asc')).toEqual(['List-Well', 'Kanbee'])
    const { status, body } = await track(own, { name: 'LISTWELL', url: 'https://listwell.example' })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      competitor: { name: 'LISTWELL', url: 'https://listwell.example' },
      reextraction: { status: 'queued', progress: { total: 12, completed: 0 }, finishedAt: null },
    })
    // Before it is read again too.
    expect(await namesOf(own, '?runs=2')).toEqual(['Kanbee'])
    await readAgain(own)
    const again = (await track(own, { name: 'Listwell' })).body.data
    expect(again.competitor).toEqual(body.data.competitor)
    expect(again.reextraction).toMatchObject({
      id: body.data.reextraction.id,
      status: 'completed',
      progress: { total: 12, completed: 12 },
    })
    const { prisma } = world.operator.db
    const competitors = await prisma.competitor.findMany({
      where: { projectId: own.projectId },
      orderBy: { ordinal: 'asc' },
    })
    expect(competitors.map(({ name, aliases }) => [name, aliases])).toEqual([
      ['Boardly', []],
      ['LISTWELL', ['List-Well']],
    ])
    const trends = (await own.call('GET /v1/analysis/trends')).body.data
    expect(trends).toHaveLength(2)
    for (const { entities } of trends)
      expect(entities.find(({ id }: { id: string }) => id === competitors[1]?.id).mentionRate).toMatchObject({
        numerator: 6,
        denominator: 6,
      })
    const keys = await prisma.batchDiscoveredBrand.findMany({
      where: { batch: { projectId: own.projectId } },
    })
    expect(keys.map(({ key }) => key)).toEqual(['kanbee', 'kanbee'])
  })

  it('is refused for a name that no answer lists, for the own brand, and beyond fifty competitors', async () => {
    const full = Array.from({ length: 50 }, (_, index) => `Competitor ${index}`)
    const own = await project(full)
    await runWithAnswers(world, own, () => answering(named('Zeta'), named('task fern')))
    const { prisma } = world.operator.db
    expect((await track(own, { name: 'Unheard' })).body.error.code).toBe('NOT_FOUND')
    for (const [name, reason] of [
      ['Task-Fern', 'brand of the project'],
      ['Zeta', '50 competitors'],
      ['', 'empty'],
    ]) {
      const { status, body } = await track(own, { name })
      expect([status, body.details.fieldErrors.name]).toEqual([400, expect.stringContaining(reason ?? '')])
    }
    expect(await prisma.competitor.count({ where: { projectId: own.projectId } })).toBe(50)
    expect(await prisma.projectReextraction.count({ where: { projectId: own.projectId } })).toBe(0)
  })

  it('of one name at the same time makes one competitor and reads the history once', async () => {
    const own = await project()
    await runWithAnswers(world, own, () => ({ text: TEXT }))
    const spellings = ['Listwell', 'listwell', 'List Well', 'LISTWELL']
    const tracked = await Promise.all(spellings.map((name) => track(own, { name })))
    expect(tracked.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(tracked.map(({ body }) => body.data.competitor.id)).size).toBe(1)
    expect(new Set(tracked.map(({ body }) => body.data.reextraction.id)).size).toBe(1)
    const { projectId } = own
    expect(await world.operator.db.prisma.reextraction.count({ where: { batch: { projectId } } })).toBe(1)
  })
})
