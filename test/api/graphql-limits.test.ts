import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LIMITS } from '../../src/graphql/documents/limits.ts'
import { createWorld, type World } from '../world.ts'
import { all, type Operation, results, send } from './graphql-client.ts'

let world: World
let key: string
beforeAll(async () => {
  world = await createWorld({ workers: false })
  const { id } = await world.organization()
  key = (await world.organizationKey(id)).key
})
afterAll(() => world.close())

const many = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join(' ')
const results200 = (selection: string) => `results(first: 200) { nodes { ${selection} } }`
const bomb = (depth: number) =>
  many(depth, (index) => `fragment F${index} on Viewer { ...F${index + 1} ...F${index + 1} }`) +
  ` fragment F${depth} on Viewer { __typename }`

const REFUSED: Record<string, { operation: Operation; message: RegExp }> = {
  'more than 1,000 tokens': {
    operation: { query: `{ ${many(1_000, () => '__typename')} }` },
    message: /1000 tokens/,
  },
  'more than 12 levels': {
    operation: { query: `{ viewer ${'{ organization '.repeat(11)} { id } ${'}'.repeat(11)} }` },
    message: /13 levels deep; at most 12/,
  },
  'more than 12 levels through fragments': {
    operation: {
      query: `{ ...F0 } ${many(12, (index) => `fragment F${index} on Query { viewer { ...F${index + 1} } }`)} fragment F12 on Query { viewer { key { id } } }`,
    },
    message: /15 levels deep; at most 12/,
  },
  'more than 30 aliases': {
    operation: { query: `{ viewer { ${many(31, (index) => `a${index}: __typename`)} } }` },
    message: /31 aliases; at most 30/,
  },
  'more than 10 root fields': {
    operation: {
      query: `{ ...A } fragment A on Query { ${many(11, (index) => `a${index}: viewer { __typename }`)} }`,
    },
    message: /11 root fields; at most 10/,
  },
  'a cost above 5,000': {
    operation: {
      query: `{ asyncAnalysis(id: "aa_1") { ${many(9, (index) => `a${index}: ${results200('brand { mentioned sentiment { score } }')}`)} } }`,
    },
    message: /costs 54\d\d; at most 5000/,
  },
  'a cost above 5,000 by a variable': {
    operation: {
      query: `query ($first: Int = 1) { asyncAnalysis(id: "aa_1") { ${many(9, (index) => `a${index}: results(first: $first) { nodes { brand { mentioned sentiment { score } } } }`)} } }`,
      variables: { first: 100_000 },
    },
    message: /costs 54\d\d; at most 5000/,
  },
  'a cost above 5,000 by ids': {
    operation: {
      query:
        'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on AsyncAnalysis { results { nodes { id } } } } }',
      variables: { ids: Array.from({ length: 100 }, () => 'x') },
    },
    message: /costs 5200; at most 5000/,
  },
}

describe.each(['HTTP', 'WebSocket'] as const)('limits over %s', (transport) => {
  const run = async (operation: Operation) =>
    transport === 'HTTP'
      ? send(world, key, operation)
      : (await all(results('websocket', world, key, operation)))[0]

  test.each(Object.entries(REFUSED))(
    'refuse an operation with %s as LIMIT_EXCEEDED',
    async (_, { operation, message }) => {
      const shown = await run(operation)
      expect(shown?.data).toBeUndefined()
      expect(shown?.errors?.map((error) => error.extensions)).toContainEqual({ code: 'LIMIT_EXCEEDED' })
      expect(shown?.errors?.map((error) => error.message).join('\n')).toMatch(message)
    },
  )

  test('report parse and validation errors as BAD_REQUEST without other details', async () => {
    for (const query of ['{', '{ nothing }', '{ node }', 'query A { __typename } query B { __typename }']) {
      const shown = await run({ query })
      expect(shown?.data).toBeUndefined()
      for (const { extensions } of shown?.errors ?? []) expect(extensions).toEqual({ code: 'BAD_REQUEST' })
      expect(shown?.errors?.length).toBeGreaterThan(0)
    }
    const shown = await run({ query: 'query ($id: ID!) { node(id: $id) { id } }' })
    expect(shown?.errors?.[0]?.extensions).toEqual({ code: 'BAD_REQUEST' })
  })
})

test('a request that is refused before execution gets a 400', async () => {
  for (const { operation } of Object.values(REFUSED))
    expect((await send(world, key, operation)).status).toBe(400)
})

test('a request that asks for its cost gets it with the response', async () => {
  const query = 'query ($first: Int) { viewer { organization { projects(first: $first) { nodes { id } } } } }'
  for (const extensions of [undefined, { cost: false }, { cost: true }]) {
    // The second request of each kind is answered from the cache of documents.
    for (const first of [10, 20]) {
      const response = await send(world, key, { query, variables: { first }, extensions } as Operation)
      const cost = { operation: 2 + 1 + first, limit: LIMITS.cost }
      expect(response.errors).toBeUndefined()
      expect(response).toHaveProperty('data.viewer.organization.projects.nodes')
      if (extensions?.cost) expect(response).toHaveProperty('extensions', { cost })
      else expect(response).not.toHaveProperty('extensions')
    }
  }
})

test('fragments that expand exponentially are executed in time', async () => {
  const { errors, status } = await send(world, key, { query: `{ viewer { ...F0 } } ${bomb(90)}` })
  expect([status, errors]).toEqual([200, undefined])
})

test('the largest operations within the limits are executed', async () => {
  const full = `id databaseId answer model { reported } error { code } brand { spans { start } sentiment { score } recommendation { evidence { text } } }
    competitors { name } citations { url }`
  const { errors } = await send(world, key, {
    query: `{ asyncAnalysis(id: "aa_1") { results(first: 200) { totalCount pageInfo { hasNextPage } edges { cursor node { ${full} } } } } }`,
  })
  expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['NOT_FOUND'])
  const rootFields = many(
    10,
    (index) => `a${index}: viewer { ${many(2, (inner) => `b${inner}: __typename`)} }`,
  )
  expect((await send(world, key, { query: `{ ${rootFields} }` })).errors).toBeUndefined()
})

test('introspection is allowed with a key, except with circular nesting', async () => {
  const { getIntrospectionQuery } = await import('graphql')
  const { data } = await send(world, key, { query: getIntrospectionQuery() })
  expect(data.__schema.types.length).toBeGreaterThan(20)
  expect((await send(world, null, { query: '{ __schema { types { name } } }' })).status).toBe(401)
  const cycle =
    '{ __schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } } }'
  expect((await send(world, key, { query: cycle })).status).toBe(400)
})
