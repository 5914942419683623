import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RESULT_ORDERS } from '../../src/core/results/order.ts'
import type { World } from '../world.ts'
import { ask, send } from './graphql-client.ts'
import type { RunProject } from './run-project.ts'
import { globalId, type Listed, openTwoRuns } from './two-runs.ts'

const cell = ({ promptText, provider, location }: Listed) => `${promptText} ${provider.token} ${location}`

type TwoRuns = Awaited<ReturnType<typeof openTwoRuns>>

let world: World
let project: RunProject
let first: string
let second: string
let node: TwoRuns['node']
let listed: TwoRuns['listed']
beforeAll(async () => {
  ;({ world, project, first, second, node, listed } = await openTwoRuns())
})
afterAll(() => world?.close())

describe('AnalysisRun.results', () => {
  test.each([
    ['(filter: { promptText: "b" })', 'b', 4],
    ['(filter: { provider: "provider_1" })', 'chatgpt', 6],
    ['(filter: { location: DE })', 'DE', 6],
    ['(filter: { tag: "GRößE" })', 'a', 4],
    ['(filter: { status: FAILED })', 'c gemini', 2],
    ['(filter: { mentioned: true, provider: "gemini" })', 'a gemini', 2],
    ['(filter: { mentioned: false })', 'b gemini', 2],
    ['(filter: { promptText: "nothing" })', '', 0],
  ])('filtered by %s are exactly the matching results', async (args, part, count) => {
    const everything = await listed('')
    const matching = await listed(args)
    expect(matching).toHaveLength(count)
    expect(matching.every((result) => cell(result).includes(part))).toBe(true)
    // In the default order.
    expect(matching).toEqual(everything.filter(({ id }) => matching.some((result) => result.id === id)))
    const { results } = await node(`results${args} { totalCount }`)
    expect(results.totalCount).toBe(count)
  })

  test('are sorted as requested, with null values last', async () => {
    const order = async (orderBy: string, key: string) => {
      const { results } = await node(`results(orderBy: ${orderBy}) { nodes {
        brand { position sentiment { score } recommendation { rank } } answeredAt status } }`)
      const pick: Record<string, (shown: never) => unknown> = {
        position: ({ brand }: { brand: { position: number } | null }) => brand?.position ?? null,
        sentiment: ({ brand }: { brand: { sentiment: { score: number } } | null }) =>
          brand?.sentiment.score ?? null,
        rank: ({ brand }: { brand: { recommendation: { rank: number } } | null }) =>
          brand?.recommendation.rank ?? null,
        answeredAt: ({ answeredAt }: { answeredAt: string }) => answeredAt,
      }
      return results.nodes.map(pick[key])
    }
    const none = (count: number) => Array.from({ length: count }, () => null)
    expect(await order('POSITION_ASC', 'position')).toEqual([1, 1, 2, 3, 3, 4, ...none(6)])
    expect(await order('POSITION_DESC', 'position')).toEqual([4, 3, 3, 2, 1, 1, ...none(6)])
    const scores = await order('SENTIMENT_DESC', 'sentiment')
    expect(scores.slice(0, 6)).toEqual([...scores.slice(0, 6)].sort((a, b) => b - a))
    expect(scores.slice(6)).toEqual(none(6))
    const ascending = scores.slice(0, 6).toReversed()
    expect(await order('SENTIMENT_ASC', 'sentiment')).toEqual([...ascending, ...none(6)])
    expect(await order('RANK_ASC', 'rank')).toEqual([2, 3, 3, ...none(9)])
    expect(await order('RANK_DESC', 'rank')).toEqual([3, 3, 2, ...none(9)])
    const moments = await order('ANSWERED_AT_DESC', 'answeredAt')
    expect(moments).toEqual([...moments].sort().reverse())
    expect(await order('ANSWERED_AT_ASC', 'answeredAt')).toEqual([...moments].sort())
    expect(await listed('(orderBy: RUN_ASC)')).toEqual(await listed(''))
  })

  test('appear exactly once and in the same order for any page size, order and direction', async () => {
    const query = `query ($id: ID!, $order: ResultOrder, $first: Int, $after: String, $last: Int, $before: String,
      $mentioned: Boolean) { node(id: $id) { ... on AnalysisRun {
        results(orderBy: $order, first: $first, after: $after, last: $last, before: $before, filter: { mentioned: $mentioned }) {
          nodes { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } } }`
    const page = async (variables: object) => {
      const id = globalId('AnalysisRun', second)
      return (await ask(world, project.key, query, { id, ...variables })).node.results
    }
    const ids = (shown: { nodes: { id: string }[] }) => shown.nodes.map(({ id }) => id)
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(RESULT_ORDERS).map((order) => order.toUpperCase())),
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

  test('refuse a cursor of another order or another run', async () => {
    const { results } = await node('results(first: 1, orderBy: POSITION_ASC) { edges { cursor } }')
    const { cursor } = results.edges[0]
    for (const [run, order] of [
      [second, 'SENTIMENT_DESC'],
      [second, 'RUN_ASC'],
      [first, 'POSITION_ASC'],
    ]) {
      const { errors } = await send(world, project.key, {
        query: `query ($id: ID!, $after: String) { node(id: $id) { ... on AnalysisRun {
          results(orderBy: ${order}, after: $after) { nodes { id } } } } }`,
        variables: { id: globalId('AnalysisRun', run ?? ''), after: cursor },
      })
      expect(errors?.[0]?.extensions.fieldErrors).toEqual({ after: expect.any(String) })
    }
  })

  test('are null for an invalid argument, and the rest of the response is unaffected', async () => {
    const query = `query ($id: ID!) { viewer { project { name trends(first: -1) { totalCount } prompts(first: 1) { totalCount }
      tags(first: -1) { totalCount } } } node(id: $id) { ... on AnalysisRun { status wrong: results(after: "x") { totalCount }
      metrics(scope: PROVIDER, value: "altavista") { value } right: results(first: 1) { totalCount } } } }`
    const { data, errors } = await send(world, project.key, {
      query,
      variables: { id: globalId('AnalysisRun', second) },
    })
    expect(data).toMatchObject({
      viewer: {
        project: { name: expect.any(String), trends: null, prompts: { totalCount: 3 }, tags: null },
      },
      node: { status: expect.any(String), wrong: null, metrics: null, right: { totalCount: 12 } },
    })
    expect(errors?.map(({ path }) => path?.join('.')).toSorted()).toEqual([
      'node.metrics',
      'node.wrong',
      'viewer.project.tags',
      'viewer.project.trends',
    ])
  })

  test('link to their run, prompt, competitors and the previous and next results of the same question', async () => {
    const { results } = await node(`results(filter: { location: US, provider: "gemini" }) { nodes {
      promptText run { databaseId summary { sentimentScore } } asyncAnalysis { id } prompt { text databaseId } promptId
      competitors { competitor { name project { databaseId } } }
      previous { run { databaseId } promptText provider { token } location brand { sentiment { score } } answer next { databaseId } previous { id } }
      next { id } databaseId } }`)
    expect(results.nodes).toHaveLength(3)
    for (const result of results.nodes) {
      const { promptText, databaseId, promptId } = result
      expect(result).toMatchObject({
        run: { databaseId: second, summary: { sentimentScore: expect.any(Number) } },
        asyncAnalysis: null,
        prompt: { text: promptText, databaseId: promptId },
        competitors:
          promptText === 'c'
            ? null
            : [{ competitor: { name: 'Boardly', project: { databaseId: project.projectId } } }],
        previous: {
          run: { databaseId: first },
          promptText,
          provider: { token: 'gemini' },
          location: 'US',
          brand: { sentiment: { score: -1 } },
          answer: null,
          next: { databaseId },
          previous: null,
        },
        next: null,
      })
    }
  })

  test('of a prompt come from all runs, newest first', async () => {
    const { results } = await node('results(first: 1) { nodes { prompt { id } } }')
    const { id } = results.nodes[0].prompt
    const query = `query ($id: ID!, $provider: String, $location: Location, $first: Int, $after: String, $last: Int,
      $before: String) { node(id: $id) { ... on Prompt { results(provider: $provider, location: $location, first: $first,
        after: $after, last: $last, before: $before) { totalCount nodes { id runId provider { token } location promptText answer }
        pageInfo { startCursor endCursor hasNextPage hasPreviousPage } } } } }`
    const page = async (variables: object = {}) =>
      (await ask(world, project.key, query, { id, ...variables })).node.results
    const everything = await page()
    expect(everything.totalCount).toBe(8)
    expect(everything.nodes.map(({ runId }: { runId: string }) => runId)).toEqual([
      ...Array.from({ length: 4 }, () => second),
      ...Array.from({ length: 4 }, () => first),
    ])
    expect(everything.nodes.slice(0, 4).map(cell)).toEqual(
      (await listed('(filter: { promptText: "a" })')).map(cell),
    )
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

test('a result of an async analysis links to that analysis and has no run', async () => {
  const { prisma } = world.operator.db
  await prisma.organization.update({ where: { id: project.organizationId }, data: { creditBalance: 1 } })
  const json = { prompt: 'One?', replicates: 1, providers: ['chatgpt'], locations: ['US'] }
  const { analysisId } = (await project.call('POST /v1/async-analysis', { json })).body.data
  await prisma.result.updateMany({ where: { batch: { analysisId } }, data: { status: 'refused' } })
  const query = `query ($id: ID!) { asyncAnalysis(id: $id) { summary { sentimentScore } results { nodes {
    runId run { id } asyncAnalysis { analysisId } prompt { id } previous { id } next { id } } } } }`
  const { asyncAnalysis } = await ask(world, project.key, query, { id: analysisId })
  const none = { runId: null, run: null, prompt: null, previous: null, next: null }
  expect(asyncAnalysis).toEqual({
    summary: null,
    results: { nodes: [{ ...none, asyncAnalysis: { analysisId } }] },
  })
})
