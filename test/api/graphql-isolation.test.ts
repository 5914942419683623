import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registeredNodes } from '../../src/graphql/node-registry.ts'
import { schema } from '../../src/graphql/schema.ts'
import { createWorld, type World } from '../world.ts'
import { all, results, type Shown, send } from './graphql-client.ts'
import { asMember } from './graphql-member.ts'
import { type IdPlace, idPlaces } from './id-places.ts'
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
    providers: [{ id: 'chatgpt', driver: 'simulated' }],
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

type Told = { data: Shown['data']; codes: string[] }
type Caller = (query: string, variables?: Record<string, unknown>) => Promise<Told>

const withKey =
  (key: () => string): Caller =>
  async (query, variables = {}) => {
    const { data, errors = [] } = await send(world, key(), { query, variables })
    const codes = errors.map(({ extensions }) => extensions.code)
    expect(JSON.stringify({ data, messages: errors.map(({ message }) => message) })).not.toContain(MARK)
    return { data: data ?? null, codes }
  }

/** Everybody who is somebody, but not there. */
const STRANGERS: Record<string, Caller> = {
  'a project key': withKey(() => mine.key),
  'an organization key': withKey(() => mine.organizationKey),
  'an admin who is signed in': async (query, variables) => {
    const told = await asMember(world, mine.organizationId)(query, variables)
    expect(JSON.stringify(told)).not.toContain(MARK)
    return told
  },
}

/** What is everybody's. */
const PUBLIC = ['Provider']
/** What the key of another project of the same organization sees beside that: what belongs to the organization as such. */
const OF_THE_ORGANIZATION = ['Organization']

const hidden = (shown: readonly string[]) =>
  theirs.samples.filter(({ typename }) => !shown.includes(typename))

/** Asks node and nodes for each, and tells the types of those that were found. */
async function found(caller: Caller, samples: readonly Sample[]): Promise<string[]> {
  const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }'
  const { data, codes } = await caller(query, { ids: samples.map(({ globalId }) => globalId) })
  expect(codes).toEqual([])
  const types: string[] = data.nodes.flatMap((node: { __typename: string } | null) => node?.__typename ?? [])
  for (const { globalId, typename } of samples) {
    const told = await caller('query ($id: ID!) { node(id: $id) { __typename } }', { id: globalId })
    expect(told.codes).toEqual([])
    expect(told.data.node !== null, typename).toBe(types.includes(typename))
  }
  return [...new Set(types)]
}

test('there is something of every type that is a node, and who it belongs to finds it', async () => {
  const types = new Set(theirs.samples.map(({ typename }) => typename))
  expect(types).toEqual(new Set(registeredNodes()))
  const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename } }'
  const ids = theirs.samples.map(({ globalId }) => globalId)
  const shown = new Set<string>()
  for (const caller of [
    asMember(world, theirs.organizationId),
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
  'node and nodes show %s nothing of another tenant',
  async (_, caller) => {
    expect(await found(caller, hidden(PUBLIC))).toEqual([])
  },
)

test('node and nodes show the key of another project what belongs to the organization, and no more', async () => {
  const caller: Caller = withKeyUnchecked(() => theirs.otherKey)
  const { data } = await caller('query ($ids: [ID!]!) { nodes(ids: $ids) { __typename } }', {
    ids: hidden(PUBLIC).map(({ globalId }) => globalId),
  })
  const types = data.nodes.flatMap((node: { __typename: string } | null) => node?.__typename ?? [])
  expect(new Set(types)).toEqual(new Set(OF_THE_ORGANIZATION))
})

const REFUSALS = ['NOT_FOUND', 'FORBIDDEN', 'PROJECT_SCOPED_KEY_REQUIRED', 'BAD_REQUEST']

/** Plausible values of what inputs need beside an id. */
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
}

/** Of a field that answers whatever the id: what must have nothing in it. */
const FILTERED: Record<string, string> = { 'Project.trends(entityIds)': '{ entities { it: __typename } }' }

/** Where fields of other types than the roots are reached; `%` stands for the field. */
const REACHED: Record<string, string> = {
  Project: '{ viewer { project { % } } }',
  TrendPoint: '{ viewer { project { trends { % } } } }',
}

/** Ids that are only looked for among one's own: others are as good as none. */
const SEARCHED = ['Project.trends(entityIds)', 'TrendPoint.entity(id)', 'Query.nodes(ids)', 'Query.node(id)']

const PLACES = idPlaces(schema)

/** Both ids of one thing of each type. */
function theirIds(): string[] {
  const one = new Map(hidden(PUBLIC).map((sample) => [sample.typename, sample]))
  return [...one.values()].flatMap(({ globalId, databaseId }) => [globalId, databaseId])
}

function documentOf({ parent, field, name, types }: IdPlace): string {
  const variables = Object.entries(types).map(([argument, type]) => `$${argument}: ${type}`)
  const given = Object.keys(types).map((argument) => `${argument}: $${argument}`)
  const bare = `${field}(${given.join(', ')})`
  const call = name in FILTERED ? `${bare} ${FILTERED[name]}` : `it: ${bare} { __typename }`
  const selection = (REACHED[parent] ?? '{ % }').replace('%', () => call)
  const kind = parent === 'Mutation' || parent === 'Subscription' ? parent.toLowerCase() : 'query'
  return `${kind} (${variables.join(', ')}) ${selection}`
}

/** What stands at `it`, however deep and in however many items. */
function itsIn(data: unknown): unknown[] {
  if (typeof data !== 'object' || data === null) return []
  if (Array.isArray(data)) return data.flatMap(itsIn)
  return Object.entries(data).flatMap(([name, value]) => (name === 'it' ? [value] : itsIn(value)))
}

const isNothing = (value: unknown): boolean =>
  Array.isArray(value) ? value.every(isNothing) : value === null

describe.each(PLACES.filter(({ parent }) => parent !== 'Subscription'))('$name', (place) => {
  test('refuses the ids of another tenant, or knows nothing of them', async () => {
    expect(Object.keys(REACHED).concat('Query', 'Mutation')).toContain(place.parent)
    const codes = new Set<string>()
    for (const [name, caller] of Object.entries(STRANGERS)) {
      const promptId = mine.samples.find(({ typename }) => typename === 'Prompt')?.databaseId
      const project = name.startsWith('an admin') ? { projectId: mine.projectId } : {}
      const own = { promptId, projectPromptId: promptId, ...project }
      for (const id of theirIds()) {
        const told = await caller(documentOf(place), place.argumentsWith(id, { ...OTHERS, ...own }))
        for (const code of told.codes) {
          codes.add(code)
          expect(REFUSALS).toContain(code)
        }
        const its = itsIn(told.data)
        if (told.codes.length === 0) expect(its.every(isNothing), `${name} ${id}`).toBe(true)
        // The key of a project gets far enough to be refused.
        if (name === 'a project key' && !(place.name in FILTERED))
          expect(told.codes.length + its.length).toBeGreaterThan(0)
      }
    }
    if (!SEARCHED.includes(place.name)) expect([...codes]).toContain('NOT_FOUND')
  })
})

test.each(PLACES.filter(({ parent }) => parent === 'Subscription'))('$name tells nothing', async (place) => {
  for (const key of [mine.key, mine.organizationKey]) {
    for (const id of theirIds()) {
      const operation = { query: documentOf(place), variables: place.argumentsWith(id, {}) }
      const told = await all(results('server-sent events', world, key, operation))
      expect(JSON.stringify(told)).not.toContain(MARK)
      expect(told).toHaveLength(1)
      expect(told[0]?.data?.it ?? null).toBeNull()
      expect(REFUSALS).toContain(told[0]?.errors?.[0]?.extensions.code)
    }
  }
})

test('after all this, everything of the other tenant is as it was', async () => {
  expect(await everythingOf(world, theirs)).toEqual(before)
})
