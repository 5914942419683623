import pg from 'pg'
import { type Config, ConfigError } from '../config.ts'
import { openEmbeddedPostgres } from '../infra/embedded-postgres.ts'

/** The PostgreSQL server that a process uses. */
export interface DatabaseServer {
  url: string
  /** The folder of an embedded server; null with DATABASE_URL. */
  dataFolder: string | null
  /**
   * Starts an embedded server again whenever it has ended, and calls `onEnd` each time. Never resolves.
   * @throws {Error} once it gives up
   */
  keepRunning(onEnd: () => void): Promise<never>
  /** Ends the use by this process; the last process to end its use stops an embedded server. */
  release(): Promise<void>
}

/**
 * Starts or joins the embedded server, or checks that the one of DATABASE_URL can be reached.
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
    // When all addresses of a host refuse, the error is an AggregateError without a message.
    const reason = error instanceof Error ? error.message || error.constructor.name : String(error)
    throw new ConfigError(`DATABASE_URL cannot be reached: ${reason}`)
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
