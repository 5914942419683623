import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import pg from 'pg'
import { ConfigError } from '../config/error.ts'
import type { Config } from '../config/read.ts'
import { backUpEmbedded, restoreEmbedded } from '../infra/embedded-backup.ts'
import { openEmbeddedPostgres } from '../infra/embedded-postgres.ts'

/**
 * Writes the embedded database to a file. Starts it if no server runs.
 * @throws {ConfigError} with DATABASE_URL, and if the file cannot be written
 */
export async function backUp(config: Config, file: string): Promise<{ file: string; bytes: number }> {
  const server = await openEmbeddedPostgres(embeddedFolder(config))
  try {
    await backUpEmbedded(server, file)
  } finally {
    await server.release()
  }
  return { file: resolve(file), bytes: statSync(file).size }
}

/**
 * Restores a backup into the data folder, and starts the database once, which completes the restore.
 * @throws {ConfigError} with DATABASE_URL, if the folder contains a database, and if the file is not a backup
 */
export async function restore(
  config: Config,
  file: string,
): Promise<{ folder: string; organizations: number }> {
  const dataDirectory = embeddedFolder(config)
  const folder = await restoreEmbedded(dataDirectory, file)
  const server = await openEmbeddedPostgres(dataDirectory)
  try {
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    const { rows } = await client.query<{ organizations: number }>(
      'SELECT count(*)::int AS organizations FROM organization',
    )
    await client.end()
    return { folder, organizations: rows[0]?.organizations ?? 0 }
  } finally {
    await server.release()
  }
}

function embeddedFolder({ database }: Config): string {
  if (database.mode === 'embedded') return database.dataDirectory
  throw new ConfigError(
    'DATABASE_URL is set, and this command is for the embedded database. Use pg_dump and pg_restore: docs/operations.md, "Backups".',
  )
}
