import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ConfigError } from '../config.ts'

/** Where an embedded database keeps everything, and as whom it runs. */
export interface EmbeddedHome {
  folder: string
  /** Who PostgreSQL runs as; null: as ourselves. */
  runAs: { uid: number; gid: number } | null
}

/** Where root's data goes when only root may enter the data folder. */
const SYSTEM_FOLDER = '/var/lib/answergraph'

/**
 * Makes the folder for an embedded database. PostgreSQL refuses to run as root, so for root it runs as an ordinary
 * user, who has to be able to enter the folder: where the given one does not allow that, a folder of the system's is used.
 * @throws {ConfigError} naming DATA_DIR when it cannot be made or written.
 */
export function prepareEmbeddedHome(dataDirectory: string): EmbeddedHome {
  if (process.getuid?.() !== 0) return { folder: makeFolder(dataDirectory), runAs: null }
  const runAs = unprivilegedUser()
  if (canBeEnteredByAll(dirname(dataDirectory))) {
    const folder = makeFolder(dataDirectory)
    if (canBeEnteredByAll(folder)) return { folder, runAs }
  }
  const name = createHash('sha256').update(dataDirectory).digest('hex').slice(0, 16)
  return { folder: makeFolder(join(SYSTEM_FOLDER, name)), runAs }
}

/** True when every user may pass through the folder and all above it. A folder that does not exist yet is no hindrance. */
export function canBeEnteredByAll(folder: string): boolean {
  const mode = statSync(folder, { throwIfNoEntry: false })?.mode ?? 0o001
  if ((mode & 0o001) === 0) return false
  const parent = dirname(folder)
  return parent === folder || canBeEnteredByAll(parent)
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

/** Not mkdir's own `recursive`: below /proc that never returns. */
function makeWithParents(folder: string): void {
  if (existsSync(folder)) return
  makeWithParents(dirname(folder))
  mkdirSync(folder, { mode: 0o755 })
}

/** `postgres` where it exists, else `nobody`, which does everywhere: initdb wants a user with a name. */
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
