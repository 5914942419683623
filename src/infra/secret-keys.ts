import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The key that encrypts new secrets, and the key that it replaces. */
export interface SecretKeys {
  current: string
  /** Null unless a rotation is in progress. */
  previous: string | null
}

/** The secret keys of an installation. */
export interface SecretKeyStore {
  /** Returns the keys. Another process may have replaced them since the last call. */
  read(): SecretKeys
  /**
   * Prepares a rotation, so that `current` is a new key and `previous` is the old one. Continues an interrupted rotation.
   * Returns false if the operator has to set the new key first.
   */
  begin(): boolean
  /** Forgets the previous key. Call it when no stored secret needs it. */
  finish(): void
}

/** Returns the keys of SECRET_KEY and SECRET_KEY_PREVIOUS, which only the operator can change. */
export function configuredKeys(keys: SecretKeys): SecretKeyStore {
  return { read: () => keys, begin: () => keys.previous !== null, finish: () => {} }
}

/**
 * Returns the keys of an installation without SECRET_KEY. They are files in its data folder that only the owner can
 * read. The first call generates the key. Processes that start concurrently get the same key.
 */
export function storedKeys(folder: string): SecretKeyStore {
  const file = join(folder, 'secret.key')
  const previousFile = join(folder, 'secret.key.previous')
  const readPrevious = () => (existsSync(previousFile) ? readFileSync(previousFile, 'utf8') : null)
  const read = () => ({ current: readOrCreate(file), previous: readPrevious() })
  return {
    read,
    begin() {
      const { current, previous } = read()
      if (previous !== null && previous !== current) return true
      if (previous === null) linkSync(file, previousFile)
      renameSync(writeDraft(file), file)
      return true
    },
    finish: () => rmSync(previousFile, { force: true }),
  }
}

function readOrCreate(file: string): string {
  if (existsSync(file)) return readFileSync(file, 'utf8')
  const draft = writeDraft(file)
  try {
    // Creating a link is atomic and fails if the file exists.
    linkSync(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(file, 'utf8')
}

/** Writes a new key to a temporary file in the folder of `file`, and returns its path. */
function writeDraft(file: string): string {
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  writeFileSync(draft, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx', flush: true })
  chmodSync(draft, 0o600)
  return draft
}
