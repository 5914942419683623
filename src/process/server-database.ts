import { type Config, ConfigError } from '../config.ts'
import { isDatabaseUnavailable } from '../infra/database-unavailable.ts'
import { type DatabaseWatch, watchDatabase } from '../infra/database-watch.ts'
import type { Application } from './application.ts'

/** Key of the advisory lock of a process that serves a database alone, as every process without Redis does. */
const SERVER_LOCK = 4_017_103

/**
 * Watches the database of a server and logs its loss and its return. Where limits and events are in one process, that is
 * without Redis, the watch also holds the lock that keeps other servers from the database; it takes the lock again after a loss.
 * @param onReturn called when the database can be used again
 * @throws {ConfigError} when another process serves the database; later `failed` rejects with it
 */
export function watchServerDatabase(
  config: Config,
  { databaseUrl, services, logger }: Application,
  onReturn: () => Promise<void>,
): Promise<DatabaseWatch> {
  const alone = !config.redisUrl || config.database.mode === 'embedded'
  return watchDatabase({
    url: databaseUrl,
    sockets: services.db.sockets,
    prepare: async (client) => {
      if (!alone) return
      const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS taken', [SERVER_LOCK])
      if (!rows[0].taken) throw servedByAnother(config)
    },
    onLost: (reason) =>
      logger.error(
        { error: reason },
        'the database was lost: requests are answered with SERVICE_UNAVAILABLE until it is back, and answers that arrive are kept',
      ),
    onReturn: (away) => {
      logger.info({ awaySeconds: Math.round(away / 100) / 10 }, 'the database is back')
      onReturn().catch((error) => {
        // Lost again: it is called at the next return.
        if (!isDatabaseUnavailable(error)) throw error
      })
    },
  })
}

function servedByAnother({ database }: Config): ConfigError {
  return new ConfigError(
    database.mode === 'embedded'
      ? `DATA_DIR ${database.dataDirectory} is served by another Answergraph already. Stop it, or choose another DATA_DIR.`
      : 'DATABASE_URL is served by another Answergraph already. Stop it, or set REDIS_URL to run several.',
  )
}
