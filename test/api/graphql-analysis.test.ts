import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '../world.ts'
import { ask, send } from './graphql-client.ts'
import { statementsOf, tablesRead } from './statements.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const START = `mutation ($input: StartAsyncAnalysisInput!) {
  startAsyncAnalysis(input: $input) { asyncAnalysis { id databaseId analysisId status progress { total completed failed }
    brandName createdAt startedAt finishedAt credits { reserved charged refunded } summary { mentionRate { value } } } }
}`

const RESULT = `id databaseId runId promptId promptText provider { token } location replicate status simulated surface locationApplied
  model { requested reported } error { code message } answeredAt answer extractionVersion
  brand {
    mentioned denied mentionCount firstOffset position spans { start end }
    sentiment { label score positive neutral negative evidence { start end text label } }
    recommendation { recommended strength rank listSize evidence { start end text } }
  }
  competitors { competitorId name mentioned mentionCount position sentiment { score label } recommendation { recommended rank } }
  citations { position url title domain kind owner competitorId spans { start end } }`

const RATE = '{ value numerator denominator low high method }'

const ANALYSIS = `query ($id: ID!) { asyncAnalysis(id: $id) {
  analysisId status progress { total completed failed } brandName createdAt startedAt finishedAt
  credits { reserved charged refunded }
  summary { mentionRate ${RATE} shareOfVoice ${RATE} citationRate ${RATE} recommendationRate ${RATE} informativeRate ${RATE}
    averagePosition sentimentScore resultCounts { total ok refused notShown failed }
    entities { entityId name mentionRate ${RATE} shareOfVoice ${RATE} averagePosition sentimentScore } }
  results(first: 200) { totalCount nodes { ${RESULT} } edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage } }
} }`

async function customer({ credits = 100 } = {}) {
  const organization = await world.organization({ plan: 'pro', credits })
  const project = await world.project({ organizationId: organization.id, competitors: ['Acme Flow'] })
  const { key } = await world.projectKey(project.id)
  return { organization, project, key }
}

async function finished(key: string, input: Record<string, unknown> = {}): Promise<string> {
  const { startAsyncAnalysis } = await ask(world, key, START, {
    input: {
      prompts: [
        'Which task manager is best?',
        'What do people say about Taskfern?',
        'Is Acme Flow any good?',
      ],
      providers: ['chatgpt', 'perplexity'],
      locations: ['US'],
      replicates: 1,
      ...input,
    },
  })
  const { analysisId } = startAsyncAnalysis.asyncAnalysis
  await world.ended(analysisId)
  return analysisId
}

test('accepts an analysis at once, and returns all its parts once it has ended', async () => {
  const { key } = await customer()
  const started = await ask(world, key, START, {
    input: {
      prompt: 'Which task manager is best?',
      providers: ['provider_1'],
      locations: ['US', 'DE'],
      replicates: 2,
    },
  })
  const accepted = started.startAsyncAnalysis.asyncAnalysis
  expect(accepted).toMatchObject({
    status: 'QUEUED',
    analysisId: expect.stringMatching(/^aa_/),
    brandName: 'Taskfern',
    progress: { total: 4, completed: 0, failed: 0 },
    credits: { reserved: 4, charged: 0, refunded: 0 },
    startedAt: null,
    finishedAt: null,
    summary: null,
  })
  expect(accepted.databaseId).toBe(accepted.analysisId)
  await world.ended(accepted.analysisId)

  const { asyncAnalysis } = await ask(world, key, ANALYSIS, { id: accepted.analysisId })
  expect(asyncAnalysis).toMatchObject({
    status: 'COMPLETED',
    progress: { total: 4, completed: 4, failed: 0 },
    credits: { reserved: 4, charged: 4, refunded: 0 },
  })
  expect(new Date(asyncAnalysis.finishedAt).toISOString()).toBe(asyncAnalysis.finishedAt)
  expect(asyncAnalysis.summary.mentionRate).toMatchObject({
    method: 'WILSON',
    denominator: expect.any(Number),
  })
  expect(asyncAnalysis.summary.entities.map((entity: { entityId: string }) => entity.entityId)[0]).toBe(
    'brand',
  )
  const { nodes, totalCount, pageInfo } = asyncAnalysis.results
  expect(totalCount).toBe(4)
  expect(pageInfo).toEqual({ hasNextPage: false, hasPreviousPage: false })
  expect(
    nodes.map((node: { location: string; replicate: number }) => [node.location, node.replicate]),
  ).toEqual([
    ['US', 1],
    ['US', 2],
    ['DE', 1],
    ['DE', 2],
  ])
  for (const node of nodes) {
    expect(node).toMatchObject({
      provider: { token: 'chatgpt' },
      simulated: true,
      surface: 'SIMULATED',
      runId: null,
    })
    expect(node.answer.length).toBeGreaterThan(0)
    for (const { start, end } of node.brand?.spans ?? []) {
      expect(node.answer.slice(start, end).toLowerCase()).toContain('taskfern')
    }
  }
})

test('every sentiment and citation points to its evidence in the answer text', async () => {
  const { key } = await customer()
  const id = await finished(key, { replicates: 5 })
  const { nodes } = (await ask(world, key, ANALYSIS, { id })).asyncAnalysis.results
  const quotes = nodes.flatMap((node: Shown) =>
    (node.brand?.sentiment.evidence ?? []).map(({ start, end, text }) => [
      node.answer.slice(start, end),
      text,
    ]),
  )
  expect(quotes.length).toBeGreaterThan(0)
  for (const [slice, quoted] of quotes) {
    expect(slice).toBe(quoted)
    expect(quoted.toLowerCase()).toContain('taskfern')
  }
  const references = nodes.flatMap((node: Shown) =>
    (node.citations ?? []).flatMap(({ kind, spans }) => {
      expect(spans.length > 0).toBe(kind === 'CITED')
      return spans.map(({ start, end }) => node.answer.slice(start, end))
    }),
  )
  expect(references.length).toBeGreaterThan(0)
  for (const reference of references) expect(reference).toMatch(/^\(?\[.*[\])]$/)
})

interface Shown {
  answer: string
  brand: { sentiment: { evidence: { start: number; end: number; text: string }[] } } | null
  citations: { kind: string; spans: { start: number; end: number }[] }[] | null
}

interface ShownPage {
  edges: { cursor: string; node: { id: string } }[]
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string; endCursor: string }
}

test('pages cover all results in order, forward and backward, without duplicates', async () => {
  const { key } = await customer()
  const id = await finished(key, { replicates: 2 })
  const everything = (await ask(world, key, ANALYSIS, { id })).asyncAnalysis.results
  const expected = everything.nodes.map((node: { id: string }) => node.id)
  expect(expected).toHaveLength(12)
  const page = `query ($id: ID!, $first: Int, $after: String, $last: Int, $before: String) { asyncAnalysis(id: $id) {
    results(first: $first, after: $after, last: $last, before: $before) {
      edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`

  const forward: string[] = []
  let after: string | null = null
  for (let more = true; more; ) {
    const { results }: { results: ShownPage } = (await ask(world, key, page, { id, first: 5, after }))
      .asyncAnalysis
    expect(results.pageInfo.hasPreviousPage).toBe(after !== null)
    forward.push(...results.edges.map(({ node }) => node.id))
    after = results.pageInfo.endCursor
    more = results.pageInfo.hasNextPage
  }
  expect(forward).toEqual(expected)

  const backward: string[] = []
  let before: string | null = null
  for (let more = true; more; ) {
    const { results }: { results: ShownPage } = (await ask(world, key, page, { id, last: 5, before }))
      .asyncAnalysis
    expect(results.pageInfo.hasNextPage).toBe(before !== null)
    backward.unshift(...results.edges.map(({ node }) => node.id))
    before = results.pageInfo.startCursor
    more = results.pageInfo.hasPreviousPage
  }
  expect(backward).toEqual(expected)

  const first = everything.edges[2].cursor
  const last = everything.edges[6].cursor
  const between = await ask(world, key, page, { id, first: 200, after: first, before: last })
  expect(between.asyncAnalysis.results.edges.map((edge: { node: { id: string } }) => edge.node.id)).toEqual(
    expected.slice(3, 6),
  )
})

test('refuses a cursor of another list and an invalid page size, and names the field', async () => {
  const { key } = await customer()
  const id = await finished(key)
  const otherId = await finished(key)
  const { cursor } = (await ask(world, key, ANALYSIS, { id: otherId })).asyncAnalysis.results.edges[0]
  const query = `query ($id: ID!, $first: Int, $after: String, $last: Int) { asyncAnalysis(id: $id) {
    results(first: $first, after: $after, last: $last) { nodes { id } } } }`
  const refused = async (variables: object) => {
    const { errors } = await send(world, key, { query, variables: { id, ...variables } })
    expect(errors?.[0]?.extensions.code).toBe('BAD_REQUEST')
    return Object.keys(errors?.[0]?.extensions.fieldErrors ?? {})
  }
  for (const after of ['nonsense', '', cursor, `${cursor}=`, Buffer.from(`${id}:0`).toString('base64url')]) {
    expect(await refused({ after })).toEqual(['after'])
  }
  expect(await refused({ first: -1 })).toEqual(['first'])
  expect(await refused({ first: 1, last: 1 })).toEqual(['last'])
})

test('a page has 50 results by default and never more than 200', async () => {
  const { key } = await customer({ credits: 300 })
  const prompts = Array.from({ length: 21 }, (_, index) => `Which task manager is best for team ${index}?`)
  const id = await finished(key, { prompts, providers: ['chatgpt'], replicates: 10 })
  const { asyncAnalysis } = await ask(
    world,
    key,
    `query ($id: ID!) { asyncAnalysis(id: $id) {
      usual: results { nodes { id } } greedy: results(first: 5000) { nodes { id } pageInfo { hasNextPage } totalCount }
      none: results(first: 0) { nodes { id } totalCount } } }`,
    { id },
  )
  expect(asyncAnalysis.usual.nodes).toHaveLength(50)
  expect(asyncAnalysis.greedy.nodes).toHaveLength(200)
  expect(asyncAnalysis.greedy).toMatchObject({ totalCount: 210, pageInfo: { hasNextPage: true } })
  expect(asyncAnalysis.none).toEqual({ nodes: [], totalCount: 210 })
})

test('a nested read takes two statements, reads answers only if they are selected, and counts rows only for a filter', async () => {
  const { key } = await customer()
  const id = await finished(key)
  const statements = (selection: string) => {
    const query = `query ($id: ID!) { asyncAnalysis(id: $id) { status results${selection} } }`
    return statementsOf(world, () => ask(world, key, query, { id }))
  }
  const tablesOf = async (sent: string[]) => {
    const tables = await Promise.all(sent.map((statement) => tablesRead(world, statement)))
    return tables.flat()
  }
  const light = await statements(' { nodes { id promptText brand { mentioned } citations { url } } }')
  expect(light).toHaveLength(2)
  const expensive = (tables: string[]) => tables.filter((table) => table === 'answer' || table === 'artifact')
  expect(expensive(await tablesOf(light))).toEqual([])
  const heavy = await statements(
    ' { edges { node { ...A } } } } } fragment A on AnalysisResult { ... { answer raw',
  )
  expect(heavy).toHaveLength(2)
  expect(await tablesOf(heavy)).toEqual(expect.arrayContaining(['answer', 'artifact']))
  expect(await statements(' { totalCount nodes { id } }')).toHaveLength(2)
  expect(await statements('(filter: { mentioned: true }) { totalCount nodes { id } }')).toHaveLength(3)
})

test("a refused start returns core's error code and fields, and is not charged", async () => {
  const { key, organization } = await customer({ credits: 1 })
  const input = { prompt: 'Best?', providers: ['chatgpt'], locations: ['US'], replicates: 1 }
  const refused = async (change: object, as = key) => {
    const { data, errors, status } = await send(world, as, {
      query: START,
      variables: { input: { ...input, ...change } },
    })
    expect(status).toBe(200)
    expect(data).toBeNull()
    expect(errors?.[0]?.path).toEqual(['startAsyncAnalysis'])
    return errors?.[0]?.extensions
  }
  expect(await refused({ providers: ['altavista'] })).toMatchObject({
    code: 'INVALID_PROVIDER',
    fieldErrors: { 'providers.0': expect.any(String) },
  })
  expect(await refused({ prompt: ' ', locations: ['US', 'Oz'], replicates: 11 })).toMatchObject({
    code: 'BAD_REQUEST',
    fieldErrors: {
      prompt: expect.any(String),
      'locations.1': expect.any(String),
      replicates: expect.any(String),
    },
  })
  expect(await refused({ brandName: 'Taskfern' })).toMatchObject({
    fieldErrors: { brandName: expect.any(String) },
  })
  expect(await refused({ replicates: 2 })).toEqual({ code: 'API_CREDITS_EXCEEDED' })
  const free = await world.organization({ plan: 'free', credits: 10 })
  const { key: freeKey } = await world.organizationKey(free.id)
  expect(await refused({ brandName: 'Taskfern' }, freeKey)).toEqual({ code: 'FORBIDDEN' })
  const { viewer } = await ask(world, key, '{ viewer { organization { databaseId credits } } }')
  expect(viewer.organization).toEqual({ databaseId: organization.id, credits: 1 })
})

test('an organization key has to name the brand, and null equals an absent field', async () => {
  const { organization } = await customer()
  const { key } = await world.organizationKey(organization.id)
  const id = await finished(key, { prompt: null, brandName: 'Acme Flow' })
  expect((await ask(world, key, ANALYSIS, { id })).asyncAnalysis.brandName).toBe('Acme Flow')
})
