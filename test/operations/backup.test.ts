import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommand, runJson } from '../faults/server-process.ts'
import { HAS_SYSTEM_POSTGRES, type OwnPostgres, startOwnPostgres } from '../own-postgres.ts'
import { type BusyInstallation, createBusyInstallation } from './busy-installation.ts'

describe('a backup of the embedded database', () => {
  let installation: BusyInstallation
  beforeAll(async () => {
    installation = await createBusyInstallation()
  })
  afterAll(() => installation?.close(), 60_000)

  it('is made while the server works; restored, the work continues, and credits and keys are right', async () => {
    const { folder, environment } = installation
    const [original, restored] = [join(folder, 'original'), join(folder, 'restored')]
    const file = join(folder, 'backup.tar.gz')
    const server = await installation.start({ DATA_DIR: original })
    const written = await runJson<{ bytes: number }>(['backup', file], { ...environment, DATA_DIR: original })
    expect(written.bytes).toBeGreaterThan(1_000_000)
    await installation.continueAfterBackup()
    await server.kill()
    expect(await runJson(['restore', file], { ...environment, DATA_DIR: restored })).toMatchObject({
      organizations: 1,
    })
    await installation.expectRestored({ DATA_DIR: restored })

    const fails = async (command: string[], settings: Record<string, string>, message: string) => {
      const { code, errors } = await runCommand(command, { ...environment, ...settings })
      expect(errors).toContain(message)
      expect(code).toBe(1)
    }
    await fails(['backup', file], { DATA_DIR: restored }, 'exists; choose another name')
    await fails(['restore', file], { DATA_DIR: restored }, 'contains a database')
    const empty = join(folder, 'empty')
    mkdirSync(empty, { mode: 0o755 })
    await fails(
      ['restore', environment.PROVIDERS_FILE ?? ''],
      { DATA_DIR: empty },
      'cannot be read as a backup',
    )
    const url = {
      DATABASE_URL: 'postgres://localhost/x',
      SECRET_KEY: 'a secret of at least thirty-two bytes',
    }
    await fails(['backup', join(folder, 'other')], url, 'DATABASE_URL is set')
  }, 180_000)
})

describe.skipIf(!HAS_SYSTEM_POSTGRES && process.env.CI !== 'true')('a dump by pg_dump', () => {
  let installation: BusyInstallation
  let postgres: OwnPostgres
  beforeAll(async () => {
    installation = await createBusyInstallation()
    postgres = await startOwnPostgres(['original', 'restored'])
  }, 60_000)
  afterAll(async () => {
    await installation?.close()
    await postgres?.close()
  }, 60_000)

  it('is made while the server works; restored, the work continues, and credits and keys are right', async () => {
    const settings = {
      DATA_DIR: join(installation.folder, 'data'),
      SECRET_KEY: 'a secret of at least thirty-two bytes',
    }
    const original = { ...settings, DATABASE_URL: postgres.urlOf('original') }
    const server = await installation.start(original)
    const dump = join(postgres.folder, 'dump')
    await postgres.run('pg_dump', [
      '--format=custom',
      '--exclude-schema=bullmq',
      `--file=${dump}`,
      postgres.urlOf('original'),
    ])
    await installation.continueAfterBackup()
    await server.kill()
    await postgres.run('pg_restore', [
      '--no-owner',
      '--exit-on-error',
      `--dbname=${postgres.urlOf('restored')}`,
      dump,
    ])
    await installation.expectRestored({ ...settings, DATABASE_URL: postgres.urlOf('restored') })
  }, 180_000)
})
