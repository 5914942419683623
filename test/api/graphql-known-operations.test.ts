import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { globalIdOf } from '../../src/graphql/foundation/global-id.ts'
import { createWorld, type World } from '../world.ts'
import type { Operation } from './graphql-client.ts'
import { createClient } from './rest-client.ts'
import { createRunProject } from './run-project.ts'

let world: World
let key: string
let runId: string
beforeAll(async () => {
  world = await createWorld()
  const project = await createRunProject(world, await createClient(world), {
    prompts: [{ text: 'Which one is best?' }, { text: 'Which one is cheapest?' }],
    competitors: ['Boardly'],
  })
  key = project.key
  runId = globalIdOf('AnalysisRun', await project.run())
})
afterAll(() => world.close())

const RESULTS = `results(first: 20) { totalCount edges { cursor node {
  id promptText provider { token } location answer brand { mentioned mentionCount } competitors { name } citations { url } } } }`
const OPERATIONS: Record<string, () => Operation> = {
  'a small query': () => ({ query: '{ viewer { key { kind } project { name } } }' }),
  'a query with fragments and aliases': () => ({
    query: '{ a: viewer { ...V } b: viewer { ...V } } fragment V on Viewer { project { displayName } }',
  }),
  'a query with conditions': () => ({
    query:
      'query ($yes: Boolean!) { viewer { key @include(if: $yes) { scope } project @skip(if: $yes) { name } } }',
    variables: { yes: true },
  }),
  'a response that is cached and compressed': () => ({
    query: `query Run($id: ID!) { node(id: $id) { ... on AnalysisRun { databaseId status ${RESULTS} } } }`,
    variables: { id: runId },
  }),
  'a large response that is not cached': () => ({
    query: `query Run($id: ID!) { node(id: $id) { ... on AnalysisRun { project { name } ${RESULTS} } } }`,
    variables: { id: runId },
  }),
  'an unknown id': () => ({
    query: 'query ($id: ID!) { node(id: $id) { id } }',
    variables: { id: 'nothing' },
  }),
  'one of several operations': () => ({
    query: 'query A { __typename } query B { viewer { __typename } }',
    operationName: 'B',
  }),
  'an operationName that is not in the document': () => ({
    query: 'query A { __typename } query B { viewer { __typename } }',
    operationName: 'C',
  }),
  'an error in a nullable field': () => ({
    query: '{ viewer { organization { keys { totalCount } } } }',
  }),
  'an error in a non-null field': () => ({
    query: '{ viewer { key { kind } } asyncAnalysis(id: "aa_nothing") { id } }',
  }),
  'a missing variable': () => ({ query: 'query Missing($id: ID!) { node(id: $id) { id } }' }),
  'a variable of the wrong type': () => ({
    query: 'query Wrong($first: Int) { viewer { project { prompts(first: $first) { totalCount } } } }',
    variables: { first: 'many' },
  }),
  'an argument out of range': () => ({
    query: 'query Range($first: Int) { viewer { project { prompts(first: $first) { totalCount } } } }',
    variables: { first: -1 },
  }),
  'a cost that depends on the variables': () => ({
    query: `query Cost($first: Int) { node(id: "x") { ... on AnalysisRun { ${Array.from(
      { length: 9 },
      (_, n) => `a${n}: results(first: $first) { nodes { brand { mentioned } sentiment { score } } }`,
    ).join(' ')} } } }`,
    variables: { first: 200 },
  }),
  'a mutation with invalid fields': () => ({
    query: 'mutation ($input: CreatePromptInput!) { createPrompt(input: $input) { prompt { id } } }',
    variables: { input: { text: '' } },
  }),
  'too deeply nested variables': () => ({
    query: 'query ($id: ID!) { node(id: $id) { id } }',
    variables: { id: JSON.parse(`${'['.repeat(30)}${']'.repeat(30)}`) },
  }),
  'unknown parameters': () => ({ query: '{ __typename }', id: 'mine' }) as Operation,
  'a syntax error': () => ({ query: '{' }),
  'a field that does not exist': () => ({ query: '{ nothing }' }),
}

/**
 * A charset in Accept sends a request to Yoga, which otherwise only answers operations that it has not executed
 * before.
 */
const BY_YOGA = '; charset=utf-8'
/** More repetitions than the compilation of an operation requires. */
const TIMES = 5

async function post(operation: Operation, accept: string, acceptEncoding: string) {
  const response = await fetch(`${world.url}/graphql`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'x-request-id': 'same',
      'accept-encoding': acceptEncoding,
      accept,
    },
    body: JSON.stringify(operation),
  })
  const headers = Object.fromEntries(response.headers)
  for (const changing of ['date', 'x-ratelimit-remaining', 'x-ratelimit-reset']) delete headers[changing]
  return { status: response.status, headers, body: await response.text() }
}

describe.each(Object.entries(OPERATIONS))('%s', (_, operation) => {
  test.each([
    ['application/json', 'identity'],
    ['application/json', 'gzip, br'],
    ['application/graphql-response+json', 'identity'],
    ['application/graphql-response+json', 'gzip'],
  ])(
    'gets the same response from Yoga and from the middleware in front of it, as %s with %s',
    async (accept, acceptEncoding) => {
      for (let time = 0; time < TIMES; time += 1) {
        const byYoga = await post(operation(), accept + BY_YOGA, acceptEncoding)
        expect(await post(operation(), accept, acceptEncoding)).toEqual(byYoga)
        expect(byYoga.headers['content-type']).toBe(`${accept}; charset=utf-8`)
      }
    },
  )
})

test('large responses are compressed, small ones are not, and Vary lists Accept-Encoding', async () => {
  const large = OPERATIONS['a large response that is not cached']?.() ?? { query: '' }
  for (const coding of ['br', 'gzip']) {
    const { headers } = await post(large, 'application/json', coding)
    expect(headers).toMatchObject({
      'content-encoding': coding,
      vary: expect.stringContaining('Accept-Encoding'),
    })
  }
  for (const refusing of ['identity', 'br;q=0, gzip;q=0.0']) {
    expect((await post(large, 'application/json', refusing)).headers).not.toHaveProperty('content-encoding')
  }
  const small = await post({ query: '{ __typename }' }, 'application/json', 'gzip, br')
  expect(small.headers).not.toHaveProperty('content-encoding')
})

test('a response about an ended run is private, has an ETag, and is a 304 for a matching If-None-Match', async () => {
  const { query, variables } = OPERATIONS['a response that is cached and compressed']?.() ?? { query: '' }
  const url = new URL(`${world.url}/graphql`)
  url.searchParams.set('query', query)
  url.searchParams.set('variables', JSON.stringify(variables))
  const get = (headers: Record<string, string> = {}) =>
    fetch(url, { headers: { authorization: `Bearer ${key}`, ...headers } })
  const first = await get()
  expect(first.status).toBe(200)
  expect(first.headers.get('cache-control')).toBe('private, no-cache')
  expect(first.headers.get('vary')).toContain('Authorization')
  const etag = first.headers.get('etag') ?? ''
  expect(etag).toMatch(/^W\/"[\w-]{22}"$/)
  const { data } = (await first.json()) as { data: { node: { status: string } } }
  expect(data.node.status).toBe('COMPLETED')
  for (const ifNoneMatch of [etag, `"other", ${etag}`, '*']) {
    const again = await get({ 'if-none-match': ifNoneMatch })
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, ''])
  }
  const changed = await get({ 'if-none-match': '"other"' })
  expect([changed.status, await changed.json()]).toEqual([200, { data }])
  const unauthorized = await get({ 'if-none-match': etag, authorization: 'Bearer nonsense' })
  expect(unauthorized.status).toBe(401)
  const viewer = await fetch(`${world.url}/graphql?query={viewer{key{kind}}}`, {
    headers: { authorization: `Bearer ${key}` },
  })
  expect(viewer.headers.has('etag')).toBe(false)
})
