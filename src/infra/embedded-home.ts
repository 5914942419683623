import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ConfigError } from '../config.ts'

/** The folder of an embedded database, and the user that PostgreSQL runs as. */
export interface EmbeddedHome {
  folder: string
  /** The user that PostgreSQL runs as; null for the user of this process. */
  runAs: { uid: number; gid: number } | null
}

/** Used when this process is root and other users cannot access the data folder. */
const SYSTEM_FOLDER = '/var/lib/answergraph'

/**
 * Where an embedded database is; the folder need not exist. PostgreSQL refuses to run as root; when this process is root,
 * PostgreSQL runs as an unprivileged user, who must be able to access the folder. Where the given folder does not allow that,
 * one below /var/lib/answergraph is used.
 * @throws {ConfigError} when there is no user to run PostgreSQL as
 */
export function locateEmbeddedHome(dataDirectory: string): EmbeddedHome {
  if (process.getuid?.() !== 0) return { folder: dataDirectory, runAs: null }
  const runAs = unprivilegedUser()
  if (isAccessibleToAll(dataDirectory)) return { folder: dataDirectory, runAs }
  const name = createHash('sha256').update(dataDirectory).digest('hex').slice(0, 16)
  return { folder: join(SYSTEM_FOLDER, name), runAs }
}

/**
 * Creates the folder of an embedded database where there is none.
 * @throws {ConfigError} naming DATA_DIR when it cannot be made or written.
 */
export function prepareEmbeddedHome(dataDirectory: string): EmbeddedHome {
  makeFolder(locateEmbeddedHome(dataDirectory).folder)
  // Located again: the umask may have made the new folder inaccessible to the user PostgreSQL runs as.
  const home = locateEmbeddedHome(dataDirectory)
  makeFolder(home.folder)
  return home
}

/** Whether every user has the execute permission on the folder and all its parents. A folder that does not exist yet counts as accessible. */
export function isAccessibleToAll(folder: string): boolean {
  const mode = statSync(folder, { throwIfNoEntry: false })?.mode ?? 0o001
  if ((mode & 0o001) === 0) return false
  const parent = dirname(folder)
  return parent === folder || isAccessibleToAll(parent)
}

/**
 * Checks that a folder can be used, or made where there is none; changes nothing.
 * @throws {ConfigError} naming DATA_DIR
 */
export function checkFolder(folder: string): void {
  usable(folder, () => accessible(nearestExisting(folder)))
}

function makeFolder(folder: string): void {
  usable(folder, () => {
    makeWithParents(folder)
    accessible(folder)
  })
}

function accessible(folder: string): void {
  accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
}

function nearestExisting(folder: string): string {
  const parent = dirname(folder)
  return existsSync(folder) || parent === folder ? folder : nearestExisting(parent)
}

function usable(folder: string, work: () => void): void {
  try {
    work()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigError(
      `DATA_DIR ${folder} cannot be used (${reason}). Give a folder this user may write, or set DATABASE_URL.`,
    )
  }
}

/** Used in place of the option `recursive` of mkdir, which does not return for paths below /proc. */
function makeWithParents(folder: string): void {
  if (existsSync(folder)) return
  makeWithParents(dirname(folder))
  mkdirSync(folder, { mode: 0o755 })
}

/** The user `postgres` where it exists, otherwise `nobody`: initdb requires a user with a name. */
function unprivilegedUser(): { uid: number; gid: number } {
  const users = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new ConfigError(
    'PostgreSQL does not run as root, and there is no user postgres or nobody to run it as. Start Answergraph as an ordinary user, or set DATABASE_URL.',
  )
}
