import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { eventually } from '../eventually.ts'
import type { HeldModel } from '../held-model.ts'
import { openProxy, type TcpProxy } from '../tcp-proxy.ts'
import type { TestDatabase } from '../world.ts'
import { openKillSetup } from './kill-setup.ts'
import { type OwnRedis, startOwnRedis } from './own-redis.ts'
import { runJson, type ServerProcess, startServer } from './server-process.ts'

/** A gateway process, a worker process, a Redis that the test can stop, and an organization with 10,000 credits. */
export interface SplitService {
  redis: OwnRedis
  /** Proxy between the processes and Redis. */
  route: TcpProxy
  gateway: ServerProcess
  worker: ServerProcess
  model: HeldModel
  /** Sends a request to the gateway with the organization's key. */
  send(path: string, init?: RequestInit): Promise<Response>
  /** Starts an analysis with one unit per prompt and asserts that it is accepted. Resolves with its id. */
  start(prompts: string[]): Promise<string>
  /** Returns requests that read an analysis over REST and GraphQL. */
  reads(analysisId: string): [path: string, init?: RequestInit][]
  /** Subscribes to an analysis over server-sent events. */
  follow(analysisId: string): Promise<Response>
  /** Resolves with the final status of an analysis, read from the database. */
  ended(analysisId: string): Promise<string>
  /** Waits until no analysis is in progress. */
  allEnded(): Promise<void>
  /** Returns the HTTP status of /readyz for gateway and worker. */
  readiness(): Promise<number[]>
  /**
   * Returns the difference between balance and ledger, plus the difference between balance and the cost of ended
   * analyses.
   */
  creditsAdrift(): Promise<number>
  close(): Promise<void>
}

const CREDITS = 10_000

/** Opens a service with further environment variables. Creates a database unless one is given. */
export async function openSplitService(
  more: Record<string, string>,
  database?: TestDatabase,
): Promise<SplitService> {
  const redis = await startOwnRedis()
  const route = await openProxy(redis.url)
  const setup = await openKillSetup(
    { REDIS_URL: route.url, RATE_LIMIT_PER_MINUTE: '1000000', ...more },
    database,
  )
  const { environment, client, model } = setup
  const { id } = await runJson<{ id: string }>(
    ['org', 'create', '--name', 'Acme', '--plan', 'pro', '--credits', String(CREDITS)],
    environment,
  )
  const { key } = await runJson<{ key: string }>(['key', 'create', '--org', id], environment)
  const gateway = await startServer(environment, ['--role', 'gateway'])
  const worker = await startServer(environment, ['--role', 'worker'])
  const send = (path: string, init: RequestInit = {}) =>
    fetch(`${gateway.url}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...init.headers },
    })
  const ask = (query: string) => ({ method: 'POST', body: JSON.stringify({ query }) })
  const callTool = (name: string, input: object) => ({
    method: 'POST',
    // A call with a session id subscribes to its cancellation over Redis.
    headers: { accept: 'application/json, text/event-stream', 'mcp-session-id': randomUUID() },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } }),
  })
  return {
    redis,
    route,
    gateway,
    worker,
    model,
    send,
    async start(prompts) {
      const request = { prompts, brandName: 'Acme', replicates: 1, providers: ['local'], locations: ['US'] }
      const response = await send('/v1/async-analysis', { method: 'POST', body: JSON.stringify(request) })
      expect(response.status).toBe(202)
      const { data } = (await response.json()) as { data: { analysisId: string } }
      return data.analysisId
    },
    reads: (analysisId) => [
      [`/v1/async-analysis/${analysisId}`],
      ['/graphql', ask(`{ asyncAnalysis(analysisId: "${analysisId}") { status } }`)],
      ['/graphql', ask('{ viewer { organization { credits } } }')],
      ['/mcp', callTool('get_async_analysis', { analysisId })],
    ],
    follow: (analysisId) =>
      send('/graphql', {
        ...ask(`subscription { asyncAnalysisProgress(analysisId: "${analysisId}") { status } }`),
        headers: { accept: 'text/event-stream' },
      }),
    ended: (analysisId) =>
      eventually(async () => {
        const { rows } = await client.query(
          'SELECT status FROM batch WHERE analysis_id = $1 AND finished_at IS NOT NULL',
          [analysisId],
        )
        expect(rows).toHaveLength(1)
        return rows[0].status
      }),
    allEnded: () =>
      eventually(async () => {
        const { rows } = await client.query('SELECT id FROM batch WHERE finished_at IS NULL')
        expect(rows).toEqual([])
      }),
    readiness: () =>
      Promise.all([gateway, worker].map(async ({ url }) => (await fetch(`${url}/readyz`)).status)),
    async creditsAdrift() {
      const { rows } = await client.query(
        `SELECT abs(credit_balance - (SELECT sum(amount) FROM credit_entry WHERE organization_id = o.id))
           + abs(${CREDITS} - credit_balance - (SELECT sum(credits_charged) FROM batch WHERE organization_id = o.id))
           AS adrift
         FROM organization o WHERE id = $1`,
        [id],
      )
      return Number(rows[0].adrift)
    },
    async close() {
      redis.resume()
      await worker.stop()
      await gateway.stop()
      await redis.kill()
      await route.close()
      await setup.close()
    },
  }
}
