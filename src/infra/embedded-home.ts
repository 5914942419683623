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
 * Creates the folder for an embedded database. PostgreSQL refuses to run as root; when this process is root, PostgreSQL runs
 * as an unprivileged user, who must be able to access the folder. Where the given folder does not allow that, one below
 * /var/lib/answergraph is used.
 * @throws {ConfigError} naming DATA_DIR when it cannot be made or written.
 */
export function prepareEmbeddedHome(dataDirectory: string): EmbeddedHome {
  if (process.getuid?.() !== 0) return { folder: makeFolder(dataDirectory), runAs: null }
  const runAs = unprivilegedUser()
  if (isAccessibleToAll(dirname(dataDirectory))) {
    const folder = makeFolder(dataDirectory)
    if (isAccessibleToAll(folder)) return { folder, runAs }
  }
  const name = createHash('sha256').update(dataDirectory).digest('hex').slice(0, 16)
  return { folder: makeFolder(join(SYSTEM_FOLDER, name)), runAs }
}

/** Whether every user has the execute permission on the folder and all its parents. A folder that does not exist yet counts as accessible. */
export function isAccessibleToAll(folder: string): boolean {
  const mode = statSync(folder, { throwIfNoEntry: false })?.mode ?? 0o001
  if ((mode & 0o001) === 0) return false
  const parent = dirname(folder)
  return parent === folder || isAccessibleToAll(parent)
}

function makeFolder(folder: string): string {
  try {
    makeWithParents(folder)
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return folder
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
