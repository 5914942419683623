import fc from 'fast-check'
import {
  type ExecutionResult,
  execute,
  GraphQLBoolean,
  GraphQLError,
  GraphQLFloat,
  GraphQLInt,
  GraphQLInterfaceType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLSchema,
  GraphQLString,
  type OperationDefinitionNode,
  parse,
  validate,
} from 'graphql'
import { expect, test } from 'vitest'
import { AppError } from '../../core/foundation/errors.ts'
import { NO_TELEMETRY } from '../../core/foundation/telemetry.ts'
import { NO_TRACING } from '../../core/foundation/tracing.ts'
import { createContext, type GraphqlContext } from '../foundation/context.ts'
import { present } from '../foundation/errors.ts'
import { Operation } from './operation.ts'

const picky = new GraphQLScalarType({
  name: 'Picky',
  serialize: (value) => {
    if (value === 'bad') throw new GraphQLError('secret of the scalar')
    return value
  },
})

const named = new GraphQLInterfaceType({
  name: 'Named',
  fields: { name: { type: GraphQLString } },
  resolveType: ({ kind }) => kind,
})

let reads = 0
const readCounted = async ({ input: { ids } }: { input: { ids: readonly string[] } }) => {
  reads += 1
  return ids
}

/**
 * A schema with all possible outcomes of a field: values, promises, expected and unexpected errors, and nulls in
 * non-null fields.
 */
const thing: GraphQLObjectType = new GraphQLObjectType({
  name: 'Thing',
  interfaces: [named],
  isTypeOf: () => true,
  fields: () => ({
    name: { type: GraphQLString },
    count: { type: new GraphQLNonNull(GraphQLInt), resolve: () => 3 },
    share: { type: GraphQLFloat, resolve: async () => 0.5 },
    picky: { type: picky, resolve: () => 'bad' },
    missing: { type: new GraphQLNonNull(GraphQLString), resolve: () => null },
    refused: {
      type: GraphQLString,
      resolve: () => {
        throw new AppError('NOT_FOUND', 'Not found.')
      },
    },
    broken: {
      type: GraphQLString,
      resolve: async () => {
        throw new Error('secret of the database')
      },
    },
    wrong: { type: GraphQLInt, resolve: () => 'text' },
    echo: {
      type: GraphQLString,
      args: { text: { type: GraphQLString, defaultValue: 'nothing' }, number: { type: GraphQLInt } },
      resolve: (_, args) => JSON.stringify(args),
    },
    self: { type: new GraphQLNonNull(thing), resolve: async () => ({ kind: 'Thing', name: 'self' }) },
    maybe: { type: thing, resolve: () => null },
    named: { type: named, resolve: () => ({ kind: 'Other', name: 'other' }) },
    list: {
      type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(thing))),
      resolve: () => [{ name: 'one' }, Promise.resolve({ name: 'two' })],
    },
    holes: { type: new GraphQLList(GraphQLInt), resolve: async () => [1, null, 'x'] },
    loaded: {
      type: GraphQLString,
      resolve: (_, __, context: GraphqlContext) => context.load(readCounted, 'id'),
    },
  }),
})

const other = new GraphQLObjectType({
  name: 'Other',
  interfaces: [named],
  fields: { name: { type: GraphQLString }, extra: { type: GraphQLBoolean, resolve: () => true } },
})

const schema = new GraphQLSchema({
  types: [other],
  query: new GraphQLObjectType({
    name: 'Query',
    fields: { thing: { type: thing, resolve: () => ({ name: 'root' }) } },
  }),
})

const FIELDS = 'name count share picky missing refused broken wrong holes __typename'.split(' ')
const condition = fc.constantFrom(
  '',
  ' @include(if: $yes)',
  ' @skip(if: $yes)',
  ' @include(if: $no)',
  ' @skip(if: true)',
)
const argument = fc.constantFrom(
  '',
  '(text: "a")',
  '(text: $text)',
  '(number: $number)',
  '(text: null, number: 2)',
)

const FIELD = fc.tuple(fc.constantFrom(...FIELDS), condition).map((parts) => parts.join(''))
const ECHO = fc.tuple(argument, condition).map(([given, when]) => `e${given.length}: echo${given}${when}`)
const ABSTRACT = fc.constant('named { name ... on Other { extra } ... on Thing { count } }')

/** Generates random selections on the type Thing with limited depth. */
function selectionOf(leaves: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> {
  const { selection } = fc.letrec<{ selection: string }>((tie) => ({
    selection: fc
      .array(
        fc.oneof(
          { maxDepth: 3 },
          ...leaves,
          fc
            .tuple(fc.constantFrom('self', 'maybe', 'list'), condition, tie('selection'))
            .map(([name, when, below]) => `${name}${when} { ${below} }`),
          fc.tuple(condition, tie('selection')).map(([when, below]) => `... on Thing${when} { ${below} }`),
        ),
        { minLength: 1, maxLength: 5 },
      )
      .map((parts) => parts.join(' ')),
  }))
  return selection
}

const part = selectionOf([FIELD, ECHO, ABSTRACT])
const spread = condition.map((when) => `...Part${when}`)
const selection = selectionOf([FIELD, ECHO, ABSTRACT, spread])

const silent = { info() {}, warn() {}, error() {} }

/** Data and sorted errors: GraphQL does not define the order of errors of concurrently resolved fields. */
function comparable(result: ExecutionResult) {
  const { data = null, errors } = result
  const shown = (errors ?? [])
    .map((error) => present(error, { requestId: 'r', logger: silent }))
    .map((error) => JSON.stringify(error))
  return { data: JSON.parse(JSON.stringify(data)), errors: shown.sort() }
}

const operatorContext = () =>
  createContext(
    { now: () => new Date(), deps: { telemetry: NO_TELEMETRY, tracing: NO_TRACING } } as Parameters<
      typeof createContext
    >[0],
    {
      actor: { type: 'operator' },
      requestId: 'r',
    },
  )

test('a failing query loads its data once and reports its error once, compiled or not', async () => {
  const document = parse('{ thing { loaded broken } }')
  const operation = new Operation(schema, document, document.definitions[0] as OperationDefinitionNode)
  for (let use = 1; use <= 4; use += 1) {
    const { data, errors } = await operation.execute({}, operatorContext())
    expect(data).toEqual({ thing: { loaded: 'id', broken: null } })
    expect(errors).toHaveLength(1)
    expect(reads).toBe(use)
  }
})

test('a compiled query gives the same result as GraphQL.js, including errors', async () => {
  let compared = 0
  await fc.assert(
    fc.asyncProperty(selection, part, fc.boolean(), async (first, part, conditional) => {
      const written = `query Main($yes: Boolean = true, $no: Boolean = false, $text: String, $number: Int) {
        thing { ${first} } used: thing { ...Part echo(text: $text, number: $number) count @skip(if: $yes) share @skip(if: $no) }
      } fragment Part on Thing { ${part} }
        query Other { thing { name } }`
      // Only documents without @skip and @include are compiled.
      const source = conditional
        ? written
        : written.replaceAll(/ @(skip|include)\(if: [^)]*\)/g, '').replace(/\$yes.*\$text/, '$text')
      const document = parse(source)
      if (validate(schema, document).length > 0) return
      compared += 1
      const operation = new Operation(schema, document, document.definitions[0] as OperationDefinitionNode)
      const variables = { text: 'given' }
      const expected = comparable(await execute(operation.argumentsFor(variables, operatorContext())))
      for (let use = 0; use < 4; use += 1) {
        expect(comparable(await operation.execute(variables, operatorContext()))).toEqual(expected)
      }
    }),
    { numRuns: 150 },
  )
  expect(compared).toBeGreaterThan(20)
}, 60_000)
