import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { type GraphqlResult, results, send } from '../api/graphql-client.ts'
import { eventually } from '../eventually.ts'
import { openProxy, type TcpProxy } from '../tcp-proxy.ts'
import { createDatabase } from '../world.ts'
import {
  CONCURRENCY,
  createKey,
  creditsOf,
  type LossSetup,
  openLossSetup,
  readAnalysis,
  startAnalysis,
  timesAsked,
  UNITS,
} from './lost-database.ts'
import { type ServerProcess, startServer } from './server-process.ts'

const CREDITS = 1_000

let setup: LossSetup
let database: Awaited<ReturnType<typeof createDatabase>>
let proxy: TcpProxy
let server: ServerProcess
let key: string
let credits = CREDITS
beforeAll(async () => {
  setup = await openLossSetup()
  database = await createDatabase()
  proxy = await openProxy(database.databaseUrl)
  const environment = { ...setup.environment, DATABASE_URL: proxy.url }
  key = await createKey(environment, CREDITS)
  server = await startServer(environment)
}, 120_000)
afterAll(async () => {
  await proxy.restore()
  await server?.stop()
  await proxy.close()
  await database.drop()
  setup.close()
})

afterEach(async () => {
  await proxy.restore()
  await eventually(async () => expect((await fetch(`${server.url}/readyz`)).status).toBe(200))
})

const LOSSES = [
  { name: 'stopped', lose: () => proxy.refuse() },
  { name: 'frozen', lose: async () => proxy.freeze() },
]

/** Error of a surface: its code, the seconds to wait, and the HTTP status if the error is the whole response. */
interface Refusal {
  code: string | undefined
  retryAfter: number | undefined
  status?: number
}

const REFUSED = { code: 'SERVICE_UNAVAILABLE', retryAfter: 2 }

const SURFACES: Record<string, (analysisId: string) => Promise<Refusal>> = {
  REST: (id) => request(`/v1/async-analysis/${id}`),
  'sign-in': () =>
    request('/api/auth/sign-in/email', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'someone@example.com', password: 'a password of some length' }),
    }),
  readiness: async () => {
    const response = await fetch(`${server.url}/readyz`)
    expect(await response.json()).toMatchObject({ parts: { database: 'unavailable' } })
    return { ...REFUSED, status: response.status }
  },
  MCP: async (id) => {
    const params = { name: 'get_async_analysis', arguments: { analysisId: id } }
    const response = await fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    })
    const text = await response.text()
    if (response.status === 503) return JSON.parse(text).error.data
    // The key stays cached for some seconds. During that time, the tool call itself fails.
    const message = JSON.parse(/^data: (.+)$/m.exec(text)?.[1] ?? '{}')
    const { error, retryAfter } = JSON.parse(message.result.content[0].text)
    return { code: error.code, retryAfter }
  },
  'GraphQL over HTTP': async (id) => extensionsOf(await send(server, key, { query: nodeQuery(id) })),
  'GraphQL over HTTP, with a new operation': async (id) =>
    extensionsOf(await send(server, key, { query: `${nodeQuery(id)} # ${Math.random()}` })),
  'GraphQL over server-sent events': async (id) =>
    extensionsOf((await results('server-sent events', server, key, subscription(id)).next()).value),
  'GraphQL over a new WebSocket': async (id) => {
    const closed = await results('websocket', server, key, subscription(id))
      .next()
      .then(
        ({ value }) => extensionsOf(value),
        ({ code }: { code: number }) => ({ code: String(code), retryAfter: 2 }),
      )
    // Close code 1013 means "try again later"; clients then reconnect.
    return closed.code === '1013' ? REFUSED : closed
  },
}

const nodeQuery = (id: string) => `{ asyncAnalysis(id: "${id}") { status } }`
const subscription = (id: string) => ({
  query: `subscription { asyncAnalysisProgress(analysisId: "${id}") { status } }`,
})

async function request(path: string, init: RequestInit = {}): Promise<Refusal> {
  const headers = { authorization: `Bearer ${key}`, ...init.headers }
  const response = await fetch(`${server.url}${path}`, { ...init, headers })
  const { error } = (await response.json()) as { error?: { code: string } }
  const { status } = response
  return { code: error?.code, retryAfter: Number(response.headers.get('retry-after')), status }
}

function extensionsOf({ errors }: GraphqlResult): Refusal {
  const { code, retryAfter } = errors?.[0]?.extensions ?? {}
  return { code, retryAfter }
}

async function completed(analysisId: string): Promise<void> {
  await eventually(async () => {
    const { analysis } = await readAnalysis(server, key, analysisId)
    expect(analysis?.status).toBe('completed')
    expect(analysis?.progress).toEqual({ total: UNITS, completed: UNITS, failed: 0 })
  })
}

const lines = (text: string) => server.output.join('').split(text).length - 1

describe.each(LOSSES)('while PostgreSQL is $name', ({ name, lose }) => {
  it('every surface responds with SERVICE_UNAVAILABLE, the server recovers by itself, and no answer is lost or bought twice', async () => {
    const { model } = setup
    const analysisId = await startAnalysis(server, key, name)
    await model.waiting(CONCURRENCY)
    expect(extensionsOf(await send(server, key, { query: nodeQuery(analysisId) }))).toEqual({})
    const [lost, back] = [lines('the database was lost'), lines('the database is back')]
    await lose()
    // These answers arrive while the database is unavailable. The model would also answer, and count, further
    // questions.
    model.answer(UNITS)
    await Promise.all(
      Object.entries(SURFACES).map(([surface, ask]) =>
        eventually(async () =>
          expect({ status: 503, ...(await ask(analysisId)) }, surface).toEqual({ ...REFUSED, status: 503 }),
        ),
      ),
    )
    expect(timesAsked(model, name)).toEqual(Array(CONCURRENCY).fill(1))
    await proxy.restore()
    await completed(analysisId)
    expect(timesAsked(model, name)).toEqual(Array(UNITS).fill(1))
    credits -= UNITS
    expect(await creditsOf(server, key)).toBe(credits)
    expect([lines('the database was lost') - lost, lines('the database is back') - back]).toEqual([1, 1])
  }, 120_000)
})

// Repeated, because the result depends on which statements are running at that moment.
it.each([1, 2, 3, 4, 5])(
  'an analysis continues after all its connections are terminated: no answer is lost or bought twice (%i)',
  async (round) => {
    const { model } = setup
    const name = `terminated${round}`
    const analysisId = await startAnalysis(server, key, name)
    await model.waiting(CONCURRENCY)
    const client = new pg.Client({ connectionString: database.databaseUrl })
    await client.connect()
    await client.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    )
    await client.end()
    model.answer(UNITS)
    await completed(analysisId)
    expect(timesAsked(model, name)).toEqual(Array(UNITS).fill(1))
    credits -= UNITS
    expect(await creditsOf(server, key)).toBe(credits)
  },
)

it.skipIf(!inject('redisUrl'))(
  'a gateway and two workers on Redis continue when the database is back: no answer is lost or bought twice',
  async () => {
    const { model, environment: common } = setup
    const sharedDatabase = await createDatabase()
    const route = await openProxy(sharedDatabase.databaseUrl)
    const environment = { ...common, DATABASE_URL: route.url, REDIS_URL: inject('redisUrl') ?? '' }
    const gateway = await startServer(environment, ['--role', 'gateway'])
    const workers = await Promise.all(
      [1, 2].map(() => startServer(environment, ['--role', 'worker', '--port', '0'])),
    )
    const sharedKey = await createKey(environment, CREDITS)
    const analysisId = await startAnalysis(gateway, sharedKey, 'shared')
    await model.waiting(2 * CONCURRENCY)
    await route.refuse()
    model.answer(UNITS)
    for (const { url } of [gateway, ...workers])
      await eventually(async () => expect((await fetch(`${url}/readyz`)).status).toBe(503))
    await route.restore()
    await eventually(async () => {
      const { analysis } = await readAnalysis(gateway, sharedKey, analysisId)
      expect(analysis?.progress).toEqual({ total: UNITS, completed: UNITS, failed: 0 })
    })
    expect(timesAsked(model, 'shared')).toEqual(Array(UNITS).fill(1))
    expect(await creditsOf(gateway, sharedKey)).toBe(CREDITS - UNITS)
    await Promise.all([gateway, ...workers].map((process) => process.stop()))
    await route.close()
    await sharedDatabase.drop()
  },
  120_000,
)
