import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startCluster, stopCluster } from './embedded-cluster.ts'
import { checkFolder, type EmbeddedHome, locateEmbeddedHome, prepareEmbeddedHome } from './embedded-home.ts'

/** A PostgreSQL server started by this program, shared by all processes that opened the same data folder. */
export interface EmbeddedPostgres {
  url: string
  /** The folder of its data. */
  folder: string
  /** Ends the use by this process; the last process to end its use stops the server. */
  release(): Promise<void>
}

/** Key of an advisory lock that each process using the server holds shared; one that gets it exclusively is the last. */
const USERS_LOCK = 4_017_102
const ATTEMPTS = 40

/**
 * Connects to the PostgreSQL server of a data folder; creates and starts it when there is none. A server that still runs
 * after its process was killed is used again.
 * @throws {ConfigError} naming DATA_DIR when the folder cannot be used.
 */
export async function openEmbeddedPostgres(
  dataDirectory: string,
  report: (step: string) => void = () => {},
): Promise<EmbeddedPostgres> {
  const home = prepareEmbeddedHome(dataDirectory)
  const cluster = clusterOf(home)
  let failure: unknown
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      const joined = await joinServer(home, cluster)
      if (joined) return joined
      await startCluster(home, cluster, report)
    } catch (error) {
      // Another process may be starting it too, or processes of a killed server may not have ended yet.
      failure = error
      await pause(150)
    }
  }
  throw failure instanceof Error ? failure : new Error('the embedded PostgreSQL did not start')
}

/**
 * The address of the PostgreSQL server of a data folder as its files say, and whether there is a database; starts and creates
 * nothing. The server may have ended without removing its files.
 * @throws {ConfigError} naming DATA_DIR when the folder cannot be used
 */
export function findEmbeddedPostgres(dataDirectory: string): {
  folder: string
  exists: boolean
  url: string | null
} {
  const home = locateEmbeddedHome(dataDirectory)
  checkFolder(home.folder)
  const cluster = clusterOf(home)
  return { folder: home.folder, exists: existsSync(join(cluster, 'PG_VERSION')), url: urlOf(home, cluster) }
}

function clusterOf({ folder }: EmbeddedHome): string {
  return join(folder, 'postgres')
}

function urlOf({ folder }: EmbeddedHome, cluster: string): string | null {
  const port = portOf(cluster)
  const passwordFile = join(folder, 'database-password')
  if (port === null || !existsSync(passwordFile)) return null
  return `postgres://answergraph:${readFileSync(passwordFile, 'utf8')}@127.0.0.1:${port}/postgres`
}

async function joinServer(home: EmbeddedHome, cluster: string): Promise<EmbeddedPostgres | null> {
  const url = urlOf(home, cluster)
  if (url === null) return null
  const user = new pg.Client({ connectionString: url, application_name: 'answergraph user' })
  user.on('error', () => {})
  try {
    await user.connect()
    const { rows } = await user.query('SHOW data_directory')
    // After a crash the file may name a port that another server uses now.
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
    // The server has already stopped.
    return false
  }
}

/** The port that a running server has written to its postmaster.pid; null when there is no such file. */
function portOf(cluster: string): number | null {
  try {
    const port = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[3])
    return Number.isInteger(port) && port > 0 ? port : null
  } catch {
    return null
  }
}
