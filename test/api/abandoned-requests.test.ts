import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { grantCredits } from '../../src/core/credits/grant.ts'
import { eventually } from '../eventually.ts'
import { send, socketClient } from './graphql-client.ts'
import { type LoggedGateway, openLoggedGateway } from './logged-gateway.ts'

const INPUT = {
  brandName: 'Acme',
  prompts: ['Which tool is best?'],
  replicates: 2,
  providers: ['chatgpt'],
  locations: ['US'],
}
const MUTATION =
  'mutation ($input: StartAsyncAnalysisInput!) { startAsyncAnalysis(input: $input) { asyncAnalysis { id } } }'

/** Fewer than the pool's connections, so that every request reaches the lock. */
const REQUESTS = 6

let gateway: LoggedGateway
/** A connection outside the pool, because the blocked requests occupy the pool. */
let observer: pg.Client

beforeAll(async () => {
  gateway = await openLoggedGateway()
  observer = new pg.Client({ connectionString: gateway.world.databaseUrl })
  await observer.connect()
  const { organizationId } = await gateway.world.operator.db.prisma.apiKey.findUniqueOrThrow({
    where: { id: gateway.key.id },
  })
  await grantCredits({ ctx: gateway.world.operator, input: { organizationId, credits: 100 } })
})
afterAll(async () => {
  await observer.end()
  await gateway.close()
})

/** Locks the organizations, so that every change of credits waits until the returned function is called. */
async function blockCredits(): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: gateway.world.databaseUrl })
  await client.connect()
  await client.query('BEGIN; SELECT FROM organization FOR UPDATE')
  return () => client.end()
}

async function waitingForLocks(): Promise<number> {
  const { rows } = await observer.query(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  )
  return rows[0].count
}

const overRest = (signal: AbortSignal) =>
  fetch(`${gateway.url}/v1/async-analysis`, {
    method: 'POST',
    headers: { ...gateway.authorized(), 'content-type': 'application/json' },
    body: JSON.stringify(INPUT),
    signal,
  })
const overGraphql = (signal: AbortSignal) =>
  fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { ...gateway.authorized(), 'content-type': 'application/json' },
    body: JSON.stringify({ query: MUTATION, variables: { input: INPUT } }),
    signal,
  })
/** Sends all operations over one socket. */
function overWebSocket(): (signal: AbortSignal) => Promise<unknown> {
  const client = socketClient(gateway, { Authorization: gateway.authorized().authorization })
  return (signal) => {
    signal.addEventListener('abort', () => client.terminate())
    return client.iterate({ query: MUTATION, variables: { input: INPUT } }).next()
  }
}

it.each([
  { surface: 'REST', connect: () => overRest, closed: { status: 499, times: REQUESTS } },
  { surface: 'GraphQL', connect: () => overGraphql, closed: { status: 499, times: REQUESTS } },
  { surface: 'GraphQL over WebSocket', connect: overWebSocket, closed: { status: 101, times: 1 } },
])(
  'does not run or charge $surface start requests that clients abandoned while credits were locked',
  async ({ connect, closed }) => {
    const { prisma } = gateway.world.operator.db
    const before = { batches: await prisma.batch.count(), entries: await prisma.creditEntry.count() }
    const { lines } = gateway
    lines.length = 0
    const start = connect()
    const unblock = await blockCredits()
    const patient = send(gateway, gateway.key.key, { query: MUTATION, variables: { input: INPUT } })
    const patience = Array.from({ length: REQUESTS }, () => new AbortController())
    try {
      const abandoned = patience.map(({ signal }) => start(signal).catch(() => {}))
      await eventually(async () => expect(await waitingForLocks()).toBe(REQUESTS + 1))
      for (const controller of patience) controller.abort()
      await Promise.all(abandoned)
      await eventually(() =>
        expect(lines.filter(({ status }) => status === closed.status)).toHaveLength(closed.times),
      )
    } finally {
      await unblock()
    }
    expect((await patient).errors).toBeUndefined()
    await eventually(async () => expect(await waitingForLocks()).toBe(0))
    expect(await prisma.batch.count()).toBe(before.batches + 1)
    expect(await prisma.creditEntry.count()).toBe(before.entries + 1)
  },
)
