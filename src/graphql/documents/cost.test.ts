import { parse } from 'graphql'
import { expect, test } from 'vitest'
import { schema } from '../engine/schema.ts'
import { costOf } from './cost.ts'

const cost = (query: string, variableValues: Record<string, unknown> = {}, operationName?: string) =>
  costOf({ schema, document: parse(query), operationName })(variableValues)

const analysis = (results: string) => `{ asyncAnalysis(id: "a") { status ${results} } }`

test.each([
  ['{ __typename }', 0],
  ['{ viewer { __typename } }', 1],
  ['{ viewer { key { id } organization { name credits } } }', 3],
  [analysis(''), 1],
  // The analysis, the connection, and 50 times the edge, the node and its brand.
  [analysis('results { edges { node { id brand { mentioned } } } }'), 2 + 50 * 3],
  [analysis('results(first: 10) { nodes { id } }'), 2 + 10],
  [analysis('results(last: 10) { nodes { id } }'), 2 + 10],
  [analysis('results(first: 100000) { nodes { id } }'), 2 + 200],
  [analysis('results(first: -5) { nodes { id } }'), 2],
  [analysis('results(first: 3) { totalCount }'), 2],
  [
    '{ nodes(ids: ["a", "b", "c"]) { id ... on Project { competitors(first: 1) { nodes { name } } } } }',
    3 * 3,
  ],
  ['{ __schema { types { fields { name } } } }', 0],
])('%s costs %i', (query, expected) => {
  expect(cost(query)).toBe(expected)
})

test('variables count with their values, or with their defaults if they have none', () => {
  const query = `query ($first: Int = 7) { asyncAnalysis(id: "a") { results(first: $first) { nodes { id } } } }`
  expect(cost(query)).toBe(2 + 7)
  expect(cost(query, { first: 20 })).toBe(2 + 20)
  expect(cost('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids: ['a', 'b'] })).toBe(2)
})

test('only the executed operation counts', () => {
  const query = 'query A { viewer { key { id } } } query B { viewer { __typename } }'
  expect(cost(query, {}, 'A')).toBe(2)
  expect(cost(query, {}, 'B')).toBe(1)
})

test('the cost is computed once for all variables, and fragments that depend on variables are visited once', () => {
  const fragments = Array.from(
    { length: 60 },
    (_, index) => `fragment F${index} on AsyncAnalysis { ...F${index + 1} ...F${index + 1} }`,
  )
  const last = 'fragment F60 on AsyncAnalysis { results(first: $first) { nodes { id } } }'
  const document = parse(
    `query ($first: Int) { asyncAnalysis(id: "a") { ...F0 } } ${fragments.join(' ')} ${last}`,
  )
  const costWith = costOf({ schema, document })
  expect(costWith({ first: 1 })).toBe(1 + 2 ** 60 * 2)
  expect(costWith({ first: 3 })).toBe(1 + 2 ** 60 * 4)
  expect(costWith({})).toBe(1 + 2 ** 60 * 51)
})

test('fragments count as often as they are spread, but visited only once', () => {
  const fragments = Array.from(
    { length: 60 },
    (_, index) => `fragment F${index} on Viewer { ...F${index + 1} ...F${index + 1} }`,
  )
  expect(cost(`{ viewer { ...F0 } } ${fragments.join(' ')} fragment F60 on Viewer { key { id } }`)).toBe(
    1 + 2 ** 60,
  )
})
