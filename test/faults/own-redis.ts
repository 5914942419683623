import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { Redis } from 'ioredis'
import { freePort } from '../free-port.ts'

/** A Redis of one test, without persistence, which the test takes away and brings back. */
export interface OwnRedis {
  url: string
  /** Ends it with SIGKILL: its connections are closed, new ones refused, and its data is lost. */
  kill(): Promise<void>
  /** Starts it again on its port, empty. */
  start(): Promise<void>
  /** Stops its process: the system still accepts connections for it, but nothing is answered. */
  freeze(): void
  /** Lets a stopped process run on. */
  resume(): void
}

/** False without redis-server: tests that need one of their own are then skipped. */
export const HAS_REDIS_SERVER = !spawnSync('redis-server', ['--version']).error
if (!HAS_REDIS_SERVER) console.warn('No redis-server: the tests that take a Redis away are skipped.')

/** Starts a Redis on a free port. */
export async function startOwnRedis(): Promise<OwnRedis> {
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  let child: ChildProcess | null = null
  const redis: OwnRedis = {
    url,
    async kill() {
      if (!child) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      child = null
    },
    async start() {
      child = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', ''], {
        stdio: 'ignore',
      })
      const client = new Redis(url, { retryStrategy: () => 20 })
      client.on('error', () => {})
      await new Promise<void>((resolve) => client.once('ready', resolve))
      client.disconnect()
    },
    freeze: () => child?.kill('SIGSTOP'),
    resume: () => child?.kill('SIGCONT'),
  }
  await redis.start()
  return redis
}
