import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../eventually.ts'
import {
  giveToPostgres,
  HAS_SYSTEM_POSTGRES,
  type OwnPostgres,
  runAsPostgres,
  startOwnPostgres,
} from '../own-postgres.ts'
import { type BusyInstallation, createBusyInstallation } from './busy-installation.ts'

/** Whether pgBackRest is installed (Debian package `pgbackrest`). */
const HAS_PGBACKREST = !spawnSync('pgbackrest', ['version']).error

const DATABASE = 'answergraph'

describe.skipIf(!(HAS_SYSTEM_POSTGRES && HAS_PGBACKREST) && process.env.CI !== 'true')(
  'a restore to a point in time by pgBackRest',
  () => {
    let installation: BusyInstallation
    let postgres: OwnPostgres
    /** Runs pgBackRest with the stanza of the guide. */
    let backRest: (...parameters: string[]) => Promise<string>
    beforeAll(async () => {
      installation = await createBusyInstallation()
      postgres = await startOwnPostgres([DATABASE])
      const file = configure(postgres)
      backRest = (...parameters) =>
        runAsPostgres(
          'pgbackrest',
          [`--config=${file}`, '--stanza=answergraph', ...parameters],
          postgres.folder,
        )
      await stopCleanly(postgres)
      await postgres.start()
      await backRest('stanza-create')
    }, 60_000)
    afterAll(async () => {
      await installation?.close()
      await postgres?.close()
    }, 60_000)

    it('undoes everything after this moment; the work continues, and credits and keys are right', async () => {
      await backRest('backup')
      const settings = {
        DATA_DIR: join(installation.folder, 'data'),
        SECRET_KEY: 'a secret of at least thirty-two bytes',
        DATABASE_URL: postgres.urlOf(DATABASE),
      }
      const server = await installation.start(settings)
      const moment = await now(postgres)
      await installation.continueAfterBackup()
      await server.kill()
      await stopCleanly(postgres)
      await backRest('--delta', '--type=time', `--target=${moment}`, '--target-action=promote', 'restore')
      await postgres.start()
      await waitUntilPromoted(postgres)
      await installation.expectRestored(settings)
    }, 180_000)
  },
)

/** Writes the configuration of pgBackRest, and sets PostgreSQL to archive its log. Returns the path of the configuration. */
function configure({ folder, port }: OwnPostgres): string {
  const repository = join(folder, 'repository')
  mkdirSync(repository)
  giveToPostgres(repository)
  const file = join(folder, 'pgbackrest.conf')
  const lines = [
    '[global]',
    `repo1-path=${repository}`,
    `log-path=${repository}`,
    `lock-path=${repository}`,
    'start-fast=y',
    '[answergraph]',
    `pg1-path=${join(folder, 'data')}`,
    `pg1-port=${port}`,
    `pg1-socket-path=${folder}`,
    'pg1-user=answergraph',
    `pg1-database=${DATABASE}`,
  ]
  writeFileSync(file, `${lines.join('\n')}\n`)
  appendFileSync(
    join(folder, 'data', 'postgresql.conf'),
    `archive_mode = on\narchive_command = 'pgbackrest --config=${file} --stanza=answergraph archive-push %p'\n`,
  )
  return file
}

/** Stops PostgreSQL like an operator does, so that it archives the end of its log. */
function stopCleanly({ run, folder }: OwnPostgres): Promise<void> {
  return run('pg_ctl', ['stop', '-m', 'fast', '-w', '-D', join(folder, 'data')])
}

async function query<Row extends pg.QueryResultRow>(postgres: OwnPostgres, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: postgres.urlOf(DATABASE) })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

async function now(postgres: OwnPostgres): Promise<string> {
  const [row] = await query<{ now: string }>(postgres, 'SELECT clock_timestamp()::text AS now')
  return row?.now ?? ''
}

/** Waits until PostgreSQL has replayed its log up to the moment. Until then it only reads. */
function waitUntilPromoted(postgres: OwnPostgres): Promise<void> {
  return eventually(async () => {
    expect(await query(postgres, 'SELECT pg_is_in_recovery() AS replays')).toEqual([{ replays: false }])
  })
}
