import type { StartRequest } from '../cli/foundation/operations.ts'
import { type Config, ConfigError } from '../config.ts'
import { openDatabaseServer } from './database-server.ts'

/**
 * Serves until a stop signal arrives. Loading the server's libraries takes as long as starting PostgreSQL, so both happen
 * concurrently. Therefore, this file must not import these libraries.
 * @throws {ConfigError} with the variable, port or folder to change
 */
export async function start(config: Config, request: StartRequest): Promise<void> {
  const { role } = request
  if (role !== 'all' && !config.redisUrl) {
    throw new ConfigError(`--role ${role} needs REDIS_URL: without Redis one process serves all roles.`)
  }
  const stopped = stopSignal(config)
  const report = createReporter(config, request)
  const databaseServer = openDatabaseServer(config, report)
  // Prevents an unhandled rejection. The application awaits the promise and receives the error.
  databaseServer.catch(() => {})
  const { serve } = await import('./serve.ts')
  await serve(config, request, { databaseServer, stopped, report })
}

/** Resolves with the name of the first stop signal. A second one exits the process immediately. */
function stopSignal({ environment }: Config): Promise<string> {
  return new Promise((resolve) => {
    let received = false
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        if (received) process.exit(1)
        received = true
        resolve(signal)
      })
    }
    // npm cannot forward a signal if it was killed itself.
    if (environment.npm_lifecycle_event) void parentExit().then(resolve)
  })
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
function createReporter({ logLevel }: Config, { json }: StartRequest): (step: string) => void {
  if (!process.stderr.isTTY) {
    const logger = import('../infra/logger.ts').then(({ createLogger }) => createLogger(logLevel))
    return (step) => void logger.then((log) => log.info(step))
  }
  return (step) => {
    if (json) return
    process.stderr.write(`${(performance.now() / 1_000).toFixed(1).padStart(5)} s  ${step}\n`)
  }
}
