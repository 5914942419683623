import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { createWorld, type World } from '../world.ts'
import { all, ask, results, send } from './graphql-client.ts'
import { asMember } from './graphql-member.ts'
import { runWith, type Said, type Unit } from './measured-run.ts'
import { type Client, createClient } from './rest-client.ts'
import { createRunPlace, type RunPlace } from './run-place.ts'
import { statementsOf } from './statements.ts'

let world: World
let client: Client
let place: RunPlace
let first: string
let second: string
beforeAll(async () => {
  const providers = [
    { id: 'chatgpt', driver: 'simulated', aliases: ['provider_1'] },
    { id: 'gemini', driver: 'simulated' },
  ]
  world = await createWorld({ workers: false, providers })
  client = await createClient(world)
  const both = { providers: ['chatgpt', 'gemini'], locations: ['US', 'DE'] }
  place = await createRunPlace(world, client, {
    competitors: ['Boardly'],
    prompts: [
      { text: 'a', ...both, tags: ['Größe'] },
      { text: 'b', ...both },
      { text: 'c', ...both },
    ],
  })
  first = await runWith(world, place, () => ({ brand: 1, sentiment: -1 }))
  second = await runWith(world, place, say)
})
afterAll(() => world?.close())

/** Twelve questions; those of `c` come to nothing. */
function say({ prompt, provider, location }: Unit): Said {
  if (prompt === 'c') return provider === 'gemini' ? 'failed' : 'refused'
  if (prompt === 'b' && provider === 'gemini') return { brand: null, competitor: 1 }
  const at = (provider === 'chatgpt' ? 0 : 1) + (location === 'US' ? 0 : 2)
  return { brand: at + 1, competitor: 4, sentiment: at / 3 - 0.1, ...(at < 2 && { rank: 3 - at }) }
}

const globalId = (type: string, id: string) => btoa(`${type}:${id}`)
const node = (selection: string, id = globalId('AnalysisRun', second), key = place.key) =>
  ask(world, key, `query ($id: ID!) { node(id: $id) { ... on AnalysisRun { ${selection} } } }`, { id }).then(
    (data) => data.node,
  )

interface Shown {
  id: string
  prompt: string
  provider: string
  location: string
  status: string
}
const listed = async (args: string): Promise<Shown[]> =>
  (await node(`results${args} { nodes { id prompt provider location status } }`)).results.nodes
const cell = ({ prompt, provider, location }: Shown) => `${prompt} ${provider} ${location}`

describe('a run', () => {
  test('is read with all its parts', async () => {
    const run =
      await node(`id databaseId status trigger brandName progress { total completed failed } createdAt startedAt
      finishedAt extractionVersion project { databaseId } summary { results { total ok } mentionRate { numerator } }
      previousRun { databaseId previousRun { id } }
      comparison { verdict previousRun { databaseId } prompts difference low high }`)
    expect(run).toEqual({
      id: globalId('AnalysisRun', second),
      databaseId: second,
      status: 'PARTIALLY_COMPLETED',
      trigger: 'SCHEDULE',
      brandName: 'Taskfern',
      progress: { total: 12, completed: 10, failed: 2 },
      createdAt: expect.any(String),
      startedAt: null,
      finishedAt: expect.any(String),
      extractionVersion: 1,
      project: { databaseId: place.projectId },
      summary: { results: { total: 12, ok: 8 }, mentionRate: { numerator: 6 } },
      previousRun: { databaseId: first, previousRun: null },
      comparison: {
        verdict: 'INSUFFICIENT',
        previousRun: { databaseId: first },
        prompts: 2,
        difference: null,
        low: null,
        high: null,
      },
    })
  })

  test('has figures for each of its parts', async () => {
    const run = await node(`all: metrics { scope value summary { results { total } } comparison { verdict } }
      providers: metrics(scope: PROVIDER) { scope value summary { results { total } mentionRate { numerator } } }
      one: metrics(scope: PROVIDER, value: "provider_1") { value }
      tag: metrics(scope: TAG, value: "GRößE") { value summary { results { total } } }
      none: metrics(scope: LOCATION, value: "FR") { value }`)
    expect(run).toEqual({
      all: [
        {
          scope: 'ALL',
          value: null,
          summary: { results: { total: 12 } },
          comparison: { verdict: 'INSUFFICIENT' },
        },
      ],
      providers: [
        {
          scope: 'PROVIDER',
          value: 'chatgpt',
          summary: { results: { total: 6 }, mentionRate: { numerator: 4 } },
        },
        {
          scope: 'PROVIDER',
          value: 'gemini',
          summary: { results: { total: 6 }, mentionRate: { numerator: 2 } },
        },
      ],
      one: [{ value: 'chatgpt' }],
      tag: [{ value: 'größe', summary: { results: { total: 4 } } }],
      none: [],
    })
    const { errors } = await send(world, place.key, {
      query: `{ node(id: "${globalId('AnalysisRun', second)}") { ... on AnalysisRun { metrics(scope: PROVIDER, value: "x") { value } } } }`,
    })
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'INVALID_PROVIDER',
      fieldErrors: { value: expect.any(String) },
    })
  })

  test('takes two statements with its results, a result one, and a page’s previous results one more', async () => {
    const id = globalId('AnalysisRun', second)
    const run = (selection: string) => statementsOf(world, () => node(selection, id))
    const [state, page, ...more] = await run('status results(first: 50) { nodes { id brand { mentioned } } }')
    expect(more).toEqual([])
    expect(state).not.toMatch(/snapshot|b\.summary/)
    expect(page).not.toMatch(/JOIN answer|JOIN artifact/)
    expect(await run('summary { sentiment }')).toHaveLength(1)
    // The run, its results, those before them, both runs, and a summary that was not read with its run: however many results.
    expect(
      await run('results { nodes { previous { id run { id } } run { summary { sentiment } } } }'),
    ).toHaveLength(6)
    const result = globalId('AnalysisResult', await resultId())
    const query =
      'query ($id: ID!) { node(id: $id) { ... on AnalysisResult { runId prompt citations { url } } } }'
    const read = await statementsOf(world, () => ask(world, place.key, query, { id: result }))
    expect(read).toHaveLength(1)
  })
})

async function resultId(): Promise<string> {
  const { results } = await node('results(first: 1) { nodes { databaseId } }')
  return results.nodes[0].databaseId
}

describe('results of a run', () => {
  test.each([
    ['(prompt: "b")', 'b', 4],
    ['(provider: "provider_1")', 'chatgpt', 6],
    ['(location: DE)', 'DE', 6],
    ['(tag: "GRößE")', 'a', 4],
    ['(status: FAILED)', 'c gemini', 2],
    ['(mentioned: true, provider: "gemini")', 'a gemini', 2],
    ['(mentioned: false)', 'b gemini', 2],
    ['(prompt: "nothing")', '', 0],
  ])('%s are those and no others', async (args, part, count) => {
    const everything = await listed('')
    const found = await listed(args)
    expect(found).toHaveLength(count)
    expect(found.every((result) => cell(result).includes(part))).toBe(true)
    // In the order of the run.
    expect(found).toEqual(everything.filter(({ id }) => found.some((result) => result.id === id)))
    const { results } = await node(`results${args} { totalCount }`)
    expect(results.totalCount).toBe(count)
  })

  test('are sorted as asked, and last those with nothing to sort by', async () => {
    const order = async (orderBy: string, key: string) => {
      const { results } = await node(`results(orderBy: ${orderBy}) { nodes {
        brand { position } sentiment { score } recommendation { rank } answeredAt status } }`)
      const read: Record<string, (shown: never) => unknown> = {
        position: ({ brand }: { brand: { position: number } | null }) => brand?.position ?? null,
        sentiment: ({ sentiment }: { sentiment: { score: number } | null }) => sentiment?.score ?? null,
        rank: ({ recommendation }: { recommendation: { rank: number } | null }) =>
          recommendation?.rank ?? null,
        answeredAt: ({ answeredAt }: { answeredAt: string }) => answeredAt,
      }
      return results.nodes.map(read[key])
    }
    const none = (count: number) => Array.from({ length: count }, () => null)
    expect(await order('POSITION', 'position')).toEqual([1, 1, 2, 3, 3, 4, ...none(6)])
    const scores = await order('SENTIMENT', 'sentiment')
    expect(scores.slice(0, 6)).toEqual([...scores.slice(0, 6)].sort((a, b) => b - a))
    expect(scores.slice(6)).toEqual(none(6))
    expect(await order('RECOMMENDATION', 'rank')).toEqual([2, 3, 3, ...none(9)])
    const moments = await order('ANSWERED_AT', 'answeredAt')
    expect(moments).toEqual([...moments].sort().reverse())
    expect(await listed('(orderBy: RUN)')).toEqual(await listed(''))
  })

  test('pages of any size, order and direction name each once, in one order', async () => {
    const query = `query ($id: ID!, $order: ResultOrder, $first: Int, $after: String, $last: Int, $before: String,
      $mentioned: Boolean) { node(id: $id) { ... on AnalysisRun {
        results(orderBy: $order, first: $first, after: $after, last: $last, before: $before, mentioned: $mentioned) {
          nodes { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } } }`
    const page = async (variables: object) => {
      const id = globalId('AnalysisRun', second)
      return (await ask(world, place.key, query, { id, ...variables })).node.results
    }
    const ids = (shown: { nodes: { id: string }[] }) => shown.nodes.map(({ id }) => id)
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('RUN', 'POSITION', 'SENTIMENT', 'RECOMMENDATION', 'ANSWERED_AT'),
        fc.integer({ min: 1, max: 13 }),
        fc.boolean(),
        fc.option(fc.boolean()),
        async (order, size, backward, mentioned) => {
          const everything = ids(await page({ order, mentioned }))
          const seen: string[] = []
          let cursor: string | null = null
          for (let more = true; more; ) {
            const shown: Awaited<ReturnType<typeof page>> = await page({
              order,
              mentioned,
              ...(backward ? { last: size, before: cursor } : { first: size, after: cursor }),
            })
            if (backward) seen.unshift(...ids(shown))
            else seen.push(...ids(shown))
            cursor = backward ? shown.pageInfo.startCursor : shown.pageInfo.endCursor
            more = backward ? shown.pageInfo.hasPreviousPage : shown.pageInfo.hasNextPage
          }
          expect(seen).toEqual(everything)
        },
      ),
      { numRuns: 25 },
    )
  })

  test('a cursor of another order or run is refused', async () => {
    const { results } = await node('results(first: 1, orderBy: POSITION) { edges { cursor } }')
    const { cursor } = results.edges[0]
    for (const [run, order] of [
      [second, 'SENTIMENT'],
      [second, 'RUN'],
      [first, 'POSITION'],
    ]) {
      const { errors } = await send(world, place.key, {
        query: `query ($id: ID!, $after: String) { node(id: $id) { ... on AnalysisRun {
          results(orderBy: ${order}, after: $after) { nodes { id } } } } }`,
        variables: { id: globalId('AnalysisRun', run ?? ''), after: cursor },
      })
      expect(errors?.[0]?.extensions.fieldErrors).toEqual({ after: expect.any(String) })
    }
  })

  test('know their run, their prompt, the competitors, and the results to the same question beside', async () => {
    const { results } = await node(`results(location: US, provider: "gemini") { nodes {
      prompt run { databaseId summary { sentiment } } asyncAnalysis { id } trackedPrompt { text databaseId } promptId
      competitors { competitor { name project { databaseId } } }
      previous { run { databaseId } prompt provider location sentiment { score } answer next { databaseId } previous { id } }
      next { id } databaseId } }`)
    expect(results.nodes).toHaveLength(3)
    for (const result of results.nodes) {
      const { prompt, databaseId, promptId } = result
      expect(result).toMatchObject({
        run: { databaseId: second, summary: { sentiment: expect.any(Number) } },
        asyncAnalysis: null,
        trackedPrompt: { text: prompt, databaseId: promptId },
        competitors:
          prompt === 'c'
            ? null
            : [{ competitor: { name: 'Boardly', project: { databaseId: place.projectId } } }],
        previous: {
          run: { databaseId: first },
          prompt,
          provider: 'gemini',
          location: 'US',
          sentiment: { score: -1 },
          answer: null,
          next: { databaseId },
          previous: null,
        },
        next: null,
      })
    }
  })

  test('of a prompt are those of all runs, the newest first', async () => {
    const { results } = await node('results(first: 1) { nodes { trackedPrompt { id } } }')
    const { id } = results.nodes[0].trackedPrompt
    const query = `query ($id: ID!, $provider: String, $location: CountryCode, $first: Int, $after: String, $last: Int,
      $before: String) { node(id: $id) { ... on Prompt { results(provider: $provider, location: $location, first: $first,
        after: $after, last: $last, before: $before) { totalCount nodes { id runId provider location prompt answer }
        pageInfo { startCursor endCursor hasNextPage hasPreviousPage } } } } }`
    const page = async (variables: object = {}) =>
      (await ask(world, place.key, query, { id, ...variables })).node.results
    const everything = await page()
    expect(everything.totalCount).toBe(8)
    expect(everything.nodes.map(({ runId }: { runId: string }) => runId)).toEqual([
      ...Array.from({ length: 4 }, () => second),
      ...Array.from({ length: 4 }, () => first),
    ])
    expect(everything.nodes.slice(0, 4).map(cell)).toEqual((await listed('(prompt: "a")')).map(cell))
    const front = await page({ first: 3 })
    const rest = await page({ first: 9, after: front.pageInfo.endCursor })
    expect([...front.nodes, ...rest.nodes]).toEqual(everything.nodes)
    const back = await page({ last: 3, before: rest.pageInfo.startCursor })
    expect(back.nodes).toEqual(front.nodes)
    const narrowed = await page({ provider: 'provider_1', location: 'DE' })
    expect(narrowed.totalCount).toBe(2)
    expect(narrowed.nodes.map(({ runId }: { runId: string }) => runId)).toEqual([second, first])
  })
})

describe('the runs of a project', () => {
  const project = (selection: string, key = place.key) =>
    ask(world, key, `{ viewer { project { ${selection} } } }`).then((data) => data.viewer.project)
  const ids = (shown: { nodes: { databaseId: string }[] }) => shown.nodes.map(({ databaseId }) => databaseId)

  test('are listed newest first, by page and by filter', async () => {
    const { runs, page, back, none, latestRun } = await project(`
      runs { totalCount nodes { databaseId summary { sentiment } } edges { cursor } }
      page: runs(first: 1) { nodes { databaseId } pageInfo { hasNextPage endCursor } }
      back: runs(last: 1, status: COMPLETED, trigger: SCHEDULE) { totalCount nodes { databaseId } }
      none: runs(trigger: MANUAL) { totalCount nodes { databaseId } }
      latestRun { databaseId }`)
    expect(ids(runs)).toEqual([second, first])
    expect(runs.totalCount).toBe(2)
    expect(runs.nodes[0].summary.sentiment).toEqual(expect.any(Number))
    expect(ids(page)).toEqual([second])
    expect(page.pageInfo.hasNextPage).toBe(true)
    const rest = await project(`runs(after: "${page.pageInfo.endCursor}") { nodes { databaseId } }`)
    expect(ids(rest.runs)).toEqual([first])
    expect(back).toEqual({ totalCount: 1, nodes: [{ databaseId: first }] })
    expect(none).toEqual({ totalCount: 0, nodes: [] })
    expect(latestRun.databaseId).toBe(second)
  })

  test('there may be none', async () => {
    const empty = await createRunPlace(world, client)
    expect(await project('runs { totalCount nodes { id } } latestRun { id }', empty.key)).toEqual({
      runs: { totalCount: 0, nodes: [] },
      latestRun: null,
    })
  })
})

test('a run and its results are nobody else’s', async () => {
  const stranger = await createRunPlace(world, client)
  const { id } = await world.project({ organizationId: place.organizationId })
  const neighbour = await world.projectKey(id)
  const nodeIds = [globalId('AnalysisRun', second), globalId('AnalysisResult', await resultId())]
  for (const key of [stranger.key, neighbour.key, place.organizationKey]) {
    const { nodes } = await ask(world, key, 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
      ids: nodeIds,
    })
    expect(nodes).toEqual([null, null])
  }
  for (const id of [second, newId(), 'nothing']) {
    const query = `subscription { runProgress(runId: "${id}") { status } }`
    const [shown] = await all(results('websocket', world, stranger.key, { query }))
    expect(shown?.errors?.[0]?.extensions.code).toBe('NOT_FOUND')
  }
  // An async analysis is no run.
  expect(await ask(world, place.key, `{ node(id: "${globalId('AsyncAnalysis', second)}") { id } }`)).toEqual({
    node: null,
  })
})

test('a result of an async analysis knows it, and no run', async () => {
  const { prisma } = world.operator.db
  await prisma.organization.update({ where: { id: place.organizationId }, data: { creditBalance: 1 } })
  const json = { prompt: 'One?', replicates: 1, providers: ['chatgpt'], locations: ['US'] }
  const { analysisId } = (await place.call('POST /v1/async-analysis', { json })).body.data
  await prisma.result.updateMany({ where: { batch: { analysisId } }, data: { status: 'refused' } })
  const query = `query ($id: ID!) { asyncAnalysis(id: $id) { summary { sentiment } results { nodes {
    runId run { id } asyncAnalysis { analysisId } trackedPrompt { id } previous { id } next { id } } } } }`
  const { asyncAnalysis } = await ask(world, place.key, query, { id: analysisId })
  const none = { runId: null, run: null, trackedPrompt: null, previous: null, next: null }
  expect(asyncAnalysis).toEqual({
    summary: null,
    results: { nodes: [{ ...none, asyncAnalysis: { analysisId } }] },
  })
})

test('a member reads the runs of the organization’s projects, begins one by naming its project, and sees no others', async () => {
  const here = await createRunPlace(world, client, { prompts: [{ text: 'One?' }] })
  const runId = await runWith(world, here, () => ({ brand: 1 }))
  const member = asMember(world, here.organizationId)
  const selection = `project(id: "${here.projectId}") { runs { nodes { databaseId project { databaseId } } }
    latestRun { databaseId } trends { run { databaseId } } sources { totalCount } }`
  expect(await member(`{ ${selection} }`)).toEqual({
    data: {
      project: {
        runs: { nodes: [{ databaseId: runId, project: { databaseId: here.projectId } }] },
        latestRun: { databaseId: runId },
        trends: [{ run: { databaseId: runId } }],
        sources: { totalCount: 0 },
      },
    },
    codes: [],
  })
  const begin = (projectId: string) => member(TRIGGER, { input: { projectId } })
  expect((await begin(place.projectId)).codes).toEqual(['NOT_FOUND'])
  expect((await member(TRIGGER, { input: {} })).codes).toEqual(['BAD_REQUEST'])
  const begun = await begin(globalId('Project', here.projectId))
  expect(begun.data.triggerRun.run.status).toBe('QUEUED')
  const other = await member(`{ node(id: "${globalId('AnalysisRun', second)}") { id } }`)
  expect(other.data.node).toBeNull()
})

const TRIGGER = `mutation ($input: TriggerRunInput!) { triggerRun(input: $input) {
  run { id databaseId status trigger summary { sentiment } } runEdge { cursor node { id } } nextRunAt } }`

test('a run is begun once, and by nobody who may not', async () => {
  const here = await createRunPlace(world, client, { prompts: [{ text: 'One?' }] })
  const code = async (input: object, key = here.key) =>
    (await send(world, key, { query: TRIGGER, variables: { input } })).errors?.[0]?.extensions.code
  expect(await code({ projectId: here.projectId })).toBe('BAD_REQUEST')
  expect(await code({}, here.organizationKey)).toBe('PROJECT_SCOPED_KEY_REQUIRED')
  const free = await createRunPlace(world, client, { plan: 'free', prompts: [{ text: 'One?' }] })
  expect(await code({}, free.key)).toBe('FORBIDDEN')
  const { triggerRun } = await ask(world, here.key, TRIGGER, {
    input: { reschedule: false, projectId: null },
  })
  const { run, runEdge, nextRunAt } = triggerRun
  expect(run).toMatchObject({ status: 'QUEUED', trigger: 'MANUAL', summary: null })
  const { prisma } = world.operator.db
  const schedule = await prisma.schedule.findUnique({ where: { projectId: here.projectId } })
  expect(nextRunAt).toBe(schedule?.nextRunAt?.toISOString() ?? null)
  expect(runEdge.node.id).toBe(run.id)
  const { viewer } = await ask(
    world,
    here.key,
    '{ viewer { project { runs { edges { cursor } } latestRun { id } } } }',
  )
  expect(viewer.project).toEqual({ runs: { edges: [{ cursor: runEdge.cursor }] }, latestRun: null })
  expect(await code({})).toBe('RATE_LIMITED')
})

test('the progress of a run is told from its current state to its final one', async () => {
  const busy = await createWorld()
  try {
    const here = await createRunPlace(busy, await createClient(busy), {
      prompts: [{ text: 'Best task manager?' }, { text: 'Is Taskfern any good?' }],
    })
    const { triggerRun } = await ask(busy, here.key, TRIGGER, { input: {} })
    const query = `subscription ($id: ID!) { runProgress(runId: $id) { databaseId status progress { total completed }
      finishedAt summary { results { total } } results { totalCount } } }`
    const shown = await all(
      results('websocket', busy, here.key, { query, variables: { id: triggerRun.run.id } }),
    )
    expect(shown.at(-1)?.data.runProgress).toMatchObject({
      databaseId: triggerRun.run.databaseId,
      status: 'COMPLETED',
      progress: { total: 2, completed: 2 },
      summary: { results: { total: 2 } },
      results: { totalCount: 2 },
    })
    const done = shown.map(({ data }) => data.runProgress.progress.completed)
    expect(done).toEqual([...done].sort())
    const again = { query, variables: { id: triggerRun.run.databaseId } }
    expect(await all(results('server-sent events', busy, here.key, again))).toEqual([shown.at(-1)])
  } finally {
    await busy.close()
  }
})
