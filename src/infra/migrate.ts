import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import type { MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm'
import { runMigrations as migrateQueue } from 'bullmq'
import pg from 'pg'
import { PACKAGE_ROOT } from './package-root.ts'

const MIGRATIONS = join(PACKAGE_ROOT, 'prisma', 'migrations')
const NO_FILTER = { externalTables: [], externalEnums: [] }
/** Any fixed number: starters of one database queue behind it. */
const MIGRATION_LOCK = 4_017_101

/**
 * Brings a database to the newest schema: our tables by Prisma's engine, the queue's by BullMQ. Safe to run from
 * several processes at once; does nothing, quickly, when all is there.
 * @returns the names of the migrations applied now.
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const lock = new pg.Client({ connectionString: databaseUrl })
  await lock.connect()
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    await migrateQueue(lock)
    const migrations = await readMigrations()
    if (await isCurrent(lock, migrations)) return []
    return await withSchemaEngine(databaseUrl, async (engine) => {
      const { appliedMigrationNames } = await engine.applyMigrations({
        migrationsList: migrations,
        filters: NO_FILTER,
      })
      return appliedMigrationNames
    })
  } finally {
    await lock.end()
  }
}

/** The SQL that makes the whole schema of `schema.prisma` in an empty database, as Prisma's engine writes it. */
export async function schemaSql(databaseUrl: string): Promise<string> {
  return withSchemaEngine(databaseUrl, async (engine) => {
    const path = join(PACKAGE_ROOT, 'prisma', 'schema.prisma')
    const { stdout } = await engine.diff({
      from: { tag: 'empty' },
      to: { tag: 'schemaDatamodel', files: [{ path, content: await readFile(path, 'utf8') }] },
      script: true,
      exitCode: null,
      filters: NO_FILTER,
    })
    return stdout ?? ''
  })
}

/** Loading the engine costs 300 ms; its own ledger tells whether it is needed. */
async function isCurrent(client: pg.Client, { migrationDirectories }: MigrationList): Promise<boolean> {
  const ledger = await client.query(`SELECT to_regclass('_prisma_migrations') AS name`)
  if (!ledger.rows[0].name) return false
  const { rows } = await client.query(
    'SELECT migration_name, checksum FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
  )
  const applied = new Map(rows.map((row) => [row.migration_name, row.checksum]))
  return migrationDirectories.every(({ path, migrationFile: { content } }) => {
    if (content.tag !== 'ok') return false
    return applied.get(path) === createHash('sha256').update(content.value).digest('hex')
  })
}

async function readMigrations(): Promise<MigrationList> {
  const entries = await readdir(MIGRATIONS, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  const migrationDirectories = await Promise.all(
    names.sort().map(async (path) => {
      const value = await readFile(join(MIGRATIONS, path, 'migration.sql'), 'utf8')
      return { path, migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value } } }
    }),
  )
  return {
    baseDir: MIGRATIONS,
    lockfile: {
      path: 'migration_lock.toml',
      content: await readFile(join(MIGRATIONS, 'migration_lock.toml'), 'utf8'),
    },
    shadowDbInitScript: '',
    migrationDirectories,
  }
}

interface EngineBindings {
  SchemaEngine: typeof SchemaEngine
  __wbg_set_wasm(exports: unknown): void
}

/** The part of the platform's WebAssembly that is used here; its types come with the DOM's only. */
interface Instantiate {
  instantiate(
    bytes: Uint8Array,
    imports: Record<string, object>,
  ): Promise<{ instance: { exports: { __wbindgen_start(): void } } }>
}

let bindings: Promise<EngineBindings> | undefined

/** Prisma's engine as WebAssembly: its native form is a download, and Node 20 cannot import the module as it is packed. */
async function loadEngine(): Promise<EngineBindings> {
  const module = (await import('@prisma/schema-engine-wasm/schema_engine_bg')) as unknown as EngineBindings
  const wasmPath = createRequire(import.meta.url)
    .resolve('@prisma/schema-engine-wasm/schema_engine_bg')
    .replace(/\.js$/, '.wasm')
  const { WebAssembly } = globalThis as unknown as { WebAssembly: Instantiate }
  const { instance } = await WebAssembly.instantiate(await readFile(wasmPath), {
    './schema_engine_bg.js': module,
  })
  module.__wbg_set_wasm(instance.exports)
  instance.exports.__wbindgen_start()
  return module
}

async function withSchemaEngine<T>(
  databaseUrl: string,
  use: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  // Once per process: the module remembers the memory of its first instance.
  bindings ??= loadEngine()
  const { SchemaEngine } = await bindings
  const schemaPath = join(PACKAGE_ROOT, 'prisma', 'schema.prisma')
  // The engine does not close what it opened; the pool is ours to end.
  const pool = new pg.Pool({ connectionString: databaseUrl })
  try {
    const engine = await SchemaEngine.new(
      { datamodels: [[schemaPath, await readFile(schemaPath, 'utf8')]] },
      () => {},
      bindMigrationAwareSqlAdapterFactory(new PrismaPg(pool)),
    )
    const result = await use(engine)
    engine.free()
    return result
  } finally {
    await pool.end()
  }
}
