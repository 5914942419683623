import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { Redis } from 'ioredis'
import { freePort } from '../free-port.ts'

/** A Redis without persistence that a test can stop and restart. */
export interface OwnRedis {
  url: string
  /** Kills Redis with SIGKILL: it closes its connections, refuses new ones and loses its data. */
  kill(): Promise<void>
  /** Starts an empty Redis on the same port. */
  start(): Promise<void>
  /** Pauses the process: the system still accepts connections, but requests get no response. */
  freeze(): void
  /** Resumes a paused process. */
  resume(): void
}

/** Whether redis-server is installed. Tests that start their own Redis are skipped without it. */
export const HAS_REDIS_SERVER = !spawnSync('redis-server', ['--version']).error

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
