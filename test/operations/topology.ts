import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { eventually } from '../eventually.ts'
import { type KillSetup, openKillSetup } from '../faults/kill-setup.ts'
import { HAS_REDIS_SERVER, type OwnRedis, startOwnRedis } from '../faults/own-redis.ts'
import { runJson, type ServerProcess, startServer } from '../faults/server-process.ts'
import { freePort } from '../free-port.ts'

/** Whether the programs of the topology are installed (Debian packages `haproxy` and `redis-server`). */
export const HAS_TOPOLOGY = HAS_REDIS_SERVER && !spawnSync('haproxy', ['-v']).error

const NAMES = ['gateway-1', 'gateway-2', 'worker-1', 'worker-2'] as const
type Name = (typeof NAMES)[number]

/** Two gateways behind HAProxy and two workers as processes, with their own Redis and database. */
export interface Topology {
  /** URL of HAProxy. */
  url: string
  setup: KillSetup
  organizationId: string
  /** A key of the organization, which has {@link CREDITS} credits. */
  key: string
  /** URL of a process, for requests past HAProxy. */
  urlOf(name: Name): string
  /** Stops a process with SIGTERM, as an upgrade does, and starts it again. Resolves when it is ready. */
  restart(name: Name): Promise<void>
  close(): Promise<void>
}

export const CREDITS = 1_000_000

/** Opens the topology. @param more further environment variables of all processes */
export async function openTopology(more: Record<string, string> = {}): Promise<Topology> {
  const redis: OwnRedis = await startOwnRedis()
  const setup = await openKillSetup({ REDIS_URL: redis.url, TRUST_PROXY: '127.0.0.1', ...more })
  setup.model.answer(1_000_000)
  const ports = new Map<Name, number>()
  for (const name of NAMES) ports.set(name, await freePort())
  const processes = new Map<Name, ServerProcess>()
  const start = async (name: Name) => {
    const role = name.startsWith('gateway') ? 'gateway' : 'worker'
    const parameters = ['--role', role, '--port', String(ports.get(name))]
    processes.set(name, await startServer(setup.environment, parameters))
  }
  const { id: organizationId } = await runJson<{ id: string }>(
    ['org', 'create', '--name', 'Acme', '--plan', 'pro', '--credits', String(CREDITS)],
    setup.environment,
  )
  const { key } = await runJson<{ key: string }>(
    ['key', 'create', '--org', organizationId],
    setup.environment,
  )
  await Promise.all(NAMES.map(start))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const proxy = spawn('haproxy', ['-f', 'ops/haproxy.cfg', '-db'], {
    stdio: 'ignore',
    env: {
      ...process.env,
      BIND: `127.0.0.1:${port}`,
      GATEWAY_1: `127.0.0.1:${ports.get('gateway-1')}`,
      GATEWAY_2: `127.0.0.1:${ports.get('gateway-2')}`,
    },
  })
  const close = async () => {
    await stop(proxy)
    await Promise.all([...processes.values()].map((running) => running.kill()))
    await redis.kill()
    await setup.close()
  }
  await isReady(url).catch(async (error) => {
    await close()
    throw error
  })
  const urlOf = (name: Name) => `http://127.0.0.1:${ports.get(name)}`
  return {
    url,
    setup,
    organizationId,
    key,
    urlOf,
    async restart(name) {
      await processes.get(name)?.stop()
      await start(name)
      await isReady(urlOf(name))
    },
    close,
  }
}

/** Resolves when /readyz returns 200. */
async function isReady(url: string): Promise<void> {
  await eventually(async () => {
    if ((await fetch(`${url}/readyz`)).status !== 200) throw new Error(`${url} is not ready`)
  })
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })
}
