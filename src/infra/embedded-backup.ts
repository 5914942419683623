import {
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import pg from 'pg'
import { ConfigError } from '../config/error.ts'
import { type EmbeddedHome, prepareEmbeddedHome } from './embedded-home.ts'

/** Folder of the cluster in the data folder and in a backup. */
const CLUSTER = 'postgres'

/** Files of the data folder that belong to the installation: the password of the database and the keys that encrypt secrets. */
const KEPT_FILES = ['database-password', 'secret.key', 'secret.key.previous', 'demo-keys.json']

/**
 * Parts of a cluster that a backup must not contain (PostgreSQL, "Making a Base Backup Using the Low Level API"). The contents
 * of the folders are created again; the write-ahead log is added separately.
 */
const LEFT_OUT = new Set(['postmaster.pid', 'postmaster.opts'])
const EMPTIED = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
])

/** A running embedded database. */
interface Source {
  url: string
  /** Data folder. */
  folder: string
}

/**
 * Writes a consistent copy of an embedded database to a compressed archive, while the database is in use. The archive also
 * contains the keys that decrypt its secrets.
 * @throws {ConfigError} if the file exists or cannot be written
 */
export async function backUpEmbedded({ url, folder }: Source, file: string): Promise<void> {
  const target = resolve(file)
  if (existsSync(target)) throw new ConfigError(`${file} exists; choose another name`)
  const draft = makeDraft(target)
  try {
    mkdirSync(join(draft, CLUSTER), { mode: 0o700 })
    for (const name of KEPT_FILES) copyIfPresent(join(folder, name), join(draft, name))
    await copyCluster(url, join(folder, CLUSTER), join(draft, CLUSTER))
    const { create } = await import('tar')
    const archive = join(draft, 'archive')
    const contents = readdirSync(draft)
    await create({ gzip: true, file: archive, cwd: draft, portable: true, mode: 0o600 }, contents)
    renameSync(archive, target)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/**
 * Restores an archive of {@link backUpEmbedded} into a data folder without a database.
 * @returns the data folder
 * @throws {ConfigError} if the folder contains a database, or the file is not a backup
 */
export async function restoreEmbedded(dataDirectory: string, file: string): Promise<string> {
  const home = prepareEmbeddedHome(dataDirectory)
  const cluster = join(home.folder, CLUSTER)
  if (existsSync(cluster)) {
    throw new ConfigError(`DATA_DIR ${home.folder} contains a database; choose a folder without one`)
  }
  const draft = mkdtempSync(join(home.folder, 'restore-'))
  try {
    const { extract } = await import('tar')
    await extract({ file: resolve(file), cwd: draft, strict: true, preserveOwner: false }).catch((error) => {
      throw new ConfigError(`${file} cannot be read as a backup: ${error.message}`)
    })
    if (!existsSync(join(draft, CLUSTER, 'PG_VERSION'))) {
      throw new ConfigError(`${file} is not a backup of Answergraph: it contains no database`)
    }
    give(join(draft, CLUSTER), home)
    for (const name of KEPT_FILES) {
      if (existsSync(join(draft, name))) renameSync(join(draft, name), join(home.folder, name))
    }
    renameSync(join(draft, CLUSTER), cluster)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return home.folder
}

function makeDraft(target: string): string {
  try {
    return mkdtempSync(join(dirname(target), '.answergraph-backup-'))
  } catch (error) {
    throw new ConfigError(`${target} cannot be written; choose another folder`, { cause: error })
  }
}

/** Copies a cluster in use, with the write-ahead log that makes the copy consistent. */
async function copyCluster(url: string, from: string, to: string): Promise<void> {
  // The session must stay open until the backup has stopped.
  const client = new pg.Client({ connectionString: url, application_name: 'answergraph backup' })
  await client.connect()
  try {
    const started = await client.query<{ segment: string }>(
      `SELECT pg_walfile_name(pg_backup_start('answergraph backup', true)) AS segment`,
    )
    copyFolder(from, to)
    const stopped = await client.query<{ segment: string; label: string; spaces: string }>(
      `SELECT pg_walfile_name(lsn) AS segment, labelfile AS label, spcmapfile AS spaces FROM pg_backup_stop(false)`,
    )
    const [start] = started.rows
    const [stop] = stopped.rows
    if (!start || !stop) throw new Error('PostgreSQL returned no backup')
    writeFileSync(join(to, 'backup_label'), stop.label, { mode: 0o600 })
    if (stop.spaces) writeFileSync(join(to, 'tablespace_map'), stop.spaces, { mode: 0o600 })
    copyLog(join(from, 'pg_wal'), join(to, 'pg_wal'), { first: start.segment, last: stop.segment })
  } finally {
    await client.end()
  }
}

/** Copies the segments of the write-ahead log from `first` to `last`. */
function copyLog(from: string, to: string, { first, last }: { first: string; last: string }): void {
  const segments = readdirSync(from).filter(
    (name) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last,
  )
  if (!segments.includes(first)) {
    throw new ConfigError('The database changed too much during the backup; try again when it is less busy')
  }
  mkdirSync(join(to, 'archive_status'), { recursive: true, mode: 0o700 })
  for (const segment of segments) copyFileSync(join(from, segment), join(to, segment))
}

/** Copies a folder of a running cluster. Files that are deleted meanwhile are not needed. */
function copyFolder(from: string, to: string, isTop = true): void {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const { name } = entry
    if (LEFT_OUT.has(name) || /^pgsql_tmp/.test(name)) continue
    if (entry.isDirectory()) {
      mkdirSync(join(to, name), { mode: 0o700 })
      if (!isTop || !EMPTIED.has(name)) copyFolder(join(from, name), join(to, name), false)
    } else if (entry.isFile()) copyIfPresent(join(from, name), join(to, name))
  }
}

function copyIfPresent(from: string, to: string): void {
  try {
    copyFileSync(from, to)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
}

/** Gives a folder to the user that PostgreSQL runs as. */
function give(folder: string, { runAs }: EmbeddedHome): void {
  if (!runAs) return
  chownSync(folder, runAs.uid, runAs.gid)
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    chownSync(join(entry.parentPath, entry.name), runAs.uid, runAs.gid)
}
