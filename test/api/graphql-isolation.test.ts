import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { schema } from '../../src/graphql/engine/schema.ts'
import { registeredNodes } from '../../src/graphql/foundation/node-registry.ts'
import { createWorld, type World } from '../world.ts'
import { all, type GraphqlResult, results, send } from './graphql-client.ts'
import { asMember } from './graphql-member.ts'
import { type IdArgument, idArguments } from './id-arguments.ts'
import { createTenant, everythingOf, MARK, type Sample, type Tenant } from './two-tenants.ts'
import { openReceiver, type Receiver } from './webhook-receiver.ts'

let receiver: Receiver
let world: World
let theirs: Tenant
let mine: Tenant
let before: unknown
beforeAll(async () => {
  receiver = await openReceiver()
  world = await createWorld({
    // Simulated, because there is no key.
    providers: [{ id: 'chatgpt', driver: 'openai', model: 'gpt-5' }],
    environment: { OUTBOUND_ALLOW: receiver.address },
  })
  theirs = await createTenant(world, receiver, MARK)
  mine = await createTenant(world, receiver, 'Quokka')
  before = await everythingOf(world, theirs)
})
afterAll(async () => {
  await world?.close()
  await receiver?.close()
})

type Outcome = { data: GraphqlResult['data']; codes: string[] }
type Caller = (query: string, variables?: Record<string, unknown>) => Promise<Outcome>

const withKey =
  (key: () => string): Caller =>
  async (query, variables = {}) => {
    const { data, errors = [] } = await send(world, key(), { query, variables })
    const codes = errors.map(({ extensions }) => extensions.code)
    expect(JSON.stringify({ data, messages: errors.map(({ message }) => message) })).not.toContain(MARK)
    return { data: data ?? null, codes }
  }

/** Callers without access to the tenant `theirs`. */
const STRANGERS: Record<string, Caller> = {
  'a project key': withKey(() => mine.key),
  'an organization key': withKey(() => mine.organizationKey),
  'an admin who is signed in': async (query, variables) => {
    const outcome = await asMember(world, mine.organizationId)(query, variables)
    expect(JSON.stringify(outcome)).not.toContain(MARK)
    return outcome
  },
}

/** Types that every caller can read. */
const PUBLIC = ['Provider']
/** Types that a key of another project in the same organization can read as well. */
const OF_THE_ORGANIZATION = ['Organization']

const hidden = (shown: readonly string[]) =>
  theirs.samples.filter(({ typename }) => !shown.includes(typename))

/** Returns the types of the samples that `nodes` returns to the caller, and checks that `node` agrees. */
async function visibleTypes(caller: Caller, samples: readonly Sample[]): Promise<string[]> {
  const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }'
  const { data, codes } = await caller(query, { ids: samples.map(({ globalId }) => globalId) })
  expect(codes).toEqual([])
  const types: string[] = data.nodes.flatMap((node: { __typename: string } | null) => node?.__typename ?? [])
  for (const { globalId, typename } of samples) {
    const outcome = await caller('query ($id: ID!) { node(id: $id) { __typename } }', { id: globalId })
    expect(outcome.codes).toEqual([])
    expect(outcome.data.node !== null, typename).toBe(types.includes(typename))
  }
  return [...new Set(types)]
}

test('the tenant has an object of every node type, and its own callers can read each of them', async () => {
  const types = new Set(theirs.samples.map(({ typename }) => typename))
  expect(types).toEqual(new Set(registeredNodes()))
  const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename } }'
  const ids = theirs.samples.map(({ globalId }) => globalId)
  const shown = new Set<string>()
  for (const caller of [
    asMember(world, theirs.organizationId, 'admin', theirs.userId),
    withKeyUnchecked(() => theirs.key),
    withKeyUnchecked(() => theirs.organizationKey),
  ]) {
    for (const node of (await caller(query, { ids })).data.nodes) if (node) shown.add(node.__typename)
  }
  expect(shown).toEqual(types)
})

const withKeyUnchecked =
  (key: () => string): Caller =>
  async (query, variables = {}) => ({
    data: (await send(world, key(), { query, variables })).data,
    codes: [],
  })

test.each(Object.entries(STRANGERS))(
  'node and nodes hide the objects of another tenant from %s',
  async (_, caller) => {
    expect(await visibleTypes(caller, hidden(PUBLIC))).toEqual([])
  },
)

test('node and nodes return only objects of the organization to a key of another project', async () => {
  const caller: Caller = withKeyUnchecked(() => theirs.otherKey)
  const { data } = await caller('query ($ids: [ID!]!) { nodes(ids: $ids) { __typename } }', {
    ids: hidden(PUBLIC).map(({ globalId }) => globalId),
  })
  const types = data.nodes.flatMap((node: { __typename: string } | null) => node?.__typename ?? [])
  expect(new Set(types)).toEqual(new Set(OF_THE_ORGANIZATION))
})

const REFUSALS = ['NOT_FOUND', 'FORBIDDEN', 'PROJECT_SCOPED_KEY_REQUIRED', 'BAD_REQUEST']

/** Valid values for required arguments other than the id under test. */
const OTHERS = {
  accept: true,
  text: 'Best?',
  name: 'Nothing',
  tags: [],
  add: ['new'],
  competitors: [],
  providers: ['chatgpt'],
  locations: ['US'],
  prompt: 'Best?',
  replicates: 1,
  displayName: 'Nothing',
  enabled: false,
  dismissed: true,
  muted: true,
  subject: 'Nothing',
  role: 'ADMIN',
  scope: 'ALL',
  runs: 1,
  url: 'https://1.1.1.1/',
}

/** Fields that accept any id, with the selection that must be empty. */
const FILTERED: Record<string, string> = {
  'Project.trends(entityIds)': '{ nodes { entities { it: __typename } } }',
  // The project key has no async analyses here.
  'AsyncAnalysis.results(filter.entityId)': '{ nodes { it: __typename } }',
  'AsyncAnalysis.results(filter.promptId)': '{ nodes { it: __typename } }',
  'AsyncAnalysis.sources(filter.competitorId)': '{ nodes { it: __typename } }',
  'AsyncAnalysis.sourceUrls(filter.competitorId)': '{ nodes { it: __typename } }',
  'TrendPoint.changes(entityIds)': '{ it: __typename }',
  'RunMetrics.changes(entityIds)': '{ it: __typename }',
}

/** Queries that reach the fields of non-root types; `%` is replaced by the field. */
const REACHED: Record<string, string> = {
  Project: '{ viewer { project { % } } }',
  Prompt: '{ viewer { project { prompts(first: 1) { nodes { % } } } } }',
  RunMetrics: '{ viewer { project { latestRun { metrics { % } } } } }',
  TrendPoint: '{ viewer { project { trends { nodes { % } } } } }',
  AnalysisRun: '{ viewer { project { runs(first: 1) { nodes { % } } } } }',
  AsyncAnalysis: '{ viewer { organization { asyncAnalyses(first: 1) { nodes { % } } } } }',
}

/**
 * Arguments that only filter the caller's objects. An id of another tenant gives an empty list or a validation
 * error.
 */
const SEARCHED = [
  // The fields of a fact depend on its kind, so these inputs are invalid. The parity table tests valid ones.
  'Mutation.addFact(input.projectId)',
  'Mutation.updateFact(input.factId)',
  'Mutation.markAlertsRead(input.alertIds)',
  'Project.trends(entityIds)',
  'TrendPoint.entity(entityId)',
  'AnalysisRun.results(filter.entityId)',
  'AnalysisRun.results(filter.promptId)',
  'AsyncAnalysis.results(filter.entityId)',
  'AsyncAnalysis.results(filter.promptId)',
  ...['AnalysisRun', 'AsyncAnalysis', 'Project'].flatMap((type) => [
    `${type}.sources(filter.competitorId)`,
    `${type}.sourceUrls(filter.competitorId)`,
  ]),
  'TrendPoint.changes(entityIds)',
  'RunMetrics.changes(entityIds)',
  'Query.nodes(ids)',
  'Query.node(id)',
]

const ID_ARGUMENTS = idArguments(schema)

/** Returns the databaseId and the global id of one object per type. */
function theirIds(): string[] {
  const sampleByType = new Map(hidden(PUBLIC).map((sample) => [sample.typename, sample]))
  return [...sampleByType.values()].flatMap(({ globalId, databaseId }) => [globalId, databaseId])
}

function documentOf({ parent, field, name, types }: IdArgument): string {
  const variables = Object.entries(types).map(([argument, type]) => `$${argument}: ${type}`)
  const args = Object.keys(types).map((argument) => `${argument}: $${argument}`)
  const bare = `${field}(${args.join(', ')})`
  const call = name in FILTERED ? `${bare} ${FILTERED[name]}` : `it: ${bare} { __typename }`
  const selection = (REACHED[parent] ?? '{ % }').replace('%', () => call)
  const kind = parent === 'Mutation' || parent === 'Subscription' ? parent.toLowerCase() : 'query'
  return `${kind} (${variables.join(', ')}) ${selection}`
}

/** Returns the values of all fields with the alias `it`, at any depth. */
function itsIn(data: unknown): unknown[] {
  if (typeof data !== 'object' || data === null) return []
  if (Array.isArray(data)) return data.flatMap(itsIn)
  return Object.entries(data).flatMap(([name, value]) => (name === 'it' ? [value] : itsIn(value)))
}

const isEmpty = (value: unknown): boolean => (Array.isArray(value) ? value.every(isEmpty) : value === null)

describe.each(ID_ARGUMENTS.filter(({ parent }) => parent !== 'Subscription'))('$name', (argument) => {
  test('refuses the ids of another tenant or does not find them', async () => {
    expect(Object.keys(REACHED).concat('Query', 'Mutation')).toContain(argument.parent)
    const codes = new Set<string>()
    for (const [name, caller] of Object.entries(STRANGERS)) {
      const idOf = (type: string) => mine.samples.find(({ typename }) => typename === type)?.databaseId
      const project = name.startsWith('an admin') ? { projectId: mine.projectId } : {}
      const ownIds = {
        promptId: idOf('Prompt'),
        competitorId: idOf('Competitor'),
        tagId: idOf('Tag'),
        ...project,
      }
      for (const id of theirIds()) {
        const outcome = await caller(
          documentOf(argument),
          argument.argumentsWith(id, { ...OTHERS, ...ownIds }),
        )
        for (const code of outcome.codes) {
          codes.add(code)
          expect(REFUSALS).toContain(code)
        }
        const its = itsIn(outcome.data)
        if (outcome.codes.length === 0) expect(its.every(isEmpty), `${name} ${id}`).toBe(true)
        // A project key passes the scope check, so the id itself must be refused.
        if (name === 'a project key' && !(argument.name in FILTERED))
          expect(outcome.codes.length + its.length).toBeGreaterThan(0)
      }
    }
    if (!SEARCHED.includes(argument.name)) expect([...codes]).toContain('NOT_FOUND')
  })
})

test.each(ID_ARGUMENTS.filter(({ parent }) => parent === 'Subscription'))(
  '$name reveals no data of another tenant',
  async (argument) => {
    for (const key of [mine.key, mine.organizationKey]) {
      for (const id of theirIds()) {
        const operation = { query: documentOf(argument), variables: argument.argumentsWith(id, {}) }
        const outcome = await all(results('server-sent events', world, key, operation))
        expect(JSON.stringify(outcome)).not.toContain(MARK)
        expect(outcome).toHaveLength(1)
        expect(outcome[0]?.data?.it ?? null).toBeNull()
        expect(REFUSALS).toContain(outcome[0]?.errors?.[0]?.extensions.code)
      }
    }
  },
)

test('none of these requests changed the data of the other tenant', async () => {
  expect(await everythingOf(world, theirs)).toEqual(before)
})
