import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { ConfigError } from '../config.ts'
import { startCluster, stopCluster } from './embedded-cluster.ts'
import { checkFolder, type EmbeddedHome, locateEmbeddedHome, prepareEmbeddedHome } from './embedded-home.ts'

/** A PostgreSQL server started by this program, shared by all processes that opened the same data folder. */
export interface EmbeddedPostgres {
  url: string
  /** The folder of its data. */
  folder: string
  /**
   * Starts the server again, on the same port, whenever it has ended although it was not released: at most five times in ten
   * minutes, and for at most ten minutes each time, for it does not start on a full disk. Never resolves.
   * @param onEnd called each time it has ended
   * @throws {Error} once it gives up
   */
  keepRunning(onEnd: () => void): Promise<never>
  /** Ends the use by this process; the last process to end its use stops the server. */
  release(): Promise<void>
}

/** Key of an advisory lock that each process using the server holds shared; one that gets it exclusively is the last. */
const USERS_LOCK = 4_017_102
const ATTEMPTS = 40

/** Limits of {@link EmbeddedPostgres.keepRunning}; times are in milliseconds. */
const MAXIMUM_RESTARTS = 5
const RESTART_PERIOD = 600_000
const RESTART_INTERVAL = 500

/** The server as this process uses it, by a connection that holds {@link USERS_LOCK}. */
interface ServerUse {
  url: string
  /** Resolves when the connection has ended: with the server, or alone. */
  ended: Promise<void>
  release(): Promise<void>
}

/**
 * Connects to the PostgreSQL server of a data folder; creates and starts it when there is none. A server that still runs
 * after its process was killed is used again.
 * @throws {ConfigError} naming DATA_DIR when the folder cannot be used, or saying why the server does not start.
 */
export async function openEmbeddedPostgres(
  dataDirectory: string,
  report: (step: string) => void = () => {},
): Promise<EmbeddedPostgres> {
  const home = prepareEmbeddedHome(dataDirectory)
  const cluster = clusterOf(home)
  let use = await openServer(home, cluster, report)
  const { url } = use
  let released = false
  let restart: Promise<void> | undefined
  const restarts: number[] = []

  /** Joins the server or starts it again, until it runs or was released. */
  async function openAgain(): Promise<void> {
    const deadline = Date.now() + RESTART_PERIOD
    while (!released) {
      try {
        const joined = await joinServer(home, cluster)
        if (joined) {
          use = joined
          return
        }
        // Counted here, because a server may end again before it is joined.
        const recent = restarts.filter((time) => time > Date.now() - RESTART_PERIOD)
        if (recent.length >= MAXIMUM_RESTARTS) throw new TooManyRestartsError(home.folder)
        await startCluster(home, cluster, () => {}, Number(new URL(url).port))
        restarts.push(Date.now())
      } catch (error) {
        if (error instanceof TooManyRestartsError || Date.now() > deadline) throw error
        await pause(RESTART_INTERVAL)
      }
    }
  }

  return {
    url,
    folder: home.folder,
    async keepRunning(onEnd) {
      for (;;) {
        await use.ended
        if (released) return new Promise<never>(() => {})
        onEnd()
        restart = openAgain()
        await restart
        if (use.url !== url)
          throw new Error(
            `PostgreSQL in ${home.folder} was started on another port by another process. Start again.`,
          )
      }
    },
    async release() {
      released = true
      await restart?.catch(() => {})
      await use.release()
    },
  }
}

class TooManyRestartsError extends Error {
  constructor(folder: string) {
    super(
      `PostgreSQL in ${folder} has ended more than ${MAXIMUM_RESTARTS} times in ten minutes; postgres.log there says why.`,
    )
  }
}

async function openServer(
  home: EmbeddedHome,
  cluster: string,
  report: (step: string) => void,
): Promise<ServerUse> {
  let failure: unknown
  const reported = new Set<string>()
  const reportOnce = (step: string) => {
    if (!reported.has(step)) report(step)
    reported.add(step)
  }
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      const joined = await joinServer(home, cluster)
      if (joined) return joined
      await startCluster(home, cluster, reportOnce)
    } catch (error) {
      // Another process may be starting it too, or processes of a killed server may not have ended yet.
      failure = error
      await pause(150)
    }
  }
  const reason = failure instanceof Error ? failure.message : 'another server answers on its port'
  throw new ConfigError(
    `DATA_DIR ${home.folder}: the embedded PostgreSQL does not start: ${reason.replace(/[.\s]+$/, '')}.`,
  )
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

async function joinServer(home: EmbeddedHome, cluster: string): Promise<ServerUse | null> {
  const url = urlOf(home, cluster)
  if (url === null) return null
  const user = new pg.Client({ connectionString: url, application_name: 'answergraph user' })
  user.on('error', () => {})
  const ended = new Promise<void>((resolve) => user.once('end', () => resolve()))
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
    ended,
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
