import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { purgeProject } from '../../src/core/projects/purge.ts'
import { seeded } from '../../src/metrics/random.ts'
import { remeasureAll } from '../queued-jobs.ts'
import { createWorld, type World } from '../world.ts'
import { ask, send } from './graphql-client.ts'
import { type Client, createClient } from './rest-client.ts'
import { createRunProject, type RunProject } from './run-project.ts'
import { runWithAnswers, type ScriptedAnswer } from './scripted-run.ts'
import { globalId } from './two-runs.ts'

const SITES = [
  { domain: 'reddit.com', owner: 'third_party' },
  { domain: 'reviews.example', owner: 'third_party' },
  { domain: 'taskfern.example', owner: 'brand' },
  { domain: 'boardly.example', owner: 'competitor' },
] as const

let world: World
let client: Client
let project: RunProject
let runs: string[]
beforeAll(async () => {
  world = await createWorld({ workers: false, providers: [{ id: 'chatgpt', driver: 'simulated' }] })
  client = await createClient(world)
  project = await createRunProject(world, client, {
    competitors: ['Boardly'],
    prompts: Array.from({ length: 20 }, (_, n) => ({ text: `Question ${n}?` })),
  })
  const random = seeded(7)
  runs = []
  for (let run = 0; run < 2; run += 1)
    runs.push(await runWithAnswers(world, project, () => randomAnswer(random)))
})
afterAll(() => world?.close())

/**
 * Returns a refusal, or an answer with up to ten different pages of {@link SITES}. Each page is cited or only
 * retrieved, with or without a title.
 */
function randomAnswer(random: () => number): ScriptedAnswer {
  if (random() < 0.1) return 'refused'
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const sources = new Map(
    Array.from({ length: Math.floor(random() * 10) }, () => {
      const { domain, owner } = pick(SITES)
      const url = `https://${domain}/${Math.floor(6 * random() ** 2)}`
      const title = pick([null, 'A title', 'B title'])
      return [url, { url, domain, owner, title, kind: pick(['cited', 'retrieved'] as const) }]
    }),
  )
  return { brand: null, sources: [...sources.values()] }
}

interface SourcePage {
  url: string
  title: string | null
  domain: string
  citations: number
  cited: number
  retrieved: number
  citationRate: { numerator: number; denominator: number }
}

const PAGE =
  'url title domain owner category citations cited retrieved citationRate { numerator denominator }'
const SITE = `domain retrievedRate { numerator denominator } urls(first: 50) { ${PAGE} }`

/** Reads all source pages of the project, and its sites with their pages, with these arguments. */
async function read(args: string, key = project.key) {
  const list = (name: string, first: number, selection: string) =>
    `${name}(${args}, first: ${first}) { totalCount nodes { ${selection} } }`
  const { viewer } = await ask(world, key, `{ viewer { project { ${list('sourceUrls', 100, PAGE)} } } }`)
  const { sourceUrls } = viewer.project
  expect(sourceUrls.totalCount).toBe(sourceUrls.nodes.length)
  const pages: SourcePage[] = sourceUrls.nodes
  const ofSites = args.includes('domain:')
    ? null
    : (await ask(world, key, `{ viewer { project { ${list('sources', 5, SITE)} } } }`)).viewer.project.sources
  return { pages, ofSites }
}

/** Executes `work` while the counts that were stored at the end of the runs are ignored. */
async function withoutStoredCounts<Result>(work: () => Promise<Result>): Promise<Result> {
  const setVersion = (version: string) =>
    world.operator.db.pool.query(`UPDATE batch SET metrics_version = ${version} WHERE id = ANY($1::uuid[])`, [
      runs,
    ])
  await setVersion('-metrics_version')
  try {
    return await work()
  } finally {
    await setVersion('-metrics_version')
  }
}

/** Computes the pages from the results of the runs over REST. */
async function expectedPages(runIds: readonly string[]) {
  const pages = new Map<string, { title: string | null; cited: number; retrieved: number }>()
  let answers = 0
  for (const runId of runIds) {
    const path = `GET /v1/analysis/runs/${runId}/results?limit=100` as const
    const { body } = await client(path, { key: project.key })
    for (const { status, citations } of body.data) {
      if (status !== 'ok') continue
      answers += 1
      for (const { url, title, kind } of citations) {
        const page = pages.get(url) ?? { title: null, cited: 0, retrieved: 0 }
        pages.set(url, page)
        if (title !== null && (page.title === null || title > page.title)) page.title = title
        page[kind as 'cited' | 'retrieved'] += 1
      }
    }
  }
  return { pages, answers }
}

describe('the source pages that are stored when a run ends', () => {
  it('match its results: number of citations and retrievals, number of answers, and title', async () => {
    for (const count of [1, 2]) {
      const { pages } = await read(`runs: ${count}`)
      const expected = await expectedPages(runs.slice(-count))
      expect(pages).toHaveLength(expected.pages.size)
      for (const { url, title, citations, cited, retrieved, citationRate } of pages) {
        expect({ title, cited, retrieved }).toEqual(expected.pages.get(url))
        expect(citations).toBe(cited + retrieved)
        expect(citationRate).toEqual({ numerator: cited, denominator: expected.answers })
      }
    }
  })

  it('equal the pages counted from the results, for every filter and order', async () => {
    const filters = ['', 'owner: THIRD_PARTY', 'category: SOCIAL', 'category: OTHER', 'q: "/1"']
    const orders = ['CITATIONS_DESC', 'CITATION_RATE_DESC', 'RETRIEVED_DESC', 'URL_ASC']
    const all = [
      ...filters,
      'domain: "reddit.com"',
      'domain: "reddit.com", q: "a title"',
      'domain: "none.example"',
    ]
    for (const count of [1, 2]) {
      for (const filter of all) {
        const args = `runs: ${count}, filter: { ${filter} }`
        expect(await read(args), args).toEqual(await withoutStoredCounts(() => read(args)))
      }
      for (const order of orders) {
        const urls = async () => {
          const query = `{ viewer { project { sourceUrls(runs: ${count}, orderBy: ${order}, first: 100) { nodes { url } } } } }`
          const { viewer } = await ask(world, project.key, query)
          return viewer.project.sourceUrls.nodes
        }
        expect(await urls(), order).toEqual(await withoutStoredCounts(urls))
      }
    }
  })

  it('are paginated in each order without duplicates, and a cursor belongs to its order', async () => {
    const measures = {
      CITATIONS_DESC: ({ citations }: SourcePage) => citations,
      CITATION_RATE_DESC: ({ cited }: SourcePage) => cited,
      RETRIEVED_DESC: ({ retrieved }: SourcePage) => retrieved,
      URL_ASC: () => 0,
    }
    const { pages } = await read('runs: 1')
    const node = `node(id: "${globalId('AnalysisRun', runs[1] ?? '')}")`
    let cursor = ''
    for (const [order, measure] of Object.entries(measures)) {
      const expected = pages.toSorted((a, b) => measure(b) - measure(a) || (a.url < b.url ? -1 : 1))
      const paged: string[] = []
      for (let after = '', more = true; more; after = `, after: "${cursor}"`) {
        const query = `{ ${node} { ... on Analysis { sourceUrls(first: 7, orderBy: ${order}${after}) {
          nodes { url } pageInfo { hasNextPage endCursor } } } } }`
        const { sourceUrls } = (await ask(world, project.key, query)).node
        paged.push(...sourceUrls.nodes.map(({ url }: SourcePage) => url))
        ;({ hasNextPage: more, endCursor: cursor } = sourceUrls.pageInfo)
      }
      expect(paged, order).toEqual(expected.map(({ url }) => url))
    }
    const { errors } = await send(world, project.key, {
      query: `{ ${node} { ... on Analysis { sourceUrls(orderBy: RETRIEVED_DESC, after: "${cursor}") { totalCount } } } }`,
    })
    expect(errors?.[0]?.extensions.fieldErrors).toHaveProperty('after')
  })

  it('are written by the sweep for older runs, and are counted from the results until then', async () => {
    const before = await read('runs: 2')
    const { pool } = world.operator.db
    await pool.query('DELETE FROM batch_source_url WHERE batch_id = ANY($1::uuid[])', [runs])
    await pool.query('UPDATE batch_source SET retrieving = 0 WHERE batch_id = ANY($1::uuid[])', [runs])
    await pool.query('UPDATE batch SET metrics_version = 5 WHERE id = ANY($1::uuid[])', [runs])
    expect(await read('runs: 2')).toEqual(before)
    await remeasureAll(world.operator)
    expect(await read('runs: 2')).toEqual(before)
    const { rows } = await pool.query(
      'SELECT count(*)::int AS count FROM batch_source_url WHERE batch_id = $1',
      [runs[1]],
    )
    expect(rows).toEqual([{ count: (await read('runs: 1')).pages.length }])
  })

  it('are hidden from other tenants, and deleted with their project', async () => {
    const otherProject = await createRunProject(world, client, { prompts: [{ text: 'Question?' }] })
    const runId = await runWithAnswers(world, otherProject, () => ({
      brand: null,
      sources: [
        { url: 'https://secret.example/', domain: 'secret.example', kind: 'cited', owner: 'third_party' },
      ],
    }))
    expect((await read('runs: 12')).pages.map(({ domain }) => domain)).not.toContain('secret.example')
    expect((await read('runs: 12', otherProject.key)).pages).toHaveLength(1)
    const node = `node(id: "${globalId('AnalysisRun', runId)}")`
    const query = `{ ${node} { ... on Analysis { sourceUrls { nodes { url } } } } }`
    expect((await ask(world, otherProject.key, query)).node.sourceUrls.nodes).toHaveLength(1)
    expect((await send(world, project.key, { query })).data?.node ?? null).toBeNull()
    const { key: admin } = await world.organizationKey(otherProject.organizationId, { admin: true })
    expect((await client(`DELETE /v1/projects/${otherProject.projectId}`, { key: admin })).status).toBe(200)
    await purgeProject({ ctx: world.operator, input: otherProject })
    const { prisma } = world.operator.db
    expect(await prisma.batchSourceUrl.count({ where: { batchId: runId } })).toBe(0)
  })
})
