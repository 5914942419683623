import fc from 'fast-check'
import type pg from 'pg'
import { openKillSetup } from '../faults/kill-setup.ts'
import { runJson, type ServerProcess, startServer } from '../faults/server-process.ts'
import type { Observed } from './linearizable.ts'

/** Operations of each test: `RACES` in the environment, for example 2500, which takes minutes. */
export const OPERATIONS = Number(process.env.RACES ?? 320)
const CLIENTS = 8

/** Two gateways with the provider `local` on one database. Clients alternate between them. */
export interface TwoGateways {
  environment: Record<string, string>
  database: pg.Client
  /** Sends a request with a key from a client, by its number. */
  send(
    client: number,
    key: string,
    method: string,
    path: string,
    body: object,
    headers?: object,
  ): Promise<Response>
  close(): Promise<void>
}

/** @param redisUrl needed by processes with different roles */
export async function openTwoGateways(redisUrl: string): Promise<TwoGateways> {
  // Without a worker, the provider is never asked.
  const { environment, client, close } = await openKillSetup({
    REDIS_URL: redisUrl,
    RATE_LIMIT_PER_MINUTE: '1000000',
    LOG_LEVEL: 'error',
  })
  const gateways: ServerProcess[] = []
  for (let count = 0; count < 2; count += 1)
    gateways.push(await startServer(environment, ['--role', 'gateway']))
  return {
    environment,
    database: client,
    send: (client, key, method, path, body, headers = {}) =>
      fetch(`${gateways[client % gateways.length]?.url}${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    async close() {
      await Promise.all(gateways.map((gateway) => gateway.stop()))
      await close()
    },
  }
}

/** Creates an organization over the command line, and a key of it. */
export async function createOrganizationKey(
  { environment }: TwoGateways,
  { plan = 'pro', credits = 0 }: { plan?: 'free' | 'pro'; credits?: number } = {},
): Promise<{ organizationId: string; key: string }> {
  const create = ['org', 'create', '--name', 'Acme', '--plan', plan, '--credits', String(credits)]
  const { id } = await runJson<{ id: string }>(create, environment)
  const { key } = await runJson<{ key: string }>(['key', 'create', '--org', id], environment)
  return { organizationId: id, key }
}

/** Creates an organization with a project, and a key of the project. */
export async function createProjectKey(
  gateways: TwoGateways,
  plan: 'free' | 'pro',
): Promise<{ organizationId: string; key: string }> {
  const { organizationId } = await createOrganizationKey(gateways, { plan })
  const { environment } = gateways
  const create = ['project', 'create', '--org', organizationId, '--name', 'Taskfern']
  const { id } = await runJson<{ id: string }>(create, environment)
  const { key } = await runJson<{ key: string }>(['key', 'create', '--project', id], environment)
  return { organizationId, key }
}

/**
 * Lets eight clients execute generated operations at the same time, each its own one after the other.
 * @returns what they observed
 */
export async function race<Operation, Outcome>(
  operation: fc.Arbitrary<Operation>,
  execute: (operation: Operation, client: number) => Promise<Outcome>,
): Promise<Observed<Operation, Outcome>[]> {
  const seed = Number(process.env.RACES_SEED ?? 30)
  const operations = fc.sample(operation, { numRuns: OPERATIONS, seed })
  const observed: Observed<Operation, Outcome>[] = []
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      for (let next = client; next < operations.length; next += CLIENTS) {
        const chosen = operations[next]
        if (chosen === undefined) return
        const start = performance.now()
        const outcome = await execute(chosen, client)
        observed.push({ start, end: performance.now(), operation: chosen, outcome })
      }
    }),
  )
  return observed
}

/** Groups a history by what its operations are about. */
export function historiesBy<Operation, Outcome>(
  history: readonly Observed<Operation, Outcome>[],
  subjectOf: (operation: Operation) => string,
): Observed<Operation, Outcome>[][] {
  const groups = new Map<string, Observed<Operation, Outcome>[]>()
  for (const observed of history) {
    const subject = subjectOf(observed.operation)
    groups.set(subject, [...(groups.get(subject) ?? []), observed])
  }
  return [...groups.values()]
}
