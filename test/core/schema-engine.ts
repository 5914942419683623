import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import type { SchemaEngine } from '@prisma/schema-engine-wasm'
import pg from 'pg'
import { PACKAGE_ROOT } from '../../src/infra/package-root.ts'

const SCHEMA = join(PACKAGE_ROOT, 'prisma', 'schema.prisma')
const MIGRATIONS = join(PACKAGE_ROOT, 'prisma', 'migrations')
const NO_FILTER = { externalTables: [], externalEnums: [] }

/** Returns the SQL that Prisma's engine generates from `schema.prisma` for an empty database. */
export async function schemaSql(databaseUrl: string): Promise<string> {
  return withSchemaEngine(databaseUrl, async (engine) => {
    const { stdout } = await engine.diff({
      from: { tag: 'empty' },
      to: { tag: 'schemaDatamodel', files: [{ path: SCHEMA, content: readFileSync(SCHEMA, 'utf8') }] },
      script: true,
      exitCode: null,
      filters: NO_FILTER,
    })
    return stdout ?? ''
  })
}

/** Applies the migrations like `prisma migrate deploy` and returns the names of the applied migrations. */
export async function deployWithPrisma(databaseUrl: string): Promise<string[]> {
  const { appliedMigrationNames } = await withSchemaEngine(databaseUrl, (engine) =>
    engine.applyMigrations({ migrationsList: readMigrations(), filters: NO_FILTER }),
  )
  return appliedMigrationNames
}

/**
 * Returns the result of `prisma migrate status`: differences between history and files, and the names of edited and
 * failed migrations.
 */
export async function statusByPrisma(databaseUrl: string) {
  const { history, editedMigrationNames, failedMigrationNames } = await withSchemaEngine(
    databaseUrl,
    (engine) =>
      engine.diagnoseMigrationHistory({
        migrationsList: readMigrations(),
        optInToShadowDatabase: false,
        filters: NO_FILTER,
      }),
  )
  return { history, editedMigrationNames, failedMigrationNames }
}

function readMigrations() {
  const names = readdirSync(MIGRATIONS, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return {
    baseDir: MIGRATIONS,
    lockfile: {
      path: 'migration_lock.toml',
      content: readFileSync(join(MIGRATIONS, 'migration_lock.toml'), 'utf8'),
    },
    shadowDbInitScript: '',
    migrationDirectories: names
      .map(({ name }) => name)
      .sort()
      .map((path) => {
        const value = readFileSync(join(MIGRATIONS, path, 'migration.sql'), 'utf8')
        return { path, migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value } } }
      }),
  }
}

interface EngineBindings {
  SchemaEngine: typeof SchemaEngine
  __wbg_set_wasm(exports: unknown): void
}

/** The part of WebAssembly that is used here. TypeScript includes its types only in the DOM library. */
interface Instantiate {
  instantiate(
    bytes: Uint8Array,
    imports: Record<string, object>,
  ): Promise<{ instance: { exports: { __wbindgen_start(): void } } }>
}

let bindings: Promise<EngineBindings> | undefined

/**
 * Loads Prisma's engine as WebAssembly. The native engine would be a download, and Node 20 cannot import the packaged
 * module.
 */
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
  // The engine is loaded once per process, because the module keeps the memory of its first instance.
  bindings ??= loadEngine()
  const { SchemaEngine } = await bindings
  // The engine does not close its connections, so the pool is closed here.
  const pool = new pg.Pool({ connectionString: databaseUrl })
  try {
    const engine = await SchemaEngine.new(
      { datamodels: [[SCHEMA, readFileSync(SCHEMA, 'utf8')]] },
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
