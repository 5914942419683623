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
import type { Actor } from '../../src/core/actor.ts'
import { newId } from '../../src/core/ids.ts'
import { createContext } from '../../src/graphql/context.ts'
import { Documents } from '../../src/graphql/documents.ts'
import { failureOf, present, statusOfFailure } from '../../src/graphql/errors.ts'
import { schema } from '../../src/graphql/schema.ts'
import { runWithAnswers } from '../api/scripted-run.ts'
import { globalId, openTwoRuns } from '../api/two-runs.ts'

type TwoRuns = Awaited<ReturnType<typeof openTwoRuns>>

/** Operations that are generated and executed; more of them by the variable, to look for what few of them meet. */
const OPERATIONS = Number(process.env.FUZZ_OPERATIONS ?? 300)

let opened: TwoRuns
let actors: Actor[]
let ids: string[]
beforeAll(async () => {
  opened = await openTwoRuns()
  const { organizationId, projectId } = opened.project
  const cited = await runWithAnswers(opened.world, opened.project, () => ({ brand: 1, cited: true }))
  const key = { type: 'key', keyId: newId(), organizationId, admin: false } as const
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

/** The types of the nodes that `ids` names. */
const FOUND = ['Project', 'AnalysisRun', 'AnalysisResult', 'Provider']

/** Makes choices by a list of numbers, so that fast-check can shrink what was chosen. */
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

/** What no type accepts everywhere; each scalar finds wrong values here, and some that it coerces. */
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

/** A value of a type, right more often than not; `undefined` where none is given. */
function givenValue(type: GraphQLInputType, choices: Choices): unknown {
  const kind = choices.among(['right', 'right', 'right', 'odd', 'none'])
  if (kind === 'none') return undefined
  return kind === 'odd' ? choices.among(ODD) : rightValueOf(type, choices)
}

function rightValueOf(given: GraphQLInputType, choices: Choices): unknown {
  const type = getNullableType(given)
  if (isListType(type)) return [rightValueOf(type.ofType, choices), rightValueOf(type.ofType, choices)]
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
    if (way === 'literal') return [`${name}: ${literal(rightValueOf(type, choices), type)}`]
    const variable = `v${definitions.length}`
    // A variable that may be null is allowed where an argument that may not has a default.
    const declared = optional && choices.among([true, false]) ? getNullableType(type) : type
    const value = isNonNullType(declared) ? null : choices.among([true, false, false])
    definitions.push(
      `$${variable}: ${declared}${value ? ` = ${literal(rightValueOf(type, choices), type)}` : ''}`,
    )
    const given =
      declared === type ? givenValue(type, choices) : choices.among([null, givenValue(type, choices)])
    if (given !== undefined) variables[variable] = given
    return [`${name}: $${variable}`]
  }

  function selectionOf(type: GraphQLNamedType, depth: number): string {
    if (isAbstractType(type)) {
      const [first, ...others] = schema.getPossibleTypes(type).filter(({ name }) => FOUND.includes(name))
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

/** A value as it is written in a document. */
function literal(value: unknown, type: GraphQLInputType): string {
  if (Array.isArray(value)) return `[${value.map((item) => literal(item, type)).join(', ')}]`
  return isEnumType(getNamedType(type)) ? String(value) : JSON.stringify(value)
}

/** A result as clients get it. Errors of fields that are resolved at the same time come in any order. */
function shown(result: ExecutionResult) {
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

/** Executes a query until it is compiled, which is when it is executed for the third time. @returns all its results */
async function repeated({ text, variables }: Generated, actor: Actor) {
  const { services } = opened.world.application
  const operation = new Documents(schema).operation(text, null)
  if (!('execute' in operation)) return []
  const results: ReturnType<typeof shown>[] = []
  for (let use = 1; use <= 4; use += 1)
    results.push(
      shown(await operation.execute(variables, createContext(services, { actor, requestId: 'r' }))),
    )
  return results
}

test('a compiled query answers as GraphQL.js does: status, data and errors', async () => {
  const found = { refused: 0, withErrors: 0, withData: 0 }
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(1_000), { minLength: 150, maxLength: 150 }),
      fc.nat(2),
      async (numbers, index) => {
        const actor = actors[index]
        const generated = generate(new Choices(numbers))
        const [interpreted, ...others] = actor ? await repeated(generated, actor) : []
        if (!interpreted) return
        for (const other of others) expect(other, JSON.stringify(generated)).toEqual(interpreted)
        if (interpreted.data === null) found.refused += 1
        else if (interpreted.errors.length > 0) found.withErrors += 1
        else found.withData += 1
      },
    ),
    { numRuns: OPERATIONS },
  )
  expect(Math.min(found.refused, found.withErrors, found.withData), JSON.stringify(found)).toBeGreaterThan(
    OPERATIONS / 20,
  )
}, 300_000)

test.each([
  'metrics(scope: $null) { value }',
  'sources { nodes { urls(first: $null) { url } } }',
  'project { sources(runs: $null) { totalCount } }',
])(
  'null for an argument that has a default and may not be null is BAD_REQUEST, compiled or not: %s',
  async (selection) => {
    const type = selection.includes('scope') ? 'MetricScope' : 'Int'
    const text = `query ($null: ${type}, $ids: [ID!]!) { nodes(ids: $ids) { ... on AnalysisRun { ${selection} } } }`
    const [member] = actors
    const results = member ? await repeated({ text, variables: { null: null, ids } }, member) : []
    expect(results).toHaveLength(4)
    for (const { errors, unexpected } of results) {
      expect(errors).toEqual(results[0]?.errors)
      expect(errors[0]).toContain('"code":"BAD_REQUEST"')
      expect(unexpected).toBe(0)
    }
  },
)
