import type { StartRequest } from '../cli/operations.ts'
import { type Config, ConfigError } from '../config.ts'
import { openDatabaseServer } from './database-server.ts'

/**
 * Serves until a signal to stop arrives. The server's libraries take as long to load as PostgreSQL takes to start, so both
 * happen at the same time: this file must not import those libraries.
 * @throws {ConfigError} naming the variable, port or folder that is to be changed
 */
export async function start(config: Config, request: StartRequest): Promise<void> {
  const { role } = request
  if (role !== 'all' && !config.redisUrl) {
    throw new ConfigError(`--role ${role} needs REDIS_URL: without Redis one process serves all roles.`)
  }
  const stopped = stopSignal(config)
  const report = createReporter(config, request)
  const databaseServer = openDatabaseServer(config, report)
  // A failure is thrown where the application awaits the promise; this only prevents an unhandled rejection.
  databaseServer.catch(() => {})
  const { serve } = await import('./serve.ts')
  await serve(config, request, { databaseServer, stopped, report })
}

/** Resolves with the name of the first signal to stop; a second one ends the process at once. */
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
    // An npm that was killed cannot forward a signal.
    if (environment.npm_lifecycle_event) void parentExit().then(resolve)
  })
}

/** Resolves once the process that started this one has ended. */
function parentExit(): Promise<string> {
  const parent = process.ppid
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (process.ppid === parent) return
      clearInterval(timer)
      resolve('npm ended')
    }, 300)
    timer.unref()
  })
}

/**
 * Reports steps on standard error: on a terminal as lines with the seconds since the start, or not at all with `--json`;
 * elsewhere as lines of the log.
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
