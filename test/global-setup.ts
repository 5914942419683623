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
    /** URL of a PostgreSQL server. Its migrated database `blank` is the template for the database of each world. */
    databaseUrl: string
    /** Null without Redis. Tests that need Redis are then skipped with a notice. */
    redisUrl: string | null
  }
}

interface Servers {
  databaseUrl: string
  redisUrl: string | null
  close(): Promise<void>
}

/** The servers are shared through a global, because Vitest loads this file once per project in the same process. */
const shared = globalThis as typeof globalThis & {
  testServers?: { opened: Promise<Servers>; users: number } | undefined
}

/** Starts one PostgreSQL and one Redis for all projects of a test run. Both stop after the last project. */
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
  // Worker threads of a world run the compiled code, although the tests themselves run from source.
  const built = spawnSync(process.execPath, ['build.js'], { encoding: 'utf8' })
  if (built.status !== 0) throw new Error(built.stderr)
  const folder = mkdtempSync(join(tmpdir(), 'answergraph-test-'))
  // If the tests run as root, PostgreSQL runs as another user, which needs access to the folder.
  chmodSync(folder, 0o755)
  const postgres = await openEmbeddedPostgres(join(folder, 'data'))
  await dropDurability(postgres.url)
  await query(postgres.url, 'CREATE DATABASE blank')
  await migrate(postgres.url.replace(/\/postgres$/, '/blank'))
  const redis = await startRedis()
  if (!redis && process.env.CI) throw new Error('CI needs a Redis: set REDIS_URL or install redis-server')
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

/** Turns off durability for speed. Test data does not need to survive a crash of the machine. */
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
  // Stops Redis even if the test run is interrupted.
  process.once('exit', () => child.kill())
  const url = `redis://127.0.0.1:${port}`
  const redis = new Redis(url, { retryStrategy: () => 50 })
  redis.on('error', () => {})
  // events.once would reject on connection errors before Redis listens.
  await new Promise<void>((ready) => redis.once('ready', () => ready()))
  redis.disconnect()
  return { url, process: child }
}
