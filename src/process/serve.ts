import pg from 'pg'
import type { StartRequest } from '../cli/toolbox.ts'
import { type Welcome, welcome } from '../cli/welcome.ts'
import { type Config, ConfigError } from '../config.ts'
import type { Ctx } from '../core/context.ts'
import { runDemo, seedDemo } from '../core/demo/seed.ts'
import { newId } from '../core/ids.ts'
import { startWorkers } from '../jobs/work.ts'
import { type Application, openApplication } from './application.ts'
import { demoKeys } from './demo-keys.ts'
import { type Gateway, openGateway } from './gateway.ts'

/** Held by the process that serves a database alone, as any process without Redis must. */
const SERVER_LOCK = 4_017_103

/**
 * Opens everything, listens, works, and returns after a signal told it to stop and all is closed.
 * @throws {ConfigError} naming the variable, port or folder that is to be changed
 */
export async function serve(config: Config, request: StartRequest): Promise<void> {
  const { role, demo } = request
  if (role !== 'all' && !config.redisUrl) {
    throw new ConfigError(`--role ${role} needs REDIS_URL: without Redis one process serves all roles.`)
  }
  const stopped = stopSignal(config)
  const report = reporter(request)
  const application = await openApplication(config, { report, demo })
  const closers: (() => Promise<void> | void)[] = [() => application.close()]
  try {
    closers.push(await serveAlone(config, application))
    // Before the port opens: a start that finds a dead process's jobs clears the queues, and must not clear new ones.
    if (role !== 'gateway') {
      const { services, queues } = application
      const workers = await startWorkers(services, queues, { alone: !config.redisUrl })
      closers.push(() => workers.stop())
    }
    const gateway = role === 'worker' ? null : await listen(config, request, application, report)
    if (gateway) closers.push(() => gateway.close())
    await announce(config, request, application, gateway, report)
    const signal = await stopped
    report(`Stopping (${signal})`)
  } finally {
    for (const closer of closers.reverse()) await closer()
  }
  report('Stopped')
}

async function listen(
  config: Config,
  { port, demo }: StartRequest,
  { services, door }: Application,
  report: (step: string) => void,
): Promise<Gateway> {
  report('Opening the port')
  const wanted = { host: config.host, port: port ?? config.port }
  return openGateway({
    services,
    door,
    ...wanted,
    development: demo,
    graphqlCacheBytes: config.graphqlCacheBytes,
  }).catch((error) => {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'EADDRINUSE') {
      throw new ConfigError(
        `PORT ${wanted.port} is taken by another program; choose another with --port or PORT.`,
      )
    }
    if (code === 'EACCES')
      throw new ConfigError(`PORT ${wanted.port} may not be opened by this user; choose one above 1023.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new ConfigError(`HOST ${wanted.host} is not an address of this machine.`)
    }
    throw error
  })
}

async function announce(
  config: Config,
  request: StartRequest,
  application: Application,
  gateway: Gateway | null,
  report: (step: string) => void,
): Promise<void> {
  const { services, dataFolder } = application
  const ctx: Ctx = { ...services, actor: { type: 'operator' }, requestId: newId() }
  const judge = config.judge?.model ?? null
  const facts: Welcome = { url: gateway?.url ?? null, dataFolder, judge, demo: null }
  if (request.demo && gateway) {
    report('Preparing the demo')
    const demo = await seedDemo({ ctx })
    const keys = await demoKeys(ctx, demo, dataFolder ?? config.dataDirectory)
    if (request.role === 'all') await runDemo({ ctx, input: demo })
    facts.demo = { ...demo, ...keys }
  }
  process.stdout.write(welcome(facts, request.json))
}

/** Without Redis limits, events and work live in one process: a second one on the same data would go its own way. */
async function serveAlone(config: Config, { databaseUrl }: Application): Promise<() => Promise<void>> {
  if (config.redisUrl && config.database.mode === 'url') return async () => {}
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'answergraph server' })
  client.on('error', () => {
    process.stderr.write('The database went away. Stopping; accepted work goes on with the next start.\n')
    process.exit(1)
  })
  await client.connect()
  const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS alone', [SERVER_LOCK])
  if (rows[0].alone) return () => client.end()
  await client.end()
  throw new ConfigError(
    config.database.mode === 'embedded'
      ? `DATA_DIR ${config.dataDirectory} is served by another Answergraph already. Stop it, or choose another DATA_DIR.`
      : 'DATABASE_URL is served by another Answergraph already. Stop it, or set REDIS_URL to run several.',
  )
}

/** The first signal asks to stop; a second one ends the process at once. */
function stopSignal({ environment }: Config): Promise<string> {
  return new Promise((resolve) => {
    let asked = false
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        if (asked) process.exit(1)
        asked = true
        resolve(signal)
      })
    }
    // A killed npm cannot pass anything on.
    if (environment.npm_lifecycle_event) void parentGone().then(resolve)
  })
}

/** Resolves when the process that started this one is no more. */
function parentGone(): Promise<string> {
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

function reporter({ json }: StartRequest): (step: string) => void {
  const begun = performance.now()
  return (step) => {
    if (json) return
    process.stderr.write(`${((performance.now() - begun) / 1_000).toFixed(1).padStart(5)} s  ${step}\n`)
  }
}
