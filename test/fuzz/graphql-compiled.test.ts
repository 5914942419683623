import fc from 'fast-check'
import {
  type ExecutionResult,
  type GraphQLArgument,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isAbstractType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '../../src/core/foundation/actor.ts'
import { newId } from '../../src/core/foundation/ids.ts'
import { schema } from '../../src/graphql/engine/schema.ts'
import { Documents } from '../../src/graphql/execution/documents.ts'
import { createContext } from '../../src/graphql/foundation/context.ts'
import { failureOf, present, statusOfFailure } from '../../src/graphql/foundation/errors.ts'
import { runWithAnswers } from '../api/scripted-run.ts'
import { globalId, openTwoRuns } from '../api/two-runs.ts'

type TwoRuns = Awaited<ReturnType<typeof openTwoRuns>>

/** Number of generated operations. Set FUZZ_OPERATIONS to a higher number to find rare differences. */
const OPERATIONS = Number(process.env.FUZZ_OPERATIONS ?? 300)

let opened: TwoRuns
let actors: Actor[]
let ids: string[]
beforeAll(async () => {
  opened = await openTwoRuns()
  const { organizationId, projectId } = opened.project
  const cited = await runWithAnswers(opened.world, opened.project, () => ({ brand: 1, cited: true }))
  const key = { type: 'key', keyId: newId(), organizationId, scopes: ['read', 'run', 'write'] } as const
  actors = [
    { type: 'member', userId: newId(), organizationId, role: 'admin' },
    { ...key, projectId },
    { ...key, projectId: null },
  ]
  ids = [
    projectId,
    globalId('Project', projectId),
    globalId('AnalysisRun', opened.second),
    globalId('AnalysisRun', cited),
    globalId('AnalysisResult', await opened.resultId()),
    globalId('Provider', 'chatgpt'),
    'nothing',
  ]
})
afterAll(() => opened?.world.close())

/** Types of the nodes in `ids`. */
const NODE_TYPES = ['Project', 'AnalysisRun', 'AnalysisResult', 'Provider']

/** Makes choices based on a list of numbers, so that fast-check can shrink the generated query. */
class Choices {
  readonly #numbers: readonly number[]
  #next = 0

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers
  }

  among<Item>(items: readonly [Item, ...Item[]]): Item {
    const number = this.#numbers[this.#next] ?? 0
    this.#next += 1
    return items[number % items.length] ?? items[0]
  }
}

/** Values of many types. For each scalar type, some of them are invalid and some are coerced. */
const ODD: readonly [unknown, ...unknown[]] = [
  null,
  'x',
  '',
  5,
  -1,
  1.5,
  2 ** 40,
  true,
  [],
  {},
  [null],
  ['x', 5],
  { id: 'x' },
]

/** Returns a value for a type: usually valid, sometimes odd, and sometimes `undefined`, which omits the value. */
function chooseValue(type: GraphQLInputType, choices: Choices): unknown {
  const kind = choices.among(['valid', 'valid', 'valid', 'odd', 'none'])
  if (kind === 'none') return undefined
  return kind === 'odd' ? choices.among(ODD) : validValueOf(type, choices)
}

function validValueOf(nullableType: GraphQLInputType, choices: Choices): unknown {
  const type = getNullableType(nullableType)
  if (isListType(type)) return [validValueOf(type.ofType, choices), validValueOf(type.ofType, choices)]
  if (isEnumType(type)) {
    const [first, ...others] = type.getValues().map(({ name }) => name)
    return choices.among([first ?? '', ...others])
  }
  switch (type.name) {
    case 'Int':
      return choices.among([1, 2, 0, -1])
    case 'Boolean':
      return choices.among([true, false])
    case 'CountryCode':
    case 'Location':
      return choices.among(['US', 'DE', 'ZZ'])
    case 'ID':
      return choices.among(['nothing', ...ids])
    default:
      return choices.among(['chatgpt', 'provider_1', 'a', 'Größe', ''])
  }
}

/** A query with its variables. */
interface Generated {
  text: string
  variables: Record<string, unknown>
}

function generate(choices: Choices): Generated {
  const definitions: string[] = []
  const variables: Record<string, unknown> = {}
  let fields = 0

  function argumentText({ name, type, defaultValue }: GraphQLArgument): string[] {
    const way = choices.among(['variable', 'none', 'variable', 'literal', 'null'])
    const optional = !isNonNullType(type) || defaultValue !== undefined
    if (way === 'none' && optional) return []
    if (way === 'null' && !isNonNullType(type)) return [`${name}: null`]
    if (way === 'literal') return [`${name}: ${literal(validValueOf(type, choices), type)}`]
    const variable = `v${definitions.length}`
    // GraphQL allows a nullable variable for a non-null argument if the argument has a default value.
    const declared = optional && choices.among([true, false]) ? getNullableType(type) : type
    const value = isNonNullType(declared) ? null : choices.among([true, false, false])
    definitions.push(
      `$${variable}: ${declared}${value ? ` = ${literal(validValueOf(type, choices), type)}` : ''}`,
    )
    const given =
      declared === type ? chooseValue(type, choices) : choices.among([null, chooseValue(type, choices)])
    if (given !== undefined) variables[variable] = given
    return [`${name}: $${variable}`]
  }

  function selectionOf(type: GraphQLNamedType, depth: number): string {
    if (isAbstractType(type)) {
      const [first, ...others] = schema.getPossibleTypes(type).filter(({ name }) => NODE_TYPES.includes(name))
      if (!first) return '__typename'
      const some = new Set([choices.among([first, ...others]), choices.among([first, ...others])])
      return `__typename ${[...some].map((possible) => `... on ${possible.name} { ${selectionOf(possible, depth)} }`).join(' ')}`
    }
    return isObjectType(type) ? fieldsOf(type, depth) : '__typename'
  }

  function fieldsOf(type: GraphQLObjectType, depth: number): string {
    const all = Object.values(type.getFields())
    const usable = depth > 0 ? all : all.filter((field) => isLeafType(getNamedType(field.type)))
    const [first, ...others] = usable
    if (!first) return '__typename'
    const count = choices.among([1, 2, 3])
    return Array.from({ length: count }, () => {
      const field = choices.among([first, ...others])
      fields += 1
      const given = field.args.flatMap(argumentText)
      const below = getNamedType(field.type)
      const selection = isLeafType(below) ? '' : ` { ${selectionOf(below, depth - 1)} }`
      return `f${fields}: ${field.name}${given.length > 0 ? `(${given.join(', ')})` : ''}${selection}`
    }).join(' ')
  }

  const query = schema.getQueryType()
  if (!query) throw new Error('the schema has no queries')
  const selection = fieldsOf(query, choices.among([4, 5, 6, 7]))
  const parameters = definitions.length > 0 ? `(${definitions.join(', ')})` : ''
  return { text: `query ${parameters} { ${selection} }`, variables }
}

/** Formats a value as a GraphQL literal. */
function literal(value: unknown, type: GraphQLInputType): string {
  if (Array.isArray(value)) return `[${value.map((item) => literal(item, type)).join(', ')}]`
  return isEnumType(getNamedType(type)) ? String(value) : JSON.stringify(value)
}

/** Converts a result to the response for clients. Errors are sorted, because concurrent fields fail in any order. */
function responseOf(result: ExecutionResult) {
  const logged: unknown[] = []
  const logger = { info() {}, warn() {}, error: (fields: object) => void logged.push(fields) }
  const errors = (result.errors ?? []).map((error) => present(error, { requestId: 'r', logger }))
  const withoutData = result.errors && !('data' in result)
  return {
    status: withoutData
      ? statusOfFailure(failureOf(result.errors ?? []), 'application/graphql-response+json')
      : 200,
    data: JSON.parse(JSON.stringify(result.data ?? null)),
    errors: errors.map((error) => JSON.stringify(error)).sort(),
    unexpected: logged.length,
  }
}

/** Executes a query four times and returns all responses. The third execution compiles the query. */
async function executeRepeatedly({ text, variables }: Generated, actor: Actor) {
  const { services } = opened.world.application
  const operation = new Documents(schema).operation(text, null)
  if (!('execute' in operation)) return []
  const results: ReturnType<typeof responseOf>[] = []
  for (let use = 1; use <= 4; use += 1)
    results.push(
      responseOf(await operation.execute(variables, createContext(services, { actor, requestId: 'r' }))),
    )
  return results
}

test('a compiled query returns the same status, data and errors as GraphQL.js', async () => {
  const counts = { withoutData: 0, withErrors: 0, withData: 0 }
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(1_000), { minLength: 150, maxLength: 150 }),
      fc.nat(2),
      async (numbers, index) => {
        const actor = actors[index]
        const generated = generate(new Choices(numbers))
        const [interpreted, ...repetitions] = actor ? await executeRepeatedly(generated, actor) : []
        if (!interpreted) return
        for (const repetition of repetitions)
          expect(repetition, JSON.stringify(generated)).toEqual(interpreted)
        if (interpreted.data === null) counts.withoutData += 1
        else if (interpreted.errors.length > 0) counts.withErrors += 1
        else counts.withData += 1
      },
    ),
    { numRuns: OPERATIONS },
  )
  expect(
    Math.min(counts.withoutData, counts.withErrors, counts.withData),
    JSON.stringify(counts),
  ).toBeGreaterThan(OPERATIONS / 20)
}, 300_000)

test.each([
  'metrics(scope: $null) { value }',
  'sources { nodes { urls(first: $null) { url } } }',
  'project { sources(runs: $null) { totalCount } }',
])(
  'null for a non-null argument with a default value is BAD_REQUEST, compiled or not: %s',
  async (selection) => {
    const type = selection.includes('scope') ? 'MetricScope' : 'Int'
    const text = `query ($null: ${type}, $ids: [ID!]!) { nodes(ids: $ids) { ... on AnalysisRun { ${selection} } } }`
    const [member] = actors
    const results = member ? await executeRepeatedly({ text, variables: { null: null, ids } }, member) : []
    expect(results).toHaveLength(4)
    for (const { errors, unexpected } of results) {
      expect(errors).toEqual(results[0]?.errors)
      expect(errors[0]).toContain('"code":"BAD_REQUEST"')
      expect(unexpected).toBe(0)
    }
  },
)
