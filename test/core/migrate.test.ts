import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { migrate } from '../../src/infra/migrate.ts'
import { eventually } from '../eventually.ts'
import { createDatabase, createEmptyDatabase } from '../world.ts'
import { deployWithPrisma, schemaSql, statusByPrisma } from './schema-engine.ts'

const COLUMNS = `SELECT table_name, column_name, data_type, udt_name, is_nullable, column_default
  FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> '_prisma_migrations'
  ORDER BY table_name, column_name`
const INDEXES = `SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'
  AND indexdef NOT LIKE '% WHERE %' ORDER BY indexdef`
const RECORDS_TABLE = `SELECT column_name, data_type, character_maximum_length, is_nullable, column_default
  FROM information_schema.columns WHERE table_name = '_prisma_migrations' ORDER BY ordinal_position`

const MIGRATIONS = 'prisma/migrations'
const ORGANIZATION = '00000000-0000-4000-8000-000000000001'

let url: string
let drop: () => Promise<void>
/** Folder for migrations written by a test. */
let folder: string
beforeEach(async () => {
  const database = await createEmptyDatabase()
  url = database.databaseUrl
  drop = database.drop
  folder = mkdtempSync(join(tmpdir(), 'answergraph-migrations-'))
})
afterEach(async () => {
  await drop()
  rmSync(folder, { recursive: true, force: true })
})

it('the migrations create exactly the tables of schema.prisma', async () => {
  const migrated = await createDatabase()
  try {
    await query(url, await schemaSql(url))
    for (const text of [COLUMNS, INDEXES]) {
      const wanted = await query(url, text)
      expect(await query(migrated.databaseUrl, text), 'write a migration for the difference').toEqual(wanted)
    }
  } finally {
    await migrated.drop()
  }
})

it('five processes that migrate an empty database concurrently apply each migration once', async () => {
  const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(url)))
  expect(applied.filter((names) => names.length > 0)).toHaveLength(1)
  const names = await query(url, 'SELECT migration_name FROM _prisma_migrations')
  expect(names).toHaveLength(applied.flat().length)
  expect(await migrate(url)).toEqual([])
})

describe('Prisma Migrate', () => {
  it('has nothing to apply to a database migrated by this program, and accepts its records', async () => {
    expect((await migrate(url)).length).toBeGreaterThan(0)
    expect(await statusByPrisma(url)).toEqual({
      history: null,
      editedMigrationNames: [],
      failedMigrationNames: [],
    })
    expect(await deployWithPrisma(url)).toEqual([])
    const migratedByPrisma = await createEmptyDatabase()
    try {
      await deployWithPrisma(migratedByPrisma.databaseUrl)
      expect(await query(url, RECORDS_TABLE)).toEqual(
        await query(migratedByPrisma.databaseUrl, RECORDS_TABLE),
      )
      expect(await migrate(migratedByPrisma.databaseUrl)).toEqual([])
    } finally {
      await migratedByPrisma.drop()
    }
  })

  it('blocks the start after a failed migration, and the error contains the SQL statement that repairs the record', async () => {
    write('1_first', 'CREATE TABLE one ()')
    await migrate(url, { folder })
    await query(
      url,
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, logs) VALUES ('x', 'y', '2_second', 'out of luck')`,
    )
    write('2_second', 'CREATE TABLE two ()')
    const refusal = await migrate(url, { folder }).catch((error) => String(error))
    expect(refusal).toContain('Migration 2_second was started')
    expect(refusal).toContain('out of luck')
    await query(url, /UPDATE .*/.exec(refusal as string)?.[0] ?? '')
    expect(await migrate(url, { folder })).toEqual(['2_second'])
  })
})

it('a migration that fails is rolled back, recorded with the reason, and retried', async () => {
  write('1_first', 'CREATE TABLE one ()')
  write('2_second', 'CREATE TABLE two (); SELECT 1 / 0;')
  write('3_third', 'CREATE TABLE three ()')
  await expect(migrate(url, { folder })).rejects.toThrow('Migration 2_second failed: division by zero')
  expect(await tables()).toEqual(['one'])
  expect(
    await query(
      url,
      'SELECT migration_name, logs, rolled_back_at IS NOT NULL AS undone FROM _prisma_migrations',
    ),
  ).toEqual([
    { migration_name: '1_first', logs: null, undone: false },
    { migration_name: '2_second', logs: 'division by zero', undone: true },
  ])
  write('2_second', 'CREATE TABLE two ();')
  expect(await migrate(url, { folder })).toEqual(['2_second', '3_third'])
  expect(await tables()).toEqual(['one', 'three', 'two'])
})

describe('while pg_dump runs, which locks all tables,', () => {
  let dump: pg.Client
  const lockAll = async (tables: string[]) => {
    dump = new pg.Client({ connectionString: url })
    await dump.connect()
    await dump.query('BEGIN')
    await dump.query(`LOCK TABLE ${tables.join(', ')} IN ACCESS SHARE MODE`)
  }
  afterEach(() => dump.end())

  it('a current database needs no migration and no lock', async () => {
    await migrate(url)
    const [row] = await query(
      url,
      `SELECT json_agg(format('%I.%I', schemaname, tablename)) AS names FROM pg_tables
       WHERE schemaname IN ('public', 'bullmq')`,
    )
    const { names } = z.object({ names: z.array(z.string()) }).parse(row)
    await lockAll(names)
    expect(await migrate(url, { lockTimeout: 1 })).toEqual([])
  })

  it('a migration of a locked table fails with the reason, and is applied afterwards', async () => {
    write('1_first', 'CREATE TABLE one ()')
    await migrate(url, { folder })
    await lockAll(['one'])
    write('2_second', 'ALTER TABLE one ADD COLUMN two integer')
    await expect(migrate(url, { folder, lockTimeout: 1 })).rejects.toThrow(
      'Migration 2_second failed: another session has locked a table, such as a running pg_dump',
    )
    await dump.query('COMMIT')
    expect(await migrate(url, { folder })).toEqual(['2_second'])
  })
})

it('a connection lost during a migration keeps the earlier ones, and the next start continues from there', async () => {
  const blocker = new pg.Client({ connectionString: url })
  await blocker.connect()
  await blocker.query('SELECT pg_advisory_lock(1)')
  write('1_first', 'CREATE TABLE one ()')
  write('2_second', 'CREATE TABLE two (); SELECT pg_advisory_lock(1);')
  const interrupted = migrate(url, { folder }).then(
    () => 'applied',
    () => 'interrupted',
  )
  await eventually(async () => {
    const cut = `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
    expect(await query(url, cut)).toHaveLength(1)
  })
  expect(await interrupted).toBe('interrupted')
  await blocker.end()
  expect(await tables()).toEqual(['one'])
  expect(await migrate(url, { folder })).toEqual(['2_second'])
  expect(await tables()).toEqual(['one', 'two'])
})

it('search volumes stored by an earlier version are marked as simulated, with the day of the estimate', async () => {
  const [before, method] = ['20261122195600_circuit_reason', '20261122203700_volume_method']
  for (const name of readdirSync(MIGRATIONS).filter((name) => name <= before)) {
    cpSync(join(MIGRATIONS, name), join(folder, name), { recursive: true })
  }
  await migrate(url, { folder })
  const at = `'2026-11-01T23:30:00Z'`
  await query(
    url,
    `INSERT INTO volume_estimate (keyword, country, source, monthly_volume, confidence, created_at, expires_at)
      VALUES ('crm', 'US', 'simulated', 90, 'low', ${at}, ${at}), ('none', 'US', 'simulated', NULL, 'none', ${at}, ${at})`,
  )
  await query(
    url,
    `INSERT INTO organization (id, name, plan, created_at, updated_at) VALUES ('${ORGANIZATION}', 'Acme', 'pro', ${at}, ${at})`,
  )
  const kept = { data: { keyword: 'crm', monthlyVolume: 90, creditsCharged: 40 } }
  const unrelated = { data: { id: 'x' } }
  for (const [key, response] of Object.entries({
    volume: kept,
    other: unrelated,
    failed: { error: { code: 'NOT_FOUND' } },
  })) {
    await query(
      url,
      `INSERT INTO idempotency_record (organization_id, key, request_hash, response, created_at, expires_at)
        VALUES ('${ORGANIZATION}', '${key}', '', '${JSON.stringify(response)}', ${at}, ${at})`,
    )
  }
  cpSync(join(MIGRATIONS, method), join(folder, method), { recursive: true })
  expect(await migrate(url, { folder })).toEqual([method])
  expect(await query(url, 'SELECT keyword, method, as_of FROM volume_estimate ORDER BY keyword')).toEqual([
    { keyword: 'crm', method: 'simulated', as_of: '2026-11-01' },
    { keyword: 'none', method: null, as_of: null },
  ])
  expect(await query(url, 'SELECT key, response FROM idempotency_record ORDER BY key')).toEqual([
    { key: 'failed', response: { error: { code: 'NOT_FOUND' } } },
    { key: 'other', response: unrelated },
    { key: 'volume', response: { data: { ...kept.data, method: 'simulated', asOf: '2026-11-01' } } },
  ])
})

it('a migration file that changed after it was applied is reported by name', async () => {
  write('1_first', 'CREATE TABLE one ()')
  await migrate(url, { folder })
  write('1_first', 'CREATE TABLE one (id int)')
  await expect(migrate(url, { folder })).rejects.toThrow('Migration 1_first differs from the version applied')
})

it('unknown migrations of a newer version are left alone', async () => {
  write('1_first', 'CREATE TABLE one ()')
  write('2_second', 'CREATE TABLE two ()')
  await migrate(url, { folder })
  rmSync(join(folder, '2_second'), { recursive: true })
  expect(await migrate(url, { folder })).toEqual([])
})

it('a database with tables of another program is rejected', async () => {
  await query(url, 'CREATE TABLE theirs ()')
  await expect(migrate(url)).rejects.toThrow('such as theirs')
  expect(await tables()).toEqual(['theirs'])
})

function write(name: string, sql: string): void {
  mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, name, 'migration.sql'), sql)
}

async function tables(): Promise<string[]> {
  const rows = await query(
    url,
    `SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations' ORDER BY 1`,
  )
  return rows.map((row) => String(Object.values(row)[0]))
}

async function query(databaseUrl: string, text: string): Promise<object[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query(text)
    return rows
  } finally {
    await client.end()
  }
}
