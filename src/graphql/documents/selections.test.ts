import { type DocumentNode, type GraphQLResolveInfo, type OperationDefinitionNode, parse } from 'graphql'
import { describe, expect, test } from 'vitest'
import { schema } from '../engine/schema.ts'
import { type Fold, foldSelections, fragmentsOf } from './fold-selections.ts'
import { isImmutable } from './is-immutable.ts'
import { loadedParts } from './loaded-parts.ts'
import { compiledSize, depth, fieldCount, responseNames } from './measures.ts'

const operationOf = ({ definitions }: DocumentNode) => definitions[0] as OperationDefinitionNode

function measure<Value>(fold: Fold<Value>, query: string): Value {
  const document = parse(query)
  return foldSelections(fold, { fragmentNamed: fragmentsOf(document) })(operationOf(document).selectionSet)
}

test.each([
  ['{ a }', { depth: 1, fields: 1, size: 1 }],
  ['{ a { b } c }', { depth: 2, fields: 2, size: 3 }],
  ['{ ... { a ... on T { b { c } } } d }', { depth: 2, fields: 3, size: 6 }],
  ['{ ...F x { ...F } } fragment F on T { a { b } }', { depth: 3, fields: 2, size: 7 }],
  ['{ __schema { types { name } } }', { depth: 1, fields: 1, size: 3 }],
  ['{ ...Missing }', { depth: 0, fields: 0, size: 1 }],
])('%s is measured with its fragments', (query, expected) => {
  const measured = {
    depth: measure(depth, query),
    fields: measure(fieldCount, query),
    size: measure(compiledSize, query),
  }
  expect(measured).toEqual(expected)
})

test('a fragment that contains itself counts as empty inside itself', () => {
  expect(measure(depth, '{ ...F } fragment F on T { a { ...F } }')).toBe(1)
  expect(measure(compiledSize, '{ ...A } fragment A on T { a ...B } fragment B on T { b ...A }')).toBe(5)
})

test('each selection set is visited once, no matter how often its fragment is spread', () => {
  let visits = 0
  const counting: Fold<number> = {
    combine: () => 0,
    field: () => {
      visits += 1
      return 0
    },
  }
  const fragments = Array.from(
    { length: 60 },
    (_, index) => `fragment F${index} on T { ...F${index + 1} ...F${index + 1} }`,
  )
  measure(counting, `{ ...F0 } ${fragments.join(' ')} fragment F60 on T { a }`)
  expect(visits).toBe(1)
})

test('response names belong to one selection set: aliases count, spread fragments do not', () => {
  const query = '{ a b: a ... { a c { d } } ...F } fragment F on T { e }'
  expect(measure(responseNames, query)).toEqual(['a', 'b', 'a', 'c'])
})

describe('an operation is immutable if all of its fields are', () => {
  const run = (fields: string) => `{ node(id: "x") { ... on AnalysisRun { ${fields} } } }`
  test.each([
    ['{ __typename }', true],
    ['{ node(id: "x") { id __typename } }', true],
    ['{ node(id: "x") { ...S } } fragment S on Analysis { status summary { mentionRate { value } } }', true],
    ['{ asyncAnalysis(id: "aa_x") { credits { charged } progress { total } } }', true],
    [
      run(
        'results(filter: { mentioned: true }) { totalCount pageInfo { endCursor } edges { cursor node { id } } }',
      ),
      true,
    ],
    [run('results { nodes { answer raw citations { url } judge { model } provider { label } } }'), true],
    // A competitor may be removed later, and a provider may become unavailable.
    [run('summary { entities { name competitor { __typename } } }'), false],
    [run('results { nodes { competitors { name competitor { id } } } }'), false],
    [run('results { nodes { provider { available } } }'), false],
    [run('results { nodes { next { id } } }'), false],
    [
      run(
        'results { nodes { brand { ...M } competitors { name ...M } } } } } } fragment M on EntityMention { spans { start } sentiment { label positive reason evidence { text } } recommendation { rank evidence { text',
      ),
      true,
    ],
    [run('results { nodes { competitors { competitor { id } } } }'), false],
    [run('results { nodes { prompt { id } } }'), false],
    [run('project { id }'), false],
    [run('previousRun { id }'), false],
    // The filter finds results of ended runs by current tags.
    ['{ viewer { organization { name } } }', false],
    ['{ __schema { description } }', false],
  ])('%s: %s', (query, expected) => {
    const document = parse(query)
    expect(isImmutable(schema, document, operationOf(document))).toBe(expected)
  })
})

describe('a part is loaded if a field that needs it is selected', () => {
  const NONE = { answer: false, raw: false, facts: false, observation: false, summary: false, urls: false }
  test.each([
    ['node(id: "x") { id }', NONE],
    ['node(id: "x") { ... on AnalysisResult { promptText answer } }', { ...NONE, answer: true }],
    [
      'node(id: "x") { ... on AnalysisResult { promptText answer @include(if: false) } }',
      { ...NONE, answer: true },
    ],
    [
      'node(id: "x") { ... on AnalysisResult { raw judge { model } } }',
      { ...NONE, raw: true, observation: true },
    ],
    [
      'node(id: "x") { ... on AnalysisResult { usage { searches } parserVersion } }',
      { ...NONE, facts: true },
    ],
    ['node(id: "x") { ... on Analysis { summary { sentimentScore } } }', { ...NONE, summary: true }],
    // Fields of other types with the same name as a field that needs a part.
    ['node(id: "x") { ... on Project { competitors { nodes { name } } } }', NONE],
    [
      'node(id: "x") { ...R } } fragment R on AnalysisRun { sources { nodes { urls(first: 1) { url } } }',
      { ...NONE, urls: true },
    ],
  ])('%s', (query, expected) => {
    const document = parse(`{ ${query} }`)
    const { selections } = operationOf(document).selectionSet
    const fragmentNamed = fragmentsOf(document)
    const info = {
      fieldNodes: selections,
      fragments: { R: fragmentNamed('R') },
      returnType: schema.getQueryType()?.getFields().node?.type,
      schema,
    } as unknown as GraphQLResolveInfo
    expect(loadedParts(info)).toEqual(expected)
  })
})
