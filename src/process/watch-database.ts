import { ConfigError } from '../config/error.ts'
import type { Config } from '../config/read.ts'
import { isDatabaseUnavailable } from '../infra/database-unavailable.ts'
import { type DatabaseWatch, watchDatabase } from '../infra/database-watch.ts'
import type { Application } from './application.ts'

/** Key of the advisory lock of a process that does not share its database with other servers, such as one without Redis. */
const SERVER_LOCK = 4_017_103

/**
 * Watches the database of a server and logs each outage and its end. Without Redis, rate limits and events exist in one process
 * only. The watch then also holds a lock that keeps other servers away from the database, and takes it again after an outage.
 * @param onReturn called when the database is available again
 * @throws {ConfigError} if another server uses the database; after an outage, `failed` rejects with this error
 */
export function watchServerDatabase(
  config: Config,
  { databaseUrl, services, logger }: Application,
  onReturn: () => Promise<void>,
): Promise<DatabaseWatch> {
  const alone = !config.redis || config.database.mode === 'embedded'
  return watchDatabase({
    url: databaseUrl,
    sockets: services.db.sockets,
    prepare: async (client) => {
      if (!alone) return
      const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS taken', [SERVER_LOCK])
      if (!rows[0].taken) throw usedByAnother(config)
    },
    onLost: (reason) =>
      logger.error(
        { error: reason },
        'the database was lost: requests fail with SERVICE_UNAVAILABLE until it is back, and incoming answers are kept in memory',
      ),
    onReturn: (outage) => {
      logger.info({ awaySeconds: Math.round(outage / 100) / 10 }, 'the database is back')
      onReturn().catch((error) => {
        // If the database is unavailable again, this is repeated when it is back.
        if (!isDatabaseUnavailable(error)) throw error
      })
    },
  })
}

function usedByAnother({ database }: Config): ConfigError {
  return new ConfigError(
    database.mode === 'embedded'
      ? `DATA_DIR ${database.dataDirectory} is already used by another Answergraph process. Stop it, or choose another DATA_DIR.`
      : 'DATABASE_URL is already used by another Answergraph process. Stop it, or set REDIS_URL to run several.',
  )
}
