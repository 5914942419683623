import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, type World } from '../world.ts'
import { all, type GraphqlResult, type Operation, results, send } from './graphql-client.ts'

let world: World
let key: string
beforeAll(async () => {
  world = await createWorld({ workers: false })
  const { id } = await world.organization()
  const { id: projectId } = await world.project({ organizationId: id })
  key = (await world.projectKey(projectId)).key
})
afterAll(() => world.close())

/** More executions than the compilation of a query requires. */
const TIMES = 5

const PATHS: Record<string, (operation: Operation) => Promise<GraphqlResult>> = {
  'HTTP by the middleware for known operations': (operation) => send(world, key, operation),
  'HTTP by Yoga': (operation) =>
    send(world, key, operation, { accept: 'application/graphql-response+json; charset=utf-8' }),
  WebSocket: async (operation) => (await all(results('websocket', world, key, operation)))[0] ?? {},
  'server-sent events': async (operation) =>
    (await all(results('server-sent events', world, key, operation)))[0] ?? {},
}

const WRONG: Record<string, { operation: Operation; path: string; message: RegExp }> = {
  'a country in a variable': {
    operation: {
      query:
        'query ($from: Location) { viewer { project { trends(filter: { location: $from }) { totalCount } } } }',
      variables: { from: 'germany' },
    },
    path: 'from',
    message: /^Location must be/,
  },
  'a country in the document': {
    operation: { query: '{ viewer { project { trends(filter: { location: "germany" }) { totalCount } } } }' },
    path: 'filter.location',
    message: /^Location must be/,
  },
  'a country in the variable of a filter': {
    operation: {
      query: 'query ($only: TrendFilter) { viewer { project { trends(filter: $only) { totalCount } } } }',
      variables: { only: { location: 'germany' } },
    },
    path: 'filter.location',
    message: /^Location must be/,
  },
  'a country in a list of an input object': {
    operation: {
      query: 'mutation ($input: CreatePromptInput!) { createPrompt(input: $input) { prompt { id } } }',
      variables: { input: { text: 'Best?', locations: ['US', 'germany'] } },
    },
    path: 'locations.1',
    message: /^Location must be/,
  },
  'a country in a list in the document': {
    operation: {
      query:
        'mutation { createPrompt(input: { text: "Best?", locations: ["US", "germany"] }) { prompt { id } } }',
    },
    path: 'locations.1',
    message: /^Location must be/,
  },
  'a URL in an object in a list': {
    operation: {
      query: 'mutation ($change: SetCompetitorsInput!) { setCompetitors(input: $change) { project { id } } }',
      variables: { change: { competitors: [{ name: 'Boardly' }, { name: 'Kanbee', url: 5 }] } },
    },
    path: 'competitors.1.url',
    message: /^URL must be/,
  },
  'a URL in the document': {
    operation: {
      query:
        'mutation { setCompetitors(input: { competitors: [{ name: "Kanbee", url: 5 }] }) { project { id } } }',
    },
    path: 'competitors.0.url',
    message: /^URL must be/,
  },
  'the default of a variable': {
    operation: {
      query:
        'query ($from: Location = "germany") { viewer { project { trends(filter: { location: $from }) { totalCount } } } }',
    },
    path: 'from',
    message: /^Location must be/,
  },
  'an unknown field of an input object': {
    operation: {
      query: 'mutation ($input: CreatePromptInput!) { createPrompt(input: $input) { prompt { id } } }',
      variables: { input: { text: 'Best?', colour: 'red' } },
    },
    path: 'colour',
    message: /"colour" is not defined/,
  },
  'an unknown field in the document, inside a list': {
    operation: {
      query:
        'mutation { changePrompts(input: { create: [{ text: "Best?", colour: "red" }] }) { created { id } } }',
    },
    path: 'create.0.colour',
    message: /"colour" is not defined/,
  },
  'a missing field of an input object': {
    operation: {
      query: 'mutation ($input: CreatePromptInput!) { createPrompt(input: $input) { prompt { id } } }',
      variables: { input: { tags: ['New'] } },
    },
    path: 'text',
    message: /"text" of required type/,
  },
  'a missing field in the document': {
    operation: { query: 'mutation { createPrompt(input: {}) { prompt { id } } }' },
    path: 'text',
    message: /text" of required type/,
  },
  'a string instead of an input object': {
    operation: {
      query: 'mutation ($input: CreatePromptInput!) { createPrompt(input: $input) { prompt { id } } }',
      variables: { input: 'Best?' },
    },
    path: 'input',
    message: /to be an object/,
  },
  'an unknown enum value': {
    operation: {
      query:
        'query ($status: AnalysisStatus) { viewer { project { runs(status: $status) { totalCount } } } }',
      variables: { status: 'DONE' },
    },
    path: 'status',
    message: /"DONE" does not exist/,
  },
}

describe.each(Object.entries(PATHS))('over %s', (_, run) => {
  test.each(Object.entries(WRONG))('reports an invalid value with its path: %s', async (_, wrong) => {
    for (let time = 0; time < TIMES; time += 1) {
      const { data, errors } = await run(wrong.operation)
      expect(data).toBeUndefined()
      expect(errors).toHaveLength(1)
      expect(errors?.[0]?.extensions).toEqual({
        code: 'BAD_REQUEST',
        fieldErrors: { [wrong.path]: expect.stringMatching(wrong.message) },
      })
    }
  })

  const NODES = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }'

  test('truncates the errors of many invalid items, however often the operation ran before', async () => {
    for (let time = 0; time < TIMES; time += 1)
      expect(await run({ query: NODES, variables: { ids: ['x'] } })).toMatchObject({
        data: { nodes: [null] },
      })
    const { errors = [] } = await run({ query: NODES, variables: { ids: Array(4_000).fill([]) } })
    expect(errors).toHaveLength(51)
    expect(errors[0]?.extensions).toMatchObject({ fieldErrors: { 'ids.0': expect.any(String) } })
    expect(errors[50]?.message).toMatch(/^Too many errors/)
  })

  test('reports a list that is longer than any field accepts as a single error', async () => {
    const { errors = [] } = await run({ query: NODES, variables: { ids: Array(32_800).fill(0) } })
    expect(errors.map(({ message, extensions }) => [message, extensions])).toEqual([
      ['A list in the variables has 32800 items; at most 5000 are accepted.', { code: 'BAD_REQUEST' }],
    ])
  })

  test('does not repeat a long value in an error', async () => {
    const input = {
      text: 'x'.repeat(80_000),
      ...Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`f${i}`, 1])),
    }
    const query = 'mutation ($input: CreatePromptInput!) { createPrompt(input: $input) { prompt { id } } }'
    const { errors = [] } = await run({ query, variables: { input } })
    expect(errors).toHaveLength(51)
    expect(JSON.stringify(errors).length).toBeLessThan(150_000)
  })
})
