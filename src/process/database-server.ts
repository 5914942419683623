import pg from 'pg'
import { ConfigError } from '../config/error.ts'
import type { Config } from '../config/read.ts'
import { type EmbeddedPostgres, openEmbeddedPostgres } from '../infra/embedded-postgres.ts'
import { getErrorMessage } from '../infra/error-message.ts'

/** The PostgreSQL server that a process uses: the embedded server, or the server at DATABASE_URL, which only has an address. */
export interface DatabaseServer extends Pick<EmbeddedPostgres, 'url' | 'keepRunning' | 'release'> {
  /** Folder of the embedded server; null with DATABASE_URL. */
  dataFolder: string | null
}

/**
 * Starts or joins the embedded server, or checks that the server at DATABASE_URL is available.
 * @throws {ConfigError} naming DATABASE_URL or DATA_DIR
 */
export async function openDatabaseServer(
  { database }: Pick<Config, 'database'>,
  report: (step: string) => void = () => {},
): Promise<DatabaseServer> {
  if (database.mode === 'embedded') {
    const { folder, ...server } = await openEmbeddedPostgres(database.dataDirectory, report)
    return { ...server, dataFolder: folder }
  }
  report('Connecting to the database')
  const client = new pg.Client({ connectionString: database.url })
  try {
    await client.connect()
    await client.query('SELECT 1')
  } catch (error) {
    throw new ConfigError(`DATABASE_URL cannot be reached: ${getErrorMessage(error)}`)
  } finally {
    await client.end().catch(() => {})
  }
  return {
    url: database.url,
    dataFolder: null,
    keepRunning: () => new Promise<never>(() => {}),
    release: async () => {},
  }
}
