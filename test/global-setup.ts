import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openEmbeddedPostgres } from '../src/infra/embedded-postgres.ts'
import { migrate } from '../src/infra/migrate.ts'
import { freePort } from './free-port.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server whose migrated database `blank` is the template of each world's database. */
    databaseUrl: string
    /** Null without Redis: tests that need it are skipped with a notice. */
    redisUrl: string | null
  }
}

interface Servers {
  databaseUrl: string
  redisUrl: string | null
  close(): Promise<void>
}

/** Vitest loads this file once per project in the same process, so the servers are shared through a global. */
const shared = globalThis as typeof globalThis & {
  testServers?: { opened: Promise<Servers>; users: number } | undefined
}

/** Starts one PostgreSQL and one Redis for all projects of a test run; both stop with the last of them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.testServers ??= { opened: openServers(), users: 0 }
  const servers = shared.testServers
  servers.users += 1
  const { databaseUrl, redisUrl, close } = await servers.opened
  project.provide('databaseUrl', databaseUrl)
  project.provide('redisUrl', redisUrl)
  return async () => {
    servers.users -= 1
    if (servers.users > 0) return
    shared.testServers = undefined
    await close()
  }
}

async function openServers(): Promise<Servers> {
  // The threads of a world, which is not built itself, run the build.
  const built = spawnSync(process.execPath, ['build.js'], { encoding: 'utf8' })
  if (built.status !== 0) throw new Error(built.stderr)
  const folder = mkdtempSync(join(tmpdir(), 'answergraph-test-'))
  // When run as root, PostgreSQL runs as another user that needs access.
  chmodSync(folder, 0o755)
  const postgres = await openEmbeddedPostgres(join(folder, 'data'))
  await dropDurability(postgres.url)
  await query(postgres.url, 'CREATE DATABASE blank')
  await migrate(postgres.url.replace(/\/postgres$/, '/blank'))
  const redis = await startRedis()
  if (!redis && process.env.CI) throw new Error('CI needs a Redis: set REDIS_URL or install redis-server')
  if (!redis) console.warn('No Redis: set REDIS_URL or install redis-server to test with it.')
  return {
    databaseUrl: postgres.url,
    redisUrl: redis?.url ?? null,
    async close() {
      redis?.process?.kill()
      await postgres.release()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Lets a PostgreSQL write nothing to the disk at once: what it holds need not survive a failure of the machine. */
async function dropDurability(url: string): Promise<void> {
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
    await query(url, `ALTER SYSTEM SET ${setting} = off`)
  await query(url, 'SELECT pg_reload_conf()')
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(text)
  await client.end()
}

async function startRedis(): Promise<{ url: string; process: ChildProcess | null } | null> {
  const given = process.env.REDIS_URL
  if (given) return { url: given, process: null }
  if (spawnSync('redis-server', ['--version']).error) return null
  const port = await freePort()
  const child = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', ''], {
    stdio: 'ignore',
  })
  // Also when the test run is interrupted.
  process.once('exit', () => child.kill())
  const url = `redis://127.0.0.1:${port}`
  const redis = new Redis(url, { retryStrategy: () => 50 })
  redis.on('error', () => {})
  // events.once would reject on connection errors before Redis listens.
  await new Promise<void>((ready) => redis.once('ready', () => ready()))
  redis.disconnect()
  return { url, process: child }
}
