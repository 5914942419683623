import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { ConfigError } from '../config/error.ts'
import { startCluster, stopCluster } from './embedded-cluster.ts'
import { guardCluster } from './embedded-guard.ts'
import { checkFolder, type EmbeddedHome, locateEmbeddedHome, prepareEmbeddedHome } from './embedded-home.ts'

/** A PostgreSQL server started by this program and shared by all processes that use the same data folder. */
export interface EmbeddedPostgres {
  url: string
  /** Data folder. */
  folder: string
  /**
   * Restarts the server on the same port whenever it stops before `release`, at most five times in ten minutes. Keeps trying
   * for up to ten minutes, because the server cannot start while its disk is full. Never resolves.
   * @param onEnd called each time the server has stopped
   * @throws {Error} after too many restarts or too much time
   */
  keepRunning(onEnd: () => void): Promise<never>
  /** Stops using the server. The last process to do so stops it. */
  release(): Promise<void>
}

/** Key of an advisory lock. Every process that uses the server shares it; the last one can take it exclusively. */
const USERS_LOCK = 4_017_102

/** Number of attempts to join or start the server, with a pause of 150 ms after each failure. */
const ATTEMPTS = 40

/** Limits of {@link EmbeddedPostgres.keepRunning}, with times in milliseconds. */
const MAX_RESTARTS = 5
const RESTART_PERIOD = 600_000
const RESTART_INTERVAL = 500

/** Use of a server through a connection that holds {@link USERS_LOCK}. */
interface ServerUse {
  url: string
  /** Resolves when the connection has ended, with or without the server. */
  ended: Promise<void>
  release(): Promise<void>
}

/**
 * Connects to the PostgreSQL server of a data folder. Creates and starts it if necessary. The server stops with the last
 * process that uses it, even if that process is killed.
 * @throws {ConfigError} naming DATA_DIR, with the reason why the folder cannot be used or the server cannot start
 */
export async function openEmbeddedPostgres(
  dataDirectory: string,
  report: (step: string) => void = () => {},
): Promise<EmbeddedPostgres> {
  const home = prepareEmbeddedHome(dataDirectory)
  const cluster = clusterPath(home)
  const endGuard = guardCluster(home.folder)
  let use = await openServer(home, cluster, report).catch((error) => {
    endGuard()
    throw error
  })
  const { url } = use
  let released = false
  let restart: Promise<void> | undefined
  const restarts: number[] = []

  /** Joins or restarts the server. Retries until that succeeds or the server is released. */
  async function reopen(): Promise<void> {
    const deadline = Date.now() + RESTART_PERIOD
    while (!released) {
      try {
        const joined = await joinServer(home, cluster)
        if (joined) {
          use = joined
          return
        }
        // Restarts are counted even if they fail to join, because a server may stop again right away.
        const recent = restarts.filter((time) => time > Date.now() - RESTART_PERIOD)
        if (recent.length >= MAX_RESTARTS) throw new TooManyRestartsError(home.folder)
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
        restart = reopen()
        await restart
        if (use.url !== url)
          throw new Error(
            `Another process has restarted PostgreSQL in ${home.folder} on another port. Restart Answergraph.`,
          )
      }
    },
    async release() {
      released = true
      await restart?.catch(() => {})
      await use.release()
      endGuard()
    },
  }
}

class TooManyRestartsError extends Error {
  constructor(folder: string) {
    super(
      `PostgreSQL in ${folder} has stopped more than ${MAX_RESTARTS} times in ten minutes; see postgres.log in that folder.`,
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
      if (error instanceof ConfigError) throw error
      // Another process may be starting the server, or processes of a killed server may still be running.
      failure = error
      await pause(150)
    }
  }
  const reason = failure instanceof Error ? failure.message : 'another server uses its port'
  throw new ConfigError(
    `DATA_DIR ${home.folder}: the embedded PostgreSQL does not start: ${reason.replace(/[.\s]+$/, '')}.`,
  )
}

/**
 * Returns whether a data folder contains a database, and the address of its server according to its files. The server may have
 * stopped without removing these files. Starts and creates no server.
 * @throws {ConfigError} naming DATA_DIR, if the folder cannot be used
 */
export function findEmbeddedPostgres(dataDirectory: string): {
  folder: string
  exists: boolean
  url: string | null
} {
  const home = locateEmbeddedHome(dataDirectory)
  checkFolder(home.folder)
  const cluster = clusterPath(home)
  return { folder: home.folder, exists: existsSync(join(cluster, 'PG_VERSION')), url: findUrl(home, cluster) }
}

function clusterPath({ folder }: EmbeddedHome): string {
  return join(folder, 'postgres')
}

function findUrl({ folder }: EmbeddedHome, cluster: string): string | null {
  const port = findPort(cluster)
  const passwordFile = join(folder, 'database-password')
  if (port === null || !existsSync(passwordFile)) return null
  return `postgres://answergraph:${readFileSync(passwordFile, 'utf8')}@127.0.0.1:${port}/postgres`
}

async function joinServer(home: EmbeddedHome, cluster: string): Promise<ServerUse | null> {
  const url = findUrl(home, cluster)
  if (url === null) return null
  const user = new pg.Client({ connectionString: url, application_name: 'answergraph user' })
  user.on('error', () => {})
  const ended = new Promise<void>((resolve) => user.once('end', () => resolve()))
  try {
    await user.connect()
    const { rows } = await user.query('SHOW data_directory')
    // After a crash, the file may contain a port that another server uses now.
    if (rows[0].data_directory !== cluster) throw new Error('another server uses its port')
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

/** Returns the port in the file postmaster.pid of a running server; null without this file. */
function findPort(cluster: string): number | null {
  try {
    const port = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[3])
    return Number.isInteger(port) && port > 0 ? port : null
  } catch {
    return null
  }
}
