import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { readConfig } from '../src/config/read.ts'
import type { BatchRecord } from '../src/core/batches/row.ts'
import { subscribeToBatch } from '../src/core/batches/subscribe.ts'
import type { AppCtx } from '../src/core/context.ts'
import { newId } from '../src/core/foundation/ids.ts'
import { canonicalKey } from '../src/core/foundation/text.ts'
import { createKey } from '../src/core/keys/create.ts'
import type { KeyPreset } from '../src/core/keys/definition.ts'
import { createOrganization } from '../src/core/organizations/create.ts'
import { createProject } from '../src/core/projects/create.ts'
import { startWorkers } from '../src/jobs/work.ts'
import { type Application, openApplication } from '../src/process/application.ts'
import { openGateway } from '../src/process/gateway.ts'

export interface WorldOptions {
  /** Whether queue, rate limits and events use Redis instead of PostgreSQL and process memory. */
  redis?: boolean
  /** Entries of PROVIDERS_FILE. The default is the seven default providers, simulated. */
  providers?: object[]
  /** Further environment variables, such as RATE_LIMIT_PER_MINUTE. */
  environment?: Record<string, string>
  /** Whether providers without credentials are simulated (default) or unavailable. */
  demo?: boolean
  /** Port of the gateway; a free one by default. */
  port?: number
  /** Whether jobs are executed (default). Otherwise they stay queued until the test calls the core function. */
  workers?: boolean
}

/**
 * A complete installation for a test file: a new database, a gateway on a free port, and workers, all in this process.
 */
export interface World {
  /** `http://127.0.0.1:port` */
  url: string
  databaseUrl: string
  application: Application
  /** A context with operator permissions, for calling core functions. */
  operator: AppCtx
  /** Returns a context of a member of the organization, by default an admin. */
  member(organizationId: string, role?: 'admin' | 'member'): AppCtx
  /** Creates an organization, by default on the plan pro without credits. */
  organization(options?: { plan?: 'free' | 'pro'; credits?: number }): Promise<{ id: string }>
  /** Creates a project, by default for the brand Taskfern, without a URL and competitors. */
  project(options: {
    organizationId: string
    name?: string
    url?: string
    competitors?: (string | { name: string; url?: string })[]
  }): Promise<{ id: string }>
  projectKey(projectId: string, options?: { preset?: KeyPreset }): Promise<{ id: string; key: string }>
  organizationKey(
    organizationId: string,
    options?: { admin?: boolean; preset?: KeyPreset },
  ): Promise<{ id: string; key: string }>
  /** Resolves with the analysis when it has ended. */
  ended(analysisId: string): Promise<BatchRecord>
  close(): Promise<void>
}

/** Opens a world. Close it in `afterAll`; otherwise the test process does not exit. */
export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const { databaseUrl, drop } = await createDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'answergraph-world-'))
  const providersFile = join(folder, 'providers.json')
  if (options.providers) writeFileSync(providersFile, JSON.stringify({ providers: options.providers }))
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    SECRET_KEY: randomBytes(32).toString('base64'),
    RATE_LIMIT_PER_MINUTE: '1000000',
    LOG_LEVEL: 'silent',
    ...(options.redis && { REDIS_URL: inject('redisUrl') ?? '' }),
    ...(options.providers && { PROVIDERS_FILE: providersFile }),
    ...options.environment,
  })
  const application = await openApplication(config, { demo: options.demo ?? true })
  const { services, queues } = application
  const workers = options.workers === false ? null : await startWorkers(services, queues, { alone: true })
  const gateway = await openGateway({
    ...application,
    host: '127.0.0.1',
    port: options.port ?? 0,
    graphqlCacheBytes: config.graphqlCacheBytes,
    persistedOperations: config.persistedOperations,
  })
  const operator: AppCtx = { ...services, actor: { type: 'operator' }, requestId: newId() }
  return {
    url: gateway.url,
    databaseUrl,
    application,
    operator,
    ...createFactories(operator),
    async close() {
      workers?.stop()
      await gateway.close()
      await application.close()
      await drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function createFactories(
  operator: AppCtx,
): Pick<World, 'member' | 'organization' | 'project' | 'projectKey' | 'organizationKey' | 'ended'> {
  const member: World['member'] = (organizationId, role = 'admin') => ({
    ...operator,
    actor: { type: 'member', userId: newId(), organizationId, role },
  })
  return {
    member,
    organization: ({ plan = 'pro', credits = 0 } = {}) =>
      createOrganization({ ctx: operator, input: { name: `Organization ${newId()}`, plan, credits } }),
    async project({ organizationId, name = 'Taskfern', url, competitors = [] }) {
      const input = { organizationId, name, ...(url && { url }) }
      const project = await createProject({ ctx: operator, input })
      await operator.db.prisma.competitor.createMany({
        data: competitors.map((given, ordinal) => {
          const { name, url = null } = typeof given === 'string' ? { name: given } : given
          return { id: newId(), projectId: project.id, name, url, canonicalKey: canonicalKey(name), ordinal }
        }),
      })
      return project
    },
    projectKey: (projectId, { preset = 'full' } = {}) =>
      createKey({ ctx: operator, input: { projectId, preset } }),
    organizationKey: (organizationId, { admin = false, preset = admin ? 'admin' : 'full' } = {}) =>
      createKey({ ctx: operator, input: { organizationId, preset } }),
    async ended(analysisId) {
      const { id, organizationId } = await operator.db.prisma.batch.findUniqueOrThrow({
        where: { analysisId },
      })
      if (organizationId === null) throw new Error(`analysis ${analysisId} was deleted`)
      return batchEnded(member(organizationId), id)
    },
  }
}

/**
 * Subscribes to a batch (a run or an async analysis) and returns its final state.
 * @throws {Error} if the batch is deleted while it is running
 */
export async function batchEnded(ctx: AppCtx, batchId: string): Promise<BatchRecord> {
  let last: BatchRecord | undefined
  for await (const state of subscribeToBatch(ctx, batchId)) last = state
  if (!last?.finishedAt) throw new Error(`batch ${batchId} was deleted while the test waited for its end`)
  return last
}

/** A database for a test. */
export interface TestDatabase {
  databaseUrl: string
  drop(): Promise<void>
}

/** Copies the migrated template database. Sets a new installation id, so that worlds do not share Redis keys. */
export async function createDatabase(): Promise<TestDatabase> {
  const database = await databaseFrom('blank')
  await statement(database.databaseUrl, 'UPDATE installation SET id = gen_random_uuid()')
  return database
}

/** Creates a database without tables. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return databaseFrom('template0')
}

async function databaseFrom(template: string): Promise<TestDatabase> {
  const server = inject('databaseUrl')
  const name = `world_${randomBytes(6).toString('hex')}`
  await statement(server, `CREATE DATABASE ${name} TEMPLATE ${template}`)
  return {
    databaseUrl: server.replace(/\/postgres$/, `/${name}`),
    drop: () => statement(server, `DROP DATABASE ${name} WITH (FORCE)`),
  }
}

async function statement(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(text)
  await client.end()
}
