import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import type { StartRequest } from '../cli/foundation/operations.ts'
import { ConfigError } from '../config/error.ts'
import type { Config } from '../config/read.ts'
import { type DatabaseServer, openDatabaseServer } from './database-server.ts'

/**
 * The heap may grow by this percentage between two major garbage collections. V8's default, up to 300, takes twice the memory
 * under load. Half as much, 30, saves 40 MB more but takes up to half as much CPU time again for large responses
 * (docs/benchmarks.md, "Memory over an hour").
 */
const HEAP_GROWTH = 60

/**
 * Serves until a stop signal arrives. Loading the server's libraries takes as long as starting PostgreSQL, so both happen
 * concurrently. Therefore, this file must not import these libraries.
 * @throws {ConfigError} with the variable, port or folder to change
 */
export async function start(config: Config, request: StartRequest): Promise<void> {
  const { role } = request
  if (role !== 'all' && !config.redis) {
    throw new ConfigError(`--role ${role} needs REDIS_URL: without Redis one process serves all roles.`)
  }
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`)
  const report = createReporter(config, request)
  const databaseServer = openDatabaseServer(config, report)
  const stopped = stopSignal(config, databaseServer)
  // Prevents an unhandled rejection. The application awaits the promise and receives the error.
  databaseServer.catch(() => {})
  const { serve } = await import('./serve.ts')
  await serve(config, request, { databaseServer, stopped, report })
}

/** A second signal within this time, in milliseconds, is the same request: npm, `timeout` and systemd send two. */
const SAME_REQUEST = 1_000

/** Milliseconds that a forced exit waits for the embedded PostgreSQL to stop. */
const FORCED_EXIT_LIMIT = 5_000

/**
 * Resolves with the name of the first stop signal. Another signal after a second forces the exit: it only stops the
 * embedded PostgreSQL.
 */
function stopSignal({ environment }: Config, databaseServer: Promise<DatabaseServer>): Promise<string> {
  return new Promise((resolve) => {
    let firstAt: number | null = null
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        firstAt ??= performance.now()
        if (performance.now() - firstAt >= SAME_REQUEST) void forceExit(databaseServer)
        else resolve(signal)
      })
    }
    // npm cannot forward a signal if it was killed itself.
    if (environment.npm_lifecycle_event) void parentExit().then(resolve)
  })
}

async function forceExit(databaseServer: Promise<DatabaseServer>): Promise<never> {
  const released = databaseServer.then((server) => server.release()).catch(() => {})
  await Promise.race([released, pause(FORCED_EXIT_LIMIT)])
  process.exit(1)
}

/** Resolves once the parent process has exited. */
function parentExit(): Promise<string> {
  const parent = process.ppid
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (process.ppid === parent) return
      clearInterval(timer)
      resolve('npm exited')
    }, 300)
    timer.unref()
  })
}

/**
 * Returns a function that reports steps on standard error. On a terminal, it prints lines with the seconds since the start, and
 * nothing with `--json`. Otherwise, it writes to the log.
 */
function createReporter({ logLevel, logFormat }: Config, { json }: StartRequest): (step: string) => void {
  if (!process.stderr.isTTY) {
    const logger = import('../infra/logger.ts').then(({ createLogger }) => createLogger(logLevel, logFormat))
    return (step) => void logger.then((log) => log.info(step))
  }
  return (step) => {
    if (json) return
    process.stderr.write(`${(performance.now() / 1_000).toFixed(1).padStart(5)} s  ${step}\n`)
  }
}
