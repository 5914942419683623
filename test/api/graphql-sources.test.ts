import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '../world.ts'
import { ask, send } from './graphql-client.ts'
import { type Client, createClient } from './rest-client.ts'
import { createRunProject, type RunProject } from './run-project.ts'
import { runWithAnswers, type Unit } from './scripted-run.ts'

const source = (
  url: string,
  kind: 'cited' | 'retrieved' = 'cited',
  owner: 'brand' | 'competitor' | 'third_party' = 'third_party',
) => ({ url, domain: new URL(url).hostname.split('.').slice(-2).join('.'), kind, owner })

/** The sources of the answers to each prompt in the second run. */
const SOURCES: Record<string, ReturnType<typeof source>[]> = {
  a: [
    source('https://reviews.example/one'),
    source('https://reviews.example/two'),
    source('https://taskfern.example/', 'cited', 'brand'),
  ],
  b: [source('https://reviews.example/one'), source('https://boardly.example/', 'retrieved', 'competitor')],
  c: [source('https://zebra.example/'), source('https://alpha.example/', 'retrieved')],
  d: [],
}

let world: World
let client: Client
let project: RunProject
let first: string
let second: string
beforeAll(async () => {
  world = await createWorld({
    workers: false,
    providers: [
      { id: 'chatgpt', driver: 'simulated', aliases: ['provider_1'] },
      { id: 'gemini', driver: 'simulated' },
    ],
  })
  client = await createClient(world)
  project = await createRunProject(world, client, {
    competitors: ['Boardly'],
    prompts: [
      ...Object.keys(SOURCES).map((text) => ({ text })),
      { text: 'e', providers: ['gemini'], locations: ['DE'] },
    ],
  })
  first = await runWithAnswers(world, project, () => ({
    brand: null,
    sources: [source('https://old.example/')],
  }))
  second = await runWithAnswers(world, project, ({ prompt }: Unit) =>
    prompt === 'e' ? 'refused' : { brand: null, sources: SOURCES[prompt] ?? [] },
  )
})
afterAll(() => world?.close())

const SITE = `domain owner competitorId competitor { name } citations cited retrieved
  citationRate { value numerator denominator method }`
const ofRun = async (args: string, selection: string, runId = second) =>
  (
    await ask(
      world,
      project.key,
      `query ($id: ID!) { node(id: $id) { ... on AnalysisRun { sources${args} { ${selection} } } } }`,
      { id: btoa(`AnalysisRun:${runId}`) },
    )
  ).node.sources
const ofProject = async (args: string, selection: string, key = project.key) =>
  (await ask(world, key, `{ viewer { project { sources${args} { ${selection} } } } }`)).viewer.project.sources
const domains = (shown: { nodes: { domain: string }[] }) => shown.nodes.map(({ domain }) => domain)

const EXPECTED = ['reviews.example', 'alpha.example', 'boardly.example', 'taskfern.example', 'zebra.example']

test('AnalysisRun.sources counts domains with owner and pages, most frequent first', async () => {
  const { totalCount, nodes } = await ofRun('', `totalCount nodes { ${SITE} urls { url title citations } }`)
  expect(totalCount).toBe(5)
  expect(domains({ nodes })).toEqual(EXPECTED)
  const rate = (numerator: number) => ({ value: numerator / 4, numerator, denominator: 4, method: 'WILSON' })
  expect(nodes[0]).toEqual({
    domain: 'reviews.example',
    owner: 'THIRD_PARTY',
    competitorId: null,
    competitor: null,
    citations: 3,
    cited: 3,
    retrieved: 0,
    // Counted once per answer, however often the answer cites it.
    citationRate: rate(2),
    urls: [
      { url: 'https://reviews.example/one', title: null, citations: 2 },
      { url: 'https://reviews.example/two', title: null, citations: 1 },
    ],
  })
  expect(nodes[2]).toMatchObject({
    owner: 'COMPETITOR',
    competitorId: expect.any(String),
    competitor: { name: 'Boardly' },
    citations: 1,
    cited: 0,
    retrieved: 1,
    citationRate: rate(0),
  })
  expect(nodes[3]).toMatchObject({ owner: 'BRAND', competitorId: null, citationRate: rate(1) })
  const few = await ofRun('(first: 1)', 'nodes { urls(first: 1) { url } }')
  expect(few.nodes[0].urls).toEqual([{ url: 'https://reviews.example/one' }])
})

test('pages of any size have each domain exactly once, forward and backward', async () => {
  const page = (args: string) =>
    ofRun(args, 'nodes { domain } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }')
  for (const size of [1, 2, 3, 5, 6]) {
    const forward: string[] = []
    for (let after = '', more = true; more; ) {
      const shown = await page(`(first: ${size}${after && `, after: "${after}"`})`)
      forward.push(...domains(shown))
      after = shown.pageInfo.endCursor
      more = shown.pageInfo.hasNextPage
    }
    expect(forward).toEqual(EXPECTED)
    const backward: string[] = []
    for (let before = '', more = true; more; ) {
      const shown = await page(`(last: ${size}${before && `, before: "${before}"`})`)
      backward.unshift(...domains(shown))
      before = shown.pageInfo.startCursor
      more = shown.pageInfo.hasPreviousPage
    }
    expect(backward).toEqual(EXPECTED)
  }
})

test('sources can be sorted in every order, and a cursor belongs to its order', async () => {
  const orders = {
    CITATIONS_DESC: EXPECTED,
    CITATION_RATE_DESC: [
      'reviews.example',
      'taskfern.example',
      'zebra.example',
      'alpha.example',
      'boardly.example',
    ],
    RETRIEVED_DESC: [
      'alpha.example',
      'boardly.example',
      'reviews.example',
      'taskfern.example',
      'zebra.example',
    ],
    DOMAIN_ASC: EXPECTED.toSorted(),
  }
  // With and without the counts that were stored when the run ended.
  for (const more of ['', ', filter: { location: US }']) {
    for (const [order, expected] of Object.entries(orders)) {
      const forward: string[] = []
      for (let after = '', hasNext = true; hasNext; ) {
        const shown = await ofRun(
          `(orderBy: ${order}${more}, first: 2${after && `, after: "${after}"`})`,
          'nodes { domain } pageInfo { hasNextPage endCursor }',
        )
        forward.push(...domains(shown))
        after = shown.pageInfo.endCursor
        hasNext = shown.pageInfo.hasNextPage
      }
      expect(forward).toEqual(expected)
      const backward = await ofRun(`(orderBy: ${order}${more}, last: 3)`, 'nodes { domain }')
      expect(domains(backward)).toEqual(expected.slice(-3))
    }
  }
  const { edges } = await ofRun('(orderBy: DOMAIN_ASC)', 'edges { cursor }')
  const { errors } = await send(world, project.key, {
    query: `{ node(id: "${btoa(`AnalysisRun:${second}`)}") { ... on Analysis {
      sources(orderBy: RETRIEVED_DESC, after: "${edges[0].cursor}") { totalCount } } } }`,
  })
  expect(errors?.[0]?.extensions.fieldErrors).toHaveProperty('after')
})

test('filters restrict the answers that are counted', async () => {
  expect(
    domains(await ofRun('(filter: { provider: "provider_1", location: US })', 'nodes { domain }')),
  ).toEqual(EXPECTED)
  const none = await ofRun('(filter: { provider: "gemini" })', 'totalCount nodes { domain }')
  expect(none).toEqual({ totalCount: 0, nodes: [] })
  const old = await ofRun(
    '(filter: { location: DE })',
    'nodes { domain citationRate { denominator } }',
    first,
  )
  expect(old.nodes).toEqual([{ domain: 'old.example', citationRate: { denominator: 1 } }])
})

test('Project.sources covers the latest runs of the project', async () => {
  expect(domains(await ofProject('', 'nodes { domain }'))).toEqual(EXPECTED)
  const both = await ofProject('(runs: 12)', 'totalCount nodes { domain citations }')
  expect(both.totalCount).toBe(6)
  expect(both.nodes[0]).toEqual({ domain: 'old.example', citations: 5 })
  const { edges } = await ofProject('(runs: 2, first: 1)', 'edges { cursor }')
  const rest = await ofProject(`(runs: 2, after: "${edges[0].cursor}")`, 'nodes { domain }')
  expect(domains(rest)).toEqual(EXPECTED)
  const stranger = await createRunProject(world, client)
  expect(await ofProject('(runs: 12)', 'totalCount nodes { domain }', stranger.key)).toEqual({
    totalCount: 0,
    nodes: [],
  })
})

test('invalid arguments are refused by field', async () => {
  const refused = async (args: string, selection = 'nodes { domain }') => {
    const query = `{ viewer { project { sources${args} { ${selection} } } } }`
    return Object.keys((await send(world, project.key, { query })).errors?.[0]?.extensions.fieldErrors ?? {})
  }
  expect(await refused('(runs: 0)')).toEqual(['runs'])
  expect(await refused('(runs: 13)')).toEqual(['runs'])
  expect(await refused('(filter: { provider: "altavista" })')).toEqual(['filter.provider'])
  expect(await refused('', 'nodes { urls(first: -1) { url } }')).toEqual(['first'])
  for (const key of ['0~a', 'x', '1~', 'a~1', '1~\0']) {
    const cursor = Buffer.from(`sources:${project.projectId}:1:${key}`).toString('base64url')
    expect(await refused(`(after: "${cursor}")`)).toEqual(key === '1~' ? [] : ['after'])
  }
})

test('sources have a category and rates per site and page, and can be filtered by owner, category and text', async () => {
  const mixedProject = await createRunProject(world, client, {
    competitors: ['Boardly'],
    prompts: ['one', 'two', 'three', 'four'].map((text) => ({ text })),
  })
  const sources: Record<string, ReturnType<typeof source>[]> = {
    one: [
      source('https://www.reddit.com/r/tools'),
      source('https://www.reddit.com/r/tools/new', 'retrieved'),
      source('https://en.wikipedia.org/wiki/Tool'),
    ],
    two: [
      source('https://www.reddit.com/r/tools', 'retrieved'),
      source('https://taskfern.example/', 'cited', 'brand'),
      source('https://boardly.example/', 'cited', 'competitor'),
    ],
    three: [source('https://www.reddit.com/r/tools'), source('https://blog.example/100%25')],
  }
  const runId = await runWithAnswers(world, mixedProject, ({ prompt }: Unit) =>
    prompt === 'four' ? 'refused' : { brand: null, sources: sources[prompt] ?? [] },
  )
  const run = async (args: string, selection: string) =>
    (
      await ask(
        world,
        mixedProject.key,
        `query ($id: ID!) { node(id: $id) { ... on Analysis { sources${args} { ${selection} } } } }`,
        { id: btoa(`AnalysisRun:${runId}`) },
      )
    ).node.sources
  const rate = 'numerator denominator'
  const { nodes } = await run(
    '',
    `nodes { domain category cited retrieved citationRate { ${rate} } retrievedRate { ${rate} }
      urls { url citations cited retrieved citationRate { ${rate} } } }`,
  )
  const of = (numerator: number) => ({ numerator, denominator: 3 })
  expect(nodes[0]).toEqual({
    domain: 'reddit.com',
    category: 'SOCIAL',
    cited: 2,
    retrieved: 2,
    citationRate: of(2),
    retrievedRate: of(2),
    urls: [
      {
        url: 'https://www.reddit.com/r/tools',
        citations: 3,
        cited: 2,
        retrieved: 1,
        citationRate: of(2),
      },
      {
        url: 'https://www.reddit.com/r/tools/new',
        citations: 1,
        cited: 0,
        retrieved: 1,
        citationRate: of(0),
      },
    ],
  })
  // With and without the counts that were stored when the run ended.
  for (const more of ['', ', location: US']) {
    const domainsFor = async (args: string) => {
      const shown = await run(`(filter: { ${args}${more} })`, 'totalCount nodes { domain }')
      expect(shown.totalCount).toBe(shown.nodes.length)
      return domains(shown)
    }
    expect(await domainsFor('category: SOCIAL')).toEqual(['reddit.com'])
    expect(await domainsFor('category: REFERENCE')).toEqual(['wikipedia.org'])
    expect(await domainsFor('category: EDITORIAL')).toEqual([])
    expect(await domainsFor('category: OWN')).toEqual(['taskfern.example'])
    expect(await domainsFor('category: COMPETITOR')).toEqual(['boardly.example'])
    expect(await domainsFor('category: OTHER')).toEqual(['blog.example'])
    expect(await domainsFor('owner: BRAND')).toEqual(['taskfern.example'])
    expect(await domainsFor('owner: THIRD_PARTY')).toEqual(['reddit.com', 'blog.example', 'wikipedia.org'])
    expect(await domainsFor('owner: BRAND, category: SOCIAL')).toEqual([])
    expect(await domainsFor('q: "EXAMPLE", owner: THIRD_PARTY')).toEqual(['blog.example'])
    expect(await domainsFor('q: "%"')).toEqual([])
  }

  const pages = async (args: string, selection = 'url') => {
    const { node } = await ask(
      world,
      mixedProject.key,
      `query ($id: ID!) { node(id: $id) { ... on Analysis { sourceUrls${args} { totalCount nodes { ${selection} } } } } }`,
      { id: btoa(`AnalysisRun:${runId}`) },
    )
    expect(node.sourceUrls.totalCount).toBe(node.sourceUrls.nodes.length)
    return node.sourceUrls.nodes
  }
  const [tools, ...otherPages] = await pages(
    '',
    `url title domain owner category citations cited retrieved citationRate { ${rate} }`,
  )
  expect(tools).toEqual({
    url: 'https://www.reddit.com/r/tools',
    title: null,
    domain: 'reddit.com',
    owner: 'THIRD_PARTY',
    category: 'SOCIAL',
    citations: 3,
    cited: 2,
    retrieved: 1,
    citationRate: of(2),
  })
  const urls = (nodes: { url: string }[]) => nodes.map(({ url }) => url)
  const rest = [
    'https://blog.example/100%25',
    'https://boardly.example/',
    'https://en.wikipedia.org/wiki/Tool',
    'https://taskfern.example/',
    'https://www.reddit.com/r/tools/new',
  ]
  expect(urls(otherPages)).toEqual(rest)
  expect(urls(await pages('(filter: { domain: "www.reddit.com" })'))).toEqual([tools.url, rest[4]])
  expect(urls(await pages('(filter: { owner: BRAND })'))).toEqual([rest[3]])
  expect(urls(await pages('(filter: { category: REFERENCE })'))).toEqual([rest[2]])
  expect(urls(await pages('(filter: { q: "TOOL", category: SOCIAL })'))).toEqual([tools.url, rest[4]])
  expect(urls(await pages('(filter: { q: "/100%" })'))).toEqual([rest[0]])
  expect(urls(await pages('(filter: { provider: "gemini" })'))).toEqual([])
  const byPage = async (args: string) =>
    (
      await ask(
        world,
        mixedProject.key,
        `{ viewer { project { sourceUrls(${args}) { nodes { url } pageInfo { startCursor endCursor hasNextPage } } } } }`,
      )
    ).viewer.project.sourceUrls
  const pagedUrls: string[] = []
  for (let after = '', more = true; more; ) {
    const shown = await byPage(`first: 4${after && `, after: "${after}"`}`)
    pagedUrls.push(...urls(shown.nodes))
    after = shown.pageInfo.endCursor
    more = shown.pageInfo.hasNextPage
  }
  expect(pagedUrls).toEqual([tools.url, ...rest])
  const last = await byPage('last: 2')
  expect(urls(last.nodes)).toEqual(rest.slice(-2))
  const before = await byPage(`last: 2, before: "${last.pageInfo.startCursor}"`)
  expect(urls(before.nodes)).toEqual(rest.slice(1, 3))
})
