import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ConfigError } from '../config/error.ts'
import { getErrorMessage } from './error-message.ts'

/** Folder and system user of an embedded database. */
export interface EmbeddedHome {
  folder: string
  /** User that PostgreSQL runs as; null for the user of this process. */
  runAs: { uid: number; gid: number } | null
}

/** Used if this process runs as root and other users cannot access the data folder. */
const SYSTEM_FOLDER = '/var/lib/answergraph'

/**
 * Returns the location of an embedded database, which may not exist yet. PostgreSQL refuses to run as root. If this process
 * runs as root, PostgreSQL runs as an unprivileged user, who needs access to the folder. Without access to the configured
 * folder, a folder in /var/lib/answergraph is used.
 * @throws {ConfigError} if there is no user to run PostgreSQL as
 */
export function locateEmbeddedHome(dataDirectory: string): EmbeddedHome {
  if (process.getuid?.() !== 0) return { folder: dataDirectory, runAs: null }
  const runAs = findUnprivilegedUser()
  if (isAccessibleToAll(dataDirectory)) return { folder: dataDirectory, runAs }
  const name = createHash('sha256').update(dataDirectory).digest('hex').slice(0, 16)
  return { folder: join(SYSTEM_FOLDER, name), runAs }
}

/**
 * Creates the folder of an embedded database if it does not exist.
 * @throws {ConfigError} naming DATA_DIR, if the folder cannot be created or written
 */
export function prepareEmbeddedHome(dataDirectory: string): EmbeddedHome {
  makeFolder(locateEmbeddedHome(dataDirectory).folder)
  // The umask may have made the new folder inaccessible to the user that PostgreSQL runs as, which changes the location.
  const home = locateEmbeddedHome(dataDirectory)
  makeFolder(home.folder)
  return home
}

/** Whether all users have the execute permission on a folder and its parents. A missing folder counts as accessible. */
export function isAccessibleToAll(folder: string): boolean {
  const mode = statSync(folder, { throwIfNoEntry: false })?.mode ?? 0o001
  if ((mode & 0o001) === 0) return false
  const parent = dirname(folder)
  return parent === folder || isAccessibleToAll(parent)
}

/**
 * Checks whether a folder, or its nearest existing parent, can be used. Does not create the folder.
 * @throws {ConfigError} naming DATA_DIR
 */
export function checkFolder(folder: string): void {
  explainFailure(folder, () => checkAccess(nearestExisting(folder)))
}

function makeFolder(folder: string): void {
  explainFailure(folder, () => {
    makeWithParents(folder)
    checkAccess(folder)
  })
}

function checkAccess(folder: string): void {
  accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
}

function nearestExisting(folder: string): string {
  const parent = dirname(folder)
  return existsSync(folder) || parent === folder ? folder : nearestExisting(parent)
}

function explainFailure(folder: string, work: () => void): void {
  try {
    work()
  } catch (error) {
    throw new ConfigError(
      `DATA_DIR ${folder} cannot be used (${getErrorMessage(error)}). Choose a folder that this user can write to, or set DATABASE_URL.`,
    )
  }
}

/** Replaces the option `recursive` of mkdir, which never returns for paths below /proc. */
function makeWithParents(folder: string): void {
  if (existsSync(folder)) return
  makeWithParents(dirname(folder))
  mkdirSync(folder, { mode: 0o755 })
}

/** Returns an existing user to run PostgreSQL as. initdb requires a user with a name. */
function findUnprivilegedUser(): { uid: number; gid: number } {
  const users = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new ConfigError(
    'PostgreSQL cannot run as root, and the users "postgres" and "nobody" do not exist. Start Answergraph as another user, or set DATABASE_URL.',
  )
}
