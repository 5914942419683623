import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startCluster, stopCluster } from './embedded-cluster.ts'
import { type EmbeddedHome, prepareEmbeddedHome } from './embedded-home.ts'

/** A PostgreSQL of our own, shared by everyone who opened the same data folder. */
export interface EmbeddedPostgres {
  url: string
  /** Where its data is. */
  folder: string
  /** Leaves it; the last one to leave stops it. */
  release(): Promise<void>
}

/** Held shared by each user of the server; the one who gets it alone is the last. */
const USERS_LOCK = 4_017_102
const ATTEMPTS = 40

/**
 * Joins the PostgreSQL that serves a data folder, making and starting it when there is none. One that outlived a
 * killed process is joined as it is.
 * @throws {ConfigError} naming DATA_DIR when the folder cannot be used.
 */
export async function openEmbeddedPostgres(
  dataDirectory: string,
  report: (step: string) => void = () => {},
): Promise<EmbeddedPostgres> {
  const home = prepareEmbeddedHome(dataDirectory)
  const cluster = join(home.folder, 'postgres')
  let failure: unknown
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      const joined = await joinServer(home, cluster)
      if (joined) return joined
      await startCluster(home, cluster, report)
    } catch (error) {
      // Another starter may be ahead of us, or a killed server's last processes still leaving.
      failure = error
      await pause(150)
    }
  }
  throw failure instanceof Error ? failure : new Error('the embedded PostgreSQL did not start')
}

async function joinServer(home: EmbeddedHome, cluster: string): Promise<EmbeddedPostgres | null> {
  const port = portOf(cluster)
  const passwordFile = join(home.folder, 'database-password')
  if (port === null || !existsSync(passwordFile)) return null
  const url = `postgres://answergraph:${readFileSync(passwordFile, 'utf8')}@127.0.0.1:${port}/postgres`
  const user = new pg.Client({ connectionString: url, application_name: 'answergraph user' })
  user.on('error', () => {})
  try {
    await user.connect()
    const { rows } = await user.query('SHOW data_directory')
    // A stale file may name a port that is somebody else's by now.
    if (rows[0].data_directory !== cluster) throw new Error('another server answers on its port')
    await user.query('SELECT pg_advisory_lock_shared($1)', [USERS_LOCK])
  } catch {
    await user.end().catch(() => {})
    return null
  }
  return {
    url,
    folder: home.folder,
    release: async () => {
      if (await isLastUser(user)) await stopCluster(home, cluster)
      await user.end().catch(() => {})
    },
  }
}

async function isLastUser(user: pg.Client): Promise<boolean> {
  try {
    await user.query('SELECT pg_advisory_unlock_shared($1)', [USERS_LOCK])
    const { rows } = await user.query('SELECT pg_try_advisory_lock($1) AS alone', [USERS_LOCK])
    return rows[0].alone
  } catch {
    // The server went away before us: there is nothing to stop.
    return false
  }
}

/** The port a running server wrote into its own file, or null when there is no such file. */
function portOf(cluster: string): number | null {
  try {
    const port = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[3])
    return Number.isInteger(port) && port > 0 ? port : null
  } catch {
    return null
  }
}
