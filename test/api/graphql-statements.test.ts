import {
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isLeafType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/core/foundation/ids.ts'
import { transaction } from '../../src/core/foundation/transaction.ts'
import { createMember } from '../../src/core/members/create.ts'
import { startRun } from '../../src/core/runs/start.ts'
import { schema } from '../../src/graphql/engine/schema.ts'
import { Documents } from '../../src/graphql/execution/documents.ts'
import { createContext } from '../../src/graphql/foundation/context.ts'
import { type Database, openDatabase } from '../../src/infra/database.ts'
import { batchEnded, createWorld, type World } from '../world.ts'
import { asMember } from './graphql-member.ts'
import { insertPrompt } from './run-project.ts'
import { statementsOf } from './statements.ts'

/** How many objects of each kind the organization has, so that pages of both sizes are full. */
const COUNT = 4
const SMALL_PAGE = 2

let world: World
/** A separate connection pool, so that the statements of the workers are not counted. */
let db: Database
let organizationId: string
beforeAll(async () => {
  world = await createWorld()
  db = openDatabase(world.databaseUrl)
  organizationId = (await world.organization({ plan: 'pro', credits: 100 })).id
  for (let index = 0; index < COUNT; index += 1) await addProject(index)
})
afterAll(async () => {
  await db.close()
  await world.close()
})

/** Adds a project, and one of every other object of the organization. */
async function addProject(index: number): Promise<void> {
  const { prisma } = world.operator.db
  const ctx = world.member(organizationId)
  const ask = asMember(world, organizationId)
  const { id: projectId } = await world.project({
    organizationId,
    name: `P${index}`,
    competitors: ['Boardly', 'Kanbee'],
  })
  for (let item = 0; item < COUNT; item += 1) {
    await insertPrompt(world, projectId, { text: `Best ${item}?`, tags: [`tag ${item}`, 'all'] })
    await prisma.setupProposal.create({
      data: { id: newId(), projectId, kind: 'alias', payload: { name: `Alias ${item}` } },
    })
  }
  for (let item = 0; item < COUNT; item += 1) {
    const { id } = await transaction(ctx, (tx) => startRun(tx, { projectId, trigger: 'schedule' }))
    await batchEnded(ctx, id)
  }
  await ask('mutation ($id: ID!) { reextractProject(input: { projectId: $id }) { reextractions { id } } }', {
    id: projectId,
  })
  const input = { projectId, prompt: 'Best?', providers: ['chatgpt'], locations: ['US'], replicates: 1 }
  const start =
    'mutation ($input: StartAsyncAnalysisInput!) { startAsyncAnalysis(input: $input) { asyncAnalysis { id } } }'
  expect(await ask(start, { input })).toMatchObject({ codes: [] })
  const analysis = await prisma.batch.findFirstOrThrow({ where: { projectId, kind: 'async' } })
  const sent = {
    organizationId,
    batchId: analysis.id,
    url: 'https://example.com/',
    type: 'async_analysis.completed',
  }
  await prisma.webhookDelivery.create({
    data: {
      id: newId(),
      ...sent,
      payload: { type: sent.type, timestamp: new Date(0).toISOString(), data: {} },
    },
  })
  await world.organizationKey(organizationId)
  await createMember({
    ctx: world.operator,
    input: { organizationId, email: `m${index}-${organizationId}@example.com` },
  })
}

const isConnection = ({ name }: { name: string }) => name.endsWith('Connection')
const hasNoRequiredArguments = ({ args }: GraphQLField<unknown, unknown>) =>
  args.every(({ type, defaultValue }) => !isNonNullType(type) || defaultValue !== undefined)

function nodeTypeOf(connection: GraphQLObjectType): GraphQLObjectType {
  const edge = getNamedType(connection.getFields().edges?.type)
  const node = isObjectType(edge) && getNamedType(edge.getFields().node?.type)
  if (!isObjectType(node)) throw new Error(`${connection.name} has no nodes`)
  return node
}

/**
 * Fields that are computed on request from the answers of a run, one project after the other. A list of projects should
 * not select them, and their cost says so.
 */
const COMPUTED_PER_PROJECT = new Set([
  'Project.opportunities',
  'Project.promptSuggestions',
  'Project.runThemes',
  'AnalysisRun.runThemes',
])

/**
 * Returns a query builder for every type that a list leads to. The builder wraps a selection in a shortest path to a
 * page of the type.
 */
function pagesOfTypes(): Map<GraphQLObjectType, (selection: string) => string> {
  const builders = new Map<GraphQLObjectType, (selection: string) => string>()
  type Way = { type: GraphQLObjectType; listed: boolean; around: (inner: string, size: string) => string }
  const root = schema.getQueryType()
  if (!root) throw new Error('the schema has no queries')
  const ways: Way[] = [{ type: root, listed: false, around: (inner) => `query ($n: Int) { ${inner} }` }]
  const seen = new Set<string>()
  for (let way = ways.shift(); way; way = ways.shift()) {
    const { type, listed, around } = way
    if (listed && !builders.has(type)) builders.set(type, (selection) => around(selection, '$n'))
    if (seen.has(`${type.name} ${listed}`)) continue
    seen.add(`${type.name} ${listed}`)
    for (const field of Object.values(type.getFields())) {
      const below = getNamedType(field.type)
      if (!hasNoRequiredArguments(field) || !isObjectType(below)) continue
      // Only project keys may leave out the id of the project.
      if (type === root && field.name === 'project') continue
      if (COMPUTED_PER_PROJECT.has(`${type.name}.${field.name}`)) continue
      if (isConnection(below)) {
        ways.push({
          type: nodeTypeOf(below),
          listed: true,
          around: (inner, size) =>
            around(`${field.name}(first: ${size}) { nodes { ${inner} } }`, String(COUNT)),
        })
      } else
        ways.push({
          type: below,
          listed,
          around: (inner, size) => around(`${field.name} { ${inner} }`, size),
        })
    }
  }
  return builders
}

function selectionOf(field: GraphQLField<unknown, unknown>): string {
  const type = getNamedType(field.type)
  if (isLeafType(type)) return field.name
  return isConnection(type)
    ? `${field.name}(first: 3) { totalCount nodes { __typename } }`
    : `${field.name} { __typename }`
}

const CASES = [...pagesOfTypes()].flatMap(([type, around]) => {
  const fields = Object.values(type.getFields()).filter(
    (field) => hasNoRequiredArguments(field) && !COMPUTED_PER_PROJECT.has(`${type.name}.${field.name}`),
  )
  const leaves = fields.filter((field) => isLeafType(getNamedType(field.type)))
  const objects = fields.filter((field) => !leaves.includes(field))
  return [
    { name: `the fields of ${type.name}`, query: around(leaves.map(selectionOf).join(' ') || '__typename') },
    ...objects.map((field) => ({ name: `${type.name}.${field.name}`, query: around(selectionOf(field)) })),
  ]
})

test('every list below a list is covered', () => {
  const connections = Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type) && type.name !== 'Viewer'
      ? Object.values(type.getFields()).flatMap((field) =>
          isConnection(getNamedType(field.type)) ? [`${type.name}.${field.name}`] : [],
        )
      : [],
  )
  const names = CASES.map(({ name }) => name)
  expect(connections.length).toBeGreaterThan(20)
  const expected = connections.filter((name) => !COMPUTED_PER_PROJECT.has(name))
  expect(expected.filter((name) => !names.includes(name))).toEqual([])
})

test.each(CASES)('a larger page takes no more statements: $name', async ({ query }) => {
  const services = { ...world.application.services, db }
  const actor = { type: 'member', userId: newId(), organizationId, role: 'admin' } as const
  const operation = new Documents(schema).operation(query, null)
  if (!('execute' in operation)) throw new Error(JSON.stringify(operation))
  const run = (n: number) =>
    statementsOf({ application: { services } }, async () => {
      const { errors = [] } = await operation.execute(
        { n },
        createContext(services, { actor, requestId: newId() }),
      )
      expect(errors.map(({ message }) => message)).toEqual([])
    })
  // A query is compiled when it is executed for the third time.
  for (const way of ['interpreted', 'compiled']) {
    const [few, many] = [await run(SMALL_PAGE), await run(COUNT)]
    expect(many.length, `${way}: ${query}\n${many.join('\n')}`).toBeLessThanOrEqual(few.length)
  }
})
