import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openReceiver, type Receiver } from '../../api/webhook-receiver.ts'
import { eventually } from '../../eventually.ts'
import { runJson, type ServerProcess, startServer } from '../server-process.ts'
import type { Services } from './services.ts'
import { startVendor, type Vendor } from './vendor.ts'

/** Number of questions that a worker asks at the same time. */
export const CONCURRENCY = 8

/** The processes of an installation with Redis, and without. */
const SEPARATE = { gateways: ['gateway-1', 'gateway-2'], workers: ['worker-1', 'worker-2'] }
const SINGLE = { gateways: ['server'], workers: ['server'] }

/** Processes that can be killed and frozen, with an organization that has one credit per unit. */
export interface Installation {
  gateways: readonly string[]
  workers: readonly string[]
  vendor: Vendor
  receiver: Receiver
  /** Reads the database. A lost connection is replaced. */
  database: pg.Pool
  organizationId: string
  /** Sends a request with the key of the organization to a process. Workers only answer health checks. */
  send(name: string, path: string, init?: RequestInit): Promise<Response>
  /** Sends SIGKILL. Resolves with the time of the death, in milliseconds since the epoch. */
  kill(name: string): Promise<number>
  /** Starts a killed process again. Resolves when it is ready. */
  start(name: string): Promise<void>
  /** Sends SIGSTOP: the process keeps its memory and connections, but does not run. */
  freeze(name: string): void
  /** Sends SIGCONT. */
  thaw(name: string): void
  close(): Promise<void>
}

/** Options of an installation. */
export interface InstallationOptions {
  services: Services
  credits: number
  /** Milliseconds until the vendor replies. */
  latency: number
}

/** Opens an installation: two gateways and two workers, or one process without Redis. Closes the services with it. */
export async function openInstallation(options: InstallationOptions): Promise<Installation> {
  const { services, credits } = options
  const { gateways, workers } = services.redisUrl === null ? SINGLE : SEPARATE
  const folder = mkdtempSync(join(tmpdir(), 'answergraph-kills-'))
  chmodSync(folder, 0o755)
  const vendor = await startVendor(options.latency)
  const receiver = await openReceiver()
  const database = new pg.Pool({ connectionString: services.checkUrl ?? services.databaseUrl, max: 2 })
  database.on('error', () => {})

  const environmentOf = (name: string): Record<string, string> => {
    const providersFile = join(folder, `${name}.json`)
    const provider = {
      id: 'local',
      driver: 'openai-compatible',
      model: 'counting-1',
      baseUrl: vendor.urlFor(name),
    }
    const settings = { concurrency: CONCURRENCY, locationHint: false }
    writeFileSync(providersFile, JSON.stringify({ providers: [{ ...provider, options: settings }] }))
    return {
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: services.databaseUrl,
      SECRET_KEY: 'a secret of at least thirty-two bytes',
      PROVIDERS_FILE: providersFile,
      OUTBOUND_ALLOW: receiver.address,
      RATE_LIMIT_PER_MINUTE: '1000000',
      LOG_LEVEL: 'silent',
      ...(services.redisUrl && { REDIS_URL: services.redisUrl }),
      ...services.environmentOf?.(name),
    }
  }
  const command = <T>(...parameters: string[]) => runJson<T>(parameters, environmentOf('command'))
  const grant = ['--plan', 'pro', '--credits', String(credits)]
  const { id } = await command<{ id: string }>('org', 'create', '--name', 'Acme', ...grant)
  const { key } = await command<{ key: string }>('key', 'create', '--org', id)

  const processes = new Map<string, ServerProcess>()
  const get = (name: string): ServerProcess => {
    const found = processes.get(name)
    if (!found) throw new Error(`there is no process ${name}`)
    return found
  }
  const signal = (name: string, type: 'SIGSTOP' | 'SIGCONT') => {
    const { pid } = get(name)
    if (pid !== undefined) process.kill(pid, type)
  }
  const start = async (name: string) => {
    const role = name === 'server' ? [] : ['--role', name.startsWith('gateway') ? 'gateway' : 'worker']
    // A service manager would also repeat a start that fails because PostgreSQL still holds the lock of the dead process.
    processes.set(name, await eventually(() => startServer(environmentOf(name), role)))
  }
  await Promise.all([...new Set([...gateways, ...workers])].map(start))
  return {
    gateways,
    workers,
    vendor,
    receiver,
    database,
    organizationId: id,
    send: (name, path, init = {}) =>
      fetch(`${get(name).url}${path}`, {
        ...init,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...init.headers },
      }),
    async kill(name) {
      const at = Date.now()
      await get(name).kill()
      return at
    },
    start,
    freeze: (name) => signal(name, 'SIGSTOP'),
    thaw: (name) => signal(name, 'SIGCONT'),
    async close() {
      await Promise.all([...processes.values()].map((running) => running.kill()))
      await receiver.close()
      vendor.close()
      await database.end()
      await services.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
