import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { eventually } from '../eventually.ts'
import { freePort } from '../free-port.ts'

/** A Redis primary, its replica and three Sentinels on the loopback address. */
export interface RedisGroup {
  /** REDIS_URL: its host is the name of the primary. */
  url: string
  /** Addresses of the Sentinels, as `host:port`. */
  sentinels: readonly string[]
  /** Kills the primary with SIGKILL, and resolves with its port. */
  killPrimary(): Promise<void>
  /** Starts the killed primary again. Resolves when Sentinel has made it the replica of the other server. */
  repair(): Promise<void>
  close(): Promise<void>
}

const NAME = 'answergraph'

interface Server {
  port: number
  kill(): Promise<void>
}

/** Starts a group. Sentinel notices a dead primary after half a second. */
export async function openRedisGroup(): Promise<RedisGroup> {
  const folder = mkdtempSync(join(tmpdir(), 'answergraph-sentinels-'))
  const start = async (port: number, parameters: string[]): Promise<Server> => {
    const child = spawn('redis-server', parameters, { stdio: 'ignore' })
    const ended = once(child, 'exit')
    await eventually(() => ask(port, (redis) => redis.ping()))
    return {
      port,
      async kill() {
        child.kill('SIGKILL')
        await ended
      },
    }
  }
  const startServer = (port: number, primary?: number) =>
    start(port, [
      ...['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder],
      // Sentinel tells a server that returns whose replica it is. Until then, it must not count as an empty primary.
      ...(primary === undefined ? [] : ['--replicaof', `127.0.0.1 ${primary}`]),
    ])
  const startSentinel = async (primary: number) => {
    const port = await freePort()
    const file = join(folder, `${port}.conf`)
    const lines = [
      `port ${port}`,
      'bind 127.0.0.1',
      `sentinel monitor ${NAME} 127.0.0.1 ${primary} 2`,
      `sentinel down-after-milliseconds ${NAME} 500`,
      `sentinel failover-timeout ${NAME} 5000`,
    ]
    writeFileSync(file, lines.join('\n'))
    return start(port, [file, '--sentinel'])
  }
  let primary = await startServer(await freePort())
  let replica = await startServer(await freePort(), primary.port)
  await isReplicaOf(replica.port, primary.port)
  const sentinels = await Promise.all([1, 2, 3].map(() => startSentinel(primary.port)))
  /** Resolves when each Sentinel knows the replica and the two others. */
  const areReady = () =>
    eventually(async () => {
      for (const { port } of sentinels) {
        const known = await ask(port, (redis) => redis.info('sentinel'))
        if (!/status=ok.*slaves=1,sentinels=3/.test(known)) throw new Error(known)
      }
    })
  await areReady()
  return {
    url: `redis://${NAME}`,
    sentinels: sentinels.map(({ port }) => `127.0.0.1:${port}`),
    killPrimary: () => primary.kill(),
    async repair() {
      const dead = primary
      primary = replica
      await eventually(async () => {
        const role = await ask(primary.port, (redis) => redis.info('replication'))
        if (!role.includes('role:master')) throw new Error(role)
      })
      replica = await startServer(dead.port, primary.port)
      await isReplicaOf(replica.port, primary.port)
      await areReady()
    },
    async close() {
      await Promise.all([...sentinels, primary, replica].map((server) => server.kill()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function isReplicaOf(port: number, primary: number): Promise<void> {
  await eventually(async () => {
    const role = await ask(port, (redis) => redis.info('replication'))
    if (!role.includes(`master_port:${primary}`) || !role.includes('master_link_status:up'))
      throw new Error(role)
  })
}

async function ask<T>(port: number, question: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis({ port, host: '127.0.0.1', retryStrategy: () => null, maxRetriesPerRequest: 0 })
  redis.on('error', () => {})
  try {
    return await question(redis)
  } finally {
    redis.disconnect()
  }
}
