import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'

const INSTALLATIONS = '/usr/lib/postgresql'

/** Folder with the programs of the newest PostgreSQL of Debian (packages `postgresql` and `postgresql-client`); null without. */
const PROGRAMS = existsSync(INSTALLATIONS)
  ? (readdirSync(INSTALLATIONS)
      .sort((a, b) => Number(b) - Number(a))
      .map((version) => join(INSTALLATIONS, version, 'bin'))
      .find((folder) => existsSync(join(folder, 'pg_dump')) && existsSync(join(folder, 'initdb'))) ?? null)
  : null

export const HAS_SYSTEM_POSTGRES = PROGRAMS !== null

/** A PostgreSQL server of the system, which has `pg_dump`, unlike the embedded one. */
export interface SystemPostgres {
  /** A folder that its programs can write to. */
  folder: string
  /** Returns the URL of a database. */
  urlOf(database: string): string
  /** Runs a program of PostgreSQL, such as `pg_dump`. */
  run(program: string, parameters: string[]): void
  close(): void
}

/** Starts a new server on loopback with databases `original` and `restored`. */
export async function startSystemPostgres(): Promise<SystemPostgres> {
  if (!PROGRAMS) throw new Error('PostgreSQL is not installed')
  const folder = mkdtempSync(join(tmpdir(), 'answergraph-postgres-'))
  const port = await freePort()
  const asRoot = process.getuid?.() === 0
  if (asRoot) {
    const { uid, gid } = statSync('/var/lib/postgresql')
    chownSync(folder, uid, gid)
  }
  const run = (program: string, parameters: string[]) => {
    const command = [join(PROGRAMS, program), ...parameters]
    // PostgreSQL refuses to run as root.
    if (asRoot)
      execFileSync('runuser', ['-u', 'postgres', '--', ...command], { stdio: 'ignore', cwd: folder })
    else execFileSync(join(PROGRAMS, program), parameters, { stdio: 'ignore', cwd: folder })
  }
  const data = join(folder, 'data')
  const urlOf = (database: string) => `postgres://answergraph@127.0.0.1:${port}/${database}`
  run('initdb', ['-D', data, '--username=answergraph', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8'])
  const settings = `-c port=${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c fsync=off`
  run('pg_ctl', ['start', '-w', '-D', data, '-l', join(folder, 'log'), '-o', settings])
  for (const database of ['original', 'restored'])
    run('createdb', ['--maintenance-db', urlOf('postgres'), database])
  return {
    folder,
    urlOf,
    run,
    close() {
      run('pg_ctl', ['stop', '-m', 'immediate', '-D', data])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
