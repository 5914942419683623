import { execFile } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'

const execute = promisify(execFile)

const INSTALLATIONS = '/usr/lib/postgresql'

/** Folder with the programs of the newest PostgreSQL of Debian (packages `postgresql` and `postgresql-client`); null without. */
const PROGRAMS = existsSync(INSTALLATIONS)
  ? (readdirSync(INSTALLATIONS)
      .sort((a, b) => Number(b) - Number(a))
      .map((version) => join(INSTALLATIONS, version, 'bin'))
      .find((folder) => existsSync(join(folder, 'pg_dump')) && existsSync(join(folder, 'initdb'))) ?? null)
  : null

export const HAS_SYSTEM_POSTGRES = PROGRAMS !== null

/** A PostgreSQL server of the system on loopback, which a test can stop. It has `pg_dump`, unlike the embedded one. */
export interface OwnPostgres {
  /** A folder that its programs can write to. */
  folder: string
  port: number
  /** Returns the URL of a database. */
  urlOf(database: string): string
  /** Runs a program of PostgreSQL, such as `pg_dump`. */
  run(program: string, parameters: string[]): Promise<void>
  /** Starts the server, and waits until it accepts connections. */
  start(): Promise<void>
  /** Stops the server without a checkpoint, as a crash does. Has no effect if it does not run. */
  stop(): Promise<void>
  /** Starts a copy of this server that follows it by streaming replication. */
  openStandby(): Promise<OwnPostgres>
  /** Makes a standby the primary, and waits until it accepts writes. */
  promote(): Promise<void>
  /** Stops the server and deletes its folder. */
  close(): Promise<void>
}

/** Options of {@link startOwnPostgres}. */
export interface OwnPostgresOptions {
  /** Settings of the server, such as `max_connections`. `fsync` is off unless it is given. */
  settings?: Record<string, string>
  /** An empty folder for the write-ahead log; by default it is in the data folder. */
  walFolder?: string
  /** Environment variables of the server, besides those of this process. */
  environment?: Record<string, string>
}

/** Starts a new server with the given databases. */
export async function startOwnPostgres(
  databases: readonly string[],
  { settings = {}, walFolder, environment = {} }: OwnPostgresOptions = {},
): Promise<OwnPostgres> {
  const server = await createServer(settings, environment)
  const wal = walFolder === undefined ? [] : ['--waldir', walFolder]
  const options = ['--username=answergraph', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8']
  await server.run('initdb', ['-D', join(server.folder, 'data'), ...options, ...wal])
  await server.start()
  for (const database of databases)
    await server.run('createdb', ['--maintenance-db', server.urlOf('postgres'), database])
  return server
}

/** Runs a program as the user of PostgreSQL, which refuses to run as root. */
export async function runAsPostgres(
  path: string,
  parameters: string[],
  folder: string,
  environment: Record<string, string> = {},
): Promise<string> {
  const isRoot = process.getuid?.() === 0
  const [program, all] = isRoot
    ? ['runuser', ['-u', 'postgres', '--', path, ...parameters]]
    : [path, parameters]
  return (await execute(program, all, { cwd: folder, env: { ...process.env, ...environment } })).stdout
}

/** Gives a folder to the user of PostgreSQL. */
export function giveToPostgres(folder: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync('/var/lib/postgresql')
  chownSync(folder, uid, gid)
}

async function createServer(
  settings: Record<string, string>,
  environment: Record<string, string>,
): Promise<OwnPostgres> {
  if (!PROGRAMS) throw new Error('PostgreSQL is not installed')
  const folder = mkdtempSync(join(tmpdir(), 'answergraph-postgres-'))
  giveToPostgres(folder)
  const data = join(folder, 'data')
  const port = await freePort()
  const run = async (program: string, parameters: string[]) => {
    await runAsPostgres(join(PROGRAMS, program), parameters, folder)
  }
  const all = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    fsync: 'off',
    ...settings,
  }
  const parameters = Object.entries(all)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
  const server: OwnPostgres = {
    folder,
    port,
    urlOf: (database) => `postgres://answergraph@127.0.0.1:${port}/${database}`,
    run,
    async start() {
      const all = ['start', '-w', '-D', data, '-l', join(folder, 'log'), '-o', parameters]
      await runAsPostgres(join(PROGRAMS, 'pg_ctl'), all, folder, environment)
    },
    async stop() {
      const runs = await run('pg_ctl', ['status', '-D', data]).then(
        () => true,
        () => false,
      )
      if (runs) await run('pg_ctl', ['stop', '-m', 'immediate', '-D', data])
    },
    async openStandby() {
      const standby = await createServer(settings, environment)
      const source = `host=127.0.0.1 port=${port} user=answergraph application_name=standby`
      await standby.run('pg_basebackup', [
        '-D',
        join(standby.folder, 'data'),
        '-d',
        source,
        '--write-recovery-conf',
        '--checkpoint=fast',
      ])
      await standby.start()
      return standby
    },
    promote: () => run('pg_ctl', ['promote', '-w', '-D', data]),
    async close() {
      await server.stop().catch(() => {})
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return server
}
