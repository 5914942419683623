import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  assertSchemaCompatibility,
  LATEST_SCHEMA_VERSION,
  runMigrations,
  SchemaMigrationRequiredError,
} from 'bullmq'
import pg from 'pg'
import { ConfigError } from '../config/error.ts'
import { getErrorMessage } from './error-message.ts'
import { PACKAGE_ROOT } from './package-root.ts'

const MIGRATIONS = join(PACKAGE_ROOT, 'prisma', 'migrations')
/** Key of the advisory lock of `prisma migrate deploy`, so that it and starting processes wait for each other. */
const MIGRATION_LOCK = 72_707_369
/**
 * Milliseconds that a migration waits for a table that another session has locked. In the meantime, all new statements
 * on the table wait behind it.
 */
const LOCK_TIMEOUT = 30_000
/** Code of PostgreSQL for a statement that ended because of `lock_timeout`. */
const LOCK_NOT_AVAILABLE = '55P03'
/** Table that records migrations, exactly as `prisma migrate deploy` creates it. */
const CREATE_RECORDS = `CREATE TABLE _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum VARCHAR(64) NOT NULL,
  finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL,
  logs TEXT,
  rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`

interface Migration {
  name: string
  sql: string
  /** SHA-256 of the file in hexadecimal, as Prisma records it. */
  checksum: string
}

/**
 * Migrates a database to the newest schema. The tables of this program are migrated by the file `migration.sql` in each subfolder
 * of `folder`, in the order of their names; BullMQ migrates the tables of the job queue. Several processes may call this
 * concurrently: each migration is applied once. Prisma accepts a database that was migrated here, and vice versa.
 *
 * A migration and its record are one transaction, so a killed process leaves no partial migration. A file must therefore not
 * contain COMMIT or a statement that PostgreSQL rejects in a transaction (`CREATE INDEX CONCURRENTLY`): create such an index by
 * hand first, and use `IF NOT EXISTS` in the migration. Comments must not contain a semicolon, because Prisma splits the file
 * into statements there.
 * @returns the names of the migrations applied now.
 * @throws {ConfigError} with instructions, if a migration fails, failed earlier or was changed after it was applied, if another
 * session such as `pg_dump` has locked a table that it changes, or if the database belongs to another program
 */
export async function migrate(
  databaseUrl: string,
  { folder = MIGRATIONS, lockTimeout = LOCK_TIMEOUT } = {},
): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'answergraph migration' })
  // If the connection is lost, the running statement rejects. Without a listener, the event would also end the process.
  client.on('error', () => {})
  const [migrations] = await Promise.all([readMigrations(folder), client.connect()])
  try {
    // Most starts have nothing to migrate. They take no lock, because a server connection of PgBouncer in transaction mode
    // would keep it.
    if (await isCurrent(client, migrations).catch(() => false)) return []
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(`SET lock_timeout = ${lockTimeout}`)
    if (!(await hasRecords(client))) await client.query(CREATE_RECORDS)
    const missing = await findMissing(client, migrations)
    for (const migration of missing) await applyMigration(client, migration)
    await migrateQueue(client)
    return missing.map(({ name }) => name)
  } finally {
    await client.end().catch(() => {})
  }
}

async function isCurrent(client: pg.Client, migrations: readonly Migration[]): Promise<boolean> {
  if (!(await hasRecords(client))) return false
  const missing = await findMissing(client, migrations)
  return missing.length === 0 && (await assertSchemaCompatibility(client)) >= LATEST_SCHEMA_VERSION
}

/**
 * Migrates the tables of the job queue. Changes nothing if they are current: BullMQ's own migration always locks a table,
 * and would wait for a running backup.
 */
async function migrateQueue(client: pg.Client): Promise<void> {
  const version = await assertSchemaCompatibility(client).catch((error) => {
    if (error instanceof SchemaMigrationRequiredError) return 0
    throw error
  })
  if (version >= LATEST_SCHEMA_VERSION) return
  try {
    await runMigrations(client)
  } catch (error) {
    throw new ConfigError(`The tables of the job queue could not be migrated: ${reasonOf(error)}.`)
  }
}

function reasonOf(error: unknown): string {
  const isLocked = error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE
  return isLocked
    ? 'another session has locked a table, such as a running pg_dump or a long query. Start again when it has ended'
    : getErrorMessage(error)
}

/**
 * Returns the names of the migrations that a database lacks. Does not apply them.
 * @throws {ConfigError} like {@link migrate}, except for failing migrations
 */
export async function missingMigrations(client: pg.Client, folder = MIGRATIONS): Promise<string[]> {
  const migrations = await readMigrations(folder)
  const missing = (await hasRecords(client)) ? await findMissing(client, migrations) : migrations
  return missing.map(({ name }) => name)
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(join(folder, name, 'migration.sql'), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function findMissing(client: pg.Client, migrations: readonly Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<{ name: string; checksum: string; finished: boolean; logs: string }>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished, coalesce(logs, '') AS logs
     FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
  )
  const failed = rows.find(({ finished }) => !finished)
  if (failed) {
    throw new ConfigError(
      `Migration ${failed.name} was started by another program (prisma migrate deploy) and did not finish: ${failed.logs.trim() || 'no reason recorded'}. Undo its changes, then run: UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = '${failed.name}' AND finished_at IS NULL`,
    )
  }
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  const changed = migrations.find(({ name, checksum }) => (applied.get(name) ?? checksum) !== checksum)
  if (changed) {
    throw new ConfigError(
      `Migration ${changed.name} differs from the version applied to this database. Restore the file, and write a new migration for the change.`,
    )
  }
  return migrations.filter(({ name }) => !applied.has(name))
}

/**
 * Whether a database records migrations. A database that does not is empty.
 * @throws {ConfigError} if the database has tables but no record of migrations, so it belongs to another program
 */
async function hasRecords(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = current_schema()::regnamespace
     -- Ignores tables of extensions, which the database may contain from the start.
     AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')
     ORDER BY relname = '_prisma_migrations' DESC LIMIT 1`,
  )
  const [table] = rows
  if (table?.name === '_prisma_migrations') return true
  if (table) {
    throw new ConfigError(
      `The database contains tables of another program, such as ${table.name}. Set DATABASE_URL to an empty database.`,
    )
  }
  return false
}

/** Applies and records a migration. A failed migration is recorded as rolled back and retried at the next start. */
async function applyMigration(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  const id = randomUUID()
  try {
    await client.query('BEGIN')
    // clock_timestamp() is the current time, while now() is the start of the transaction. Prisma counts a file as one step.
    await client.query(
      'INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at) VALUES ($1, $2, $3, clock_timestamp())',
      [id, checksum, name],
    )
    await client.query(sql)
    await client.query(
      'UPDATE _prisma_migrations SET finished_at = clock_timestamp(), applied_steps_count = 1 WHERE id = $1',
      [id],
    )
    await client.query('COMMIT')
  } catch (error) {
    const reason = reasonOf(error)
    await recordFailure(client, { id, name, checksum, reason }).catch(() => {})
    throw new ConfigError(
      `Migration ${name} failed: ${reason}. It was rolled back completely, and is retried at the next start.`,
    )
  }
}

async function recordFailure(
  client: pg.Client,
  { id, name, checksum, reason }: { id: string; name: string; checksum: string; reason: string },
): Promise<void> {
  await client.query('ROLLBACK')
  await client.query(
    'INSERT INTO _prisma_migrations (id, checksum, migration_name, logs, rolled_back_at) VALUES ($1, $2, $3, $4, now())',
    [id, checksum, name, reason],
  )
}
