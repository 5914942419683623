import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import pg from 'pg'
import { readConfig } from '../../src/config/read.ts'
import type { AppCtx } from '../../src/core/context.ts'
import { newId } from '../../src/core/foundation/ids.ts'
import { createKey } from '../../src/core/keys/create.ts'
import { createOrganization } from '../../src/core/organizations/create.ts'
import { openEmbeddedPostgres } from '../../src/infra/embedded-postgres.ts'
import { migrate } from '../../src/infra/migrate.ts'
import { type Application, openApplication } from '../../src/process/application.ts'
import type { TestDatabase } from '../world.ts'

export type Backend = 'postgres' | 'redis'

/** Starts a separate PostgreSQL in which a benchmark can create databases. */
export async function openBenchPostgres() {
  const folder = mkdtempSync(join(tmpdir(), 'answergraph-bench-'))
  // When run as root, PostgreSQL runs as another user that needs access.
  chmodSync(folder, 0o755)
  const postgres = await openEmbeddedPostgres(join(folder, 'data'))
  const statement = async (text: string) => {
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    await client.query(text)
    await client.end()
  }
  const emptyDatabase = async (): Promise<TestDatabase> => {
    const name = `bench_${randomBytes(5).toString('hex')}`
    await statement(`CREATE DATABASE ${name}`)
    return {
      databaseUrl: postgres.url.replace(/\/postgres$/, `/${name}`),
      drop: () => statement(`DROP DATABASE ${name} WITH (FORCE)`),
    }
  }
  return {
    /** Creates a migrated database. */
    async database(): Promise<TestDatabase> {
      const database = await emptyDatabase()
      await migrate(database.databaseUrl)
      return database
    },
    async application(backend: Backend, environment: Record<string, string> = {}): Promise<Application> {
      const { databaseUrl } = await emptyDatabase()
      const config = readConfig({
        DATABASE_URL: databaseUrl,
        SECRET_KEY: randomBytes(32).toString('base64'),
        RATE_LIMIT_PER_MINUTE: '1000000',
        LOG_LEVEL: 'error',
        ...(backend === 'redis' && { REDIS_URL: redisUrl() }),
        ...environment,
      })
      return openApplication(config, { demo: true })
    },
    async close() {
      await postgres.release()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function redisUrl(): string {
  return process.env.REDIS_URL ?? 'redis://127.0.0.1:6379'
}

/** Returns whether Redis is available, and prints a message if it is not. */
export async function hasRedis(): Promise<boolean> {
  const redis = new Redis(redisUrl(), { retryStrategy: () => null, lazyConnect: true })
  redis.on('error', () => {})
  const found = await redis.connect().then(
    () => true,
    () => false,
  )
  redis.disconnect()
  if (!found) console.log('  no Redis at REDIS_URL: its rows are left out')
  return found
}

/** Creates an organization with credits and a key, and contexts for the organization and the operator. */
export async function openOrganization({ services }: Application, credits: number) {
  const operator: AppCtx = { ...services, actor: { type: 'operator' }, requestId: newId() }
  const organization = await createOrganization({
    ctx: operator,
    input: { name: 'Bench', plan: 'pro', credits },
  })
  const { id: keyId, key } = await createKey({ ctx: operator, input: { organizationId: organization.id } })
  const actor = {
    type: 'key',
    keyId,
    organizationId: organization.id,
    projectId: null,
    scopes: ['read', 'run', 'write'],
  } as const
  return { operator, ctx: { ...operator, actor } satisfies AppCtx, key }
}
