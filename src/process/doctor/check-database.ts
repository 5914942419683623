import pg from 'pg'
import type { Check } from '../../cli/foundation/operations.ts'
import type { Config } from '../../config/read.ts'
import { findEmbeddedPostgres } from '../../infra/embedded-postgres.ts'
import { missingMigrations } from '../../infra/migrate.ts'
import { failed, ok, warning } from './result.ts'

/** Time limit for each response of the database, in milliseconds. */
const TIMEOUT = 5_000

interface DatabaseCheck {
  check: Check
  /** URL of the database; null unless its schema is up to date. */
  migratedUrl: string | null
}

/** Checks the database and its schema. */
export async function checkDatabase({ database }: Config): Promise<DatabaseCheck> {
  if (database.mode === 'url') return inspect(database.url, 'from DATABASE_URL')
  try {
    const { folder, exists, url } = findEmbeddedPostgres(database.dataDirectory)
    const location = `embedded in ${folder}`
    if (!exists)
      return { check: ok('database', `${location}: created by the first start`), migratedUrl: null }
    const stopped = ok('database', `${location}: not running; \`answergraph start\` starts it`)
    if (url === null) return { check: stopped, migratedUrl: null }
    const running = await inspect(url, location)
    // A killed server leaves the files with its address.
    return running.check.status === 'failed' ? { check: stopped, migratedUrl: null } : running
  } catch (error) {
    const fix = 'set DATA_DIR to a folder that this user can read and write'
    return { check: failed('database', error, fix), migratedUrl: null }
  }
}

async function inspect(url: string, location: string): Promise<DatabaseCheck> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT,
    query_timeout: TIMEOUT,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query('SHOW server_version')
    const detail = `PostgreSQL ${rows[0].server_version}, ${location}`
    const missing = await missingMigrations(client)
    if (missing.length === 0)
      return { check: ok('database', `${detail}; schema up to date`), migratedUrl: url }
    const count = `${missing.length} migration${missing.length === 1 ? '' : 's'}`
    const fix = 'run `answergraph migrate`, or start the server'
    return { check: warning('database', `${detail}; ${count} not applied yet`, fix), migratedUrl: null }
  } catch (error) {
    const fix = 'start PostgreSQL, or correct DATABASE_URL'
    return { check: failed('database', error, fix), migratedUrl: null }
  } finally {
    await client.end().catch(() => {})
  }
}
