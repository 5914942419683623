import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readConfig } from '../../../src/config/read.ts'
import type { AppCtx } from '../../../src/core/context.ts'
import { newId } from '../../../src/core/foundation/ids.ts'
import { createKey } from '../../../src/core/keys/create.ts'
import { openApplication } from '../../../src/process/application.ts'
import { type NestedRun, seedNestedRun } from '../../bench/nested-run.ts'
import type { TestDatabase } from '../../world.ts'
import { type ServerProcess, startServer } from '../server-process.ts'

/** A server process with a completed run, and the keys of many clients of its project. */
export interface BusyInstallation {
  url: string
  run: NestedRun
  keys: readonly string[]
  /** Memory of the server process (resident set) in megabytes. */
  memory(): number
  /** CPU seconds that the server process has used. */
  processorSeconds(): number
  close(): Promise<void>
}

/**
 * Opens an installation in a new database.
 * @param options.pin whether the main thread of the server gets the first CPU for itself; the caller then has to stay off it. The other threads,
 *   which collect garbage, use all CPUs.
 * @param options.environment further variables of the server
 */
export async function openBusyInstallation({
  database,
  keys: count,
  pin = false,
  environment: more = {},
}: {
  database: TestDatabase
  keys: number
  pin?: boolean
  environment?: Record<string, string>
}): Promise<BusyInstallation> {
  const environment = {
    NODE_ENV: 'production',
    DATABASE_URL: database.databaseUrl,
    SECRET_KEY: randomBytes(32).toString('base64'),
    RATE_LIMIT_PER_MINUTE: '1000000',
    ...more,
  }
  const application = await openApplication(readConfig({ ...environment, LOG_LEVEL: 'error' }), {
    demo: true,
  })
  const operator: AppCtx = { ...application.services, actor: { type: 'operator' }, requestId: newId() }
  const run = await seedNestedRun(operator)
  const input = { projectId: run.projectId }
  const keys: string[] = []
  for (let n = 0; n < count; n += 1) keys.push((await createKey({ ctx: operator, input })).key)
  await application.close()
  const server = await startServer(environment)
  if (pin) spawnSync('taskset', ['-cp', '0', String(server.pid)])
  return { url: server.url, run, keys, ...readingsOf(server), close: async () => void (await server.stop()) }
}

function readingsOf({ pid }: ServerProcess): Pick<BusyInstallation, 'memory' | 'processorSeconds'> {
  return {
    memory: () => {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_000
    },
    processorSeconds: () => {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      const TICKS_PER_SECOND = 100
      return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
    },
  }
}
