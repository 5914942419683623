import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { revokeKey } from '../../src/core/keys/revoke.ts'
import { createGraphqlServer, type GraphqlServer } from '../../src/graphql/server.ts'
import { ConnectionRegistry } from '../../src/http/connection-registry.ts'
import { serveApp } from '../serve-app.ts'
import type { World } from '../world.ts'
import { expectRate, newKey, openRateLimitedWorld, PER_MINUTE, TYPENAME } from './graphql-admission.ts'
import { type GraphqlResult, send } from './graphql-client.ts'
import { askWith, createSignedIn, signIn } from './member-client.ts'

let world: World
beforeAll(async () => {
  world = await openRateLimitedWorld()
})
afterAll(() => world.close())

async function bare(init: RequestInit & { query?: string } = {}) {
  return fetch(`${world.url}/graphql${init.query ?? ''}`, init)
}

/** Starts a GraphQL server with these options for a single request. */
async function askAlone(
  options: Partial<Parameters<typeof createGraphqlServer>[0]>,
  init: RequestInit,
): Promise<Response> {
  const { services, gate } = world.application
  const graphql: GraphqlServer = createGraphqlServer({
    services,
    gate,
    connections: new ConnectionRegistry(services),
    development: false,
    demoFor: () => null,
    cacheBytes: 0,
    originAllowed: () => true,
    ...options,
  })
  const served = await serveApp({
    services,
    gate,
    mount: (app) => app.route('/', graphql.app),
    endStreams: graphql.close,
  })
  try {
    const response = await served.request('/graphql', init)
    return new Response(await response.text(), response)
  } finally {
    await served.close()
  }
}

describe('admission over HTTP', () => {
  test('counts every operation once, whatever its outcome, and returns the remaining number with every response', async () => {
    const { key } = await newKey(world)
    const authorization = `Bearer ${key}`
    const json = { authorization, 'content-type': 'application/json' }
    const requests: (() => Promise<Response>)[] = [
      () => bare({ query: '?query={__typename}', headers: { authorization } }),
      () => bare({ method: 'POST', headers: json, body: JSON.stringify({ query: '{ nothing }' }) }),
      () => bare({ method: 'POST', headers: json, body: 'no JSON' }),
      () =>
        bare({
          method: 'POST',
          headers: json,
          body: JSON.stringify({ query: '{ a: viewer { __typename } b: viewer { __typename } }' }),
        }),
      () => bare({ method: 'DELETE', headers: { authorization } }),
      () => bare({ query: '?query={__typename}', headers: { authorization, accept: 'text/html' } }),
    ]
    let remaining = PER_MINUTE
    for (const request of requests) {
      remaining -= 1
      const response = await request()
      expectRate(response.headers, remaining)
      await response.arrayBuffer()
    }
  })

  test('answers 401 to a missing, malformed, unknown or revoked key, in the GraphQL-over-HTTP format', async () => {
    const revoked = await newKey(world)
    await revokeKey({ ctx: world.operator, input: { id: revoked.id } })
    for (const authorization of [
      undefined,
      'Bearer nonsense',
      `Basic ${revoked.key}`,
      `Bearer ${revoked.key}`,
    ]) {
      const { status, headers, data, errors } = await send(world, null, TYPENAME, {
        ...(authorization && { authorization }),
      })
      expect(status).toBe(401)
      expect(headers.get('content-type')).toBe('application/graphql-response+json; charset=utf-8')
      expect(data).toBeUndefined()
      expect(errors).toEqual([{ message: expect.any(String), extensions: { code: 'UNAUTHORIZED' } }])
    }
    const { headers } = await send(world, null, TYPENAME, { accept: 'application/json' })
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  })

  test("echoes the caller's request id", async () => {
    const { key } = await newKey(world)
    const { headers } = await send(world, key, TYPENAME, { 'x-request-id': 'mine-1' })
    expect(headers.get('x-request-id')).toBe('mine-1')
  })

  test('answers 429 to operations above the rate limit, with the time to wait', async () => {
    const { key } = await newKey(world)
    const answers = await Promise.all(
      Array.from({ length: PER_MINUTE + 1 }, () => send(world, key, TYPENAME)),
    )
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(1)
    const { headers, errors } = refused[0] ?? {}
    expect(errors?.[0]?.extensions.code).toBe('RATE_LIMITED')
    expect(headers?.get('retry-after')).toBe(String(errors?.[0]?.extensions.retryAfter))
    expect(headers?.get('x-ratelimit-remaining')).toBe('0')
  })

  test('limits a signed-in member to ten times the rate of a key, across all sessions', async () => {
    const { email, cookie } = await createSignedIn(world)
    const otherSession = await signIn(world, email)
    const { headers } = await askWith(world, cookie, '{ __typename }')
    expect(headers.get('x-ratelimit-limit')).toBe(String(10 * PER_MINUTE))
    for (let count = 1; count < 10 * PER_MINUTE; count += 1) {
      expect((await askWith(world, count % 2 ? otherSession : cookie, '{ __typename }')).status).toBe(200)
    }
    const refused = await askWith(world, cookie, '{ __typename }')
    expect(refused.errors).toMatchObject([
      { extensions: { code: 'RATE_LIMITED', retryAfter: expect.any(Number) } },
    ])
  })

  test('accepts one operation as JSON of at most 100 KB and answers BAD_REQUEST to anything else', async () => {
    const { key } = await newKey(world)
    const authorization = `Bearer ${key}`
    const big = JSON.stringify({ query: '{ __typename }', variables: { x: 'x'.repeat(100_000) } })
    const half = big.slice(0, big.length / 2)
    const cases: [string, BodyInit, number][] = [
      ['application/x-www-form-urlencoded', 'query={__typename}', 415],
      ['application/graphql', '{ __typename }', 415],
      ['text/plain', JSON.stringify(TYPENAME), 415],
      ['application/json', '{', 400],
      ['application/json', '"text"', 400],
      ['application/json', '{}', 400],
      ['application/json', JSON.stringify([TYPENAME, TYPENAME]), 400],
      ['application/json', big, 413],
      ['application/json', new Blob([half, big.slice(half.length)]).stream() as unknown as BodyInit, 413],
    ]
    const form = new FormData()
    form.set('operations', JSON.stringify(TYPENAME))
    for (const [type, body, status] of cases) {
      const response = await bare({
        method: 'POST',
        headers: { authorization, 'content-type': type },
        body,
        ...(typeof body !== 'string' && { duplex: 'half' }),
      } as RequestInit)
      const { errors } = (await response.json()) as GraphqlResult
      expect([type, response.status, errors?.[0]?.extensions]).toEqual([
        type,
        status,
        { code: 'BAD_REQUEST' },
      ])
    }
    const multipart = await bare({ method: 'POST', headers: { authorization }, body: form })
    expect(multipart.status).toBe(415)
    const variables = await bare({
      query: '?query={__typename}&variables=nonsense',
      headers: { authorization },
    })
    expect(variables.status).toBe(400)
  })

  test('does not execute an operation if the client would not accept the response format', async () => {
    const { key } = await newKey(world)
    const query =
      'mutation ($input: StartAsyncAnalysisInput!) { startAsyncAnalysis(input: $input) { __typename } }'
    const input = {
      brandName: 'Taskfern',
      prompt: 'Best?',
      providers: ['chatgpt'],
      locations: ['US'],
      replicates: 1,
    }
    const before = await world.operator.db.prisma.batch.count()
    const { status, errors } = await send(
      world,
      key,
      { query, variables: { input } },
      { accept: 'image/png' },
    )
    expect([status, errors?.[0]?.extensions]).toEqual([406, { code: 'BAD_REQUEST' }])
    expect(await world.operator.db.prisma.batch.count()).toBe(before)
    const subscription = { query: 'subscription { asyncAnalysisProgress(analysisId: "aa_1") { status } }' }
    const refused = await send(world, key, subscription, { accept: 'application/json' })
    expect([refused.status, refused.errors?.[0]?.extensions]).toEqual([406, { code: 'BAD_REQUEST' }])
  })

  test('does not execute a mutation by GET', async () => {
    const { key } = await newKey(world)
    const query = encodeURIComponent('mutation { __typename }')
    const response = await bare({ query: `?query=${query}`, headers: { authorization: `Bearer ${key}` } })
    expect(response.status).toBe(405)
    expect(((await response.json()) as GraphqlResult).errors?.[0]?.extensions.code).toBe('BAD_REQUEST')
  })

  test('shows GraphiQL to browsers in development only', async () => {
    const page = { headers: { accept: 'text/html' } }
    const shown = await askAlone({ development: true }, page)
    expect(shown.status).toBe(200)
    expect(await shown.text()).toContain('graphiql')
    expect((await askAlone({ development: false }, page)).status).toBe(401)
  })

  test('masks unexpected errors and logs them with the request id', async () => {
    const { key } = await newKey(world)
    const { services } = world.application
    const logged: { fields: object; message: string }[] = []
    const logger = {
      info() {},
      warn() {},
      error: (fields: object, message: string) => void logged.push({ fields, message }),
    }
    const broken = {
      ...services,
      db: {
        ...services.db,
        prisma: new Proxy(services.db.prisma, {
          get: () => {
            throw new Error('secret of the database')
          },
        }),
      },
      deps: { ...services.deps, logger },
    }
    const response = await askAlone(
      { services: broken },
      {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'x-request-id': 'r-1',
        },
        body: JSON.stringify({ query: '{ viewer { organization { name } } }' }),
      },
    )
    const text = await response.text()
    expect(text).not.toContain('secret')
    expect(JSON.parse(text)).toEqual({
      data: null,
      errors: [
        {
          message: 'Something went wrong on our side. Request id: r-1',
          locations: expect.any(Array),
          path: ['viewer', 'organization'],
          extensions: { code: 'INTERNAL_ERROR', requestId: 'r-1' },
        },
      ],
    })
    expect(logged).toEqual([
      {
        message: 'operation failed',
        fields: expect.objectContaining({
          requestId: 'r-1',
          error: expect.objectContaining({ message: 'secret of the database' }),
        }),
      },
    ])
  })
})
