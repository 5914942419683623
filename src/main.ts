import { runCommandLine } from './cli/program.ts'
import type { AppCtx } from './core/context.ts'

// The reader of the output may stop early, as `head` does.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1))

const readConfig = async () => (await import('./config/read.ts')).readConfig()

// Commands load only what they need, because all libraries together take a second to load.
const exitCode = await runCommandLine(process.argv.slice(2), {
  readConfig,
  vendors: async () => (await import('./providers/registry.ts')).defaultVendors(),
  readStandardInput: async () => (await import('node:stream/consumers')).text(process.stdin),
  async start(request) {
    const { start } = await import('./process/start.ts')
    await start(await readConfig(), request)
  },
  backUp: async (file) => (await import('./process/backup.ts')).backUp(await readConfig(), file),
  restore: async (file) => (await import('./process/backup.ts')).restore(await readConfig(), file),
  doctor: async () => (await import('./process/doctor/doctor.ts')).doctor(readConfig),
  async withOperator(use) {
    const config = await readConfig()
    const { openApplication } = await import('./process/application.ts')
    const { newId } = await import('./core/foundation/ids.ts')
    const application = await openApplication({ ...config, logLevel: 'warn' })
    try {
      const ctx: AppCtx = { ...application.services, actor: { type: 'operator' }, requestId: newId() }
      return await use(ctx)
    } finally {
      await application.close()
    }
  },
  async migrate() {
    const { openDatabaseServer } = await import('./process/database-server.ts')
    const server = await openDatabaseServer(await readConfig())
    try {
      const { migrate } = await import('./infra/migrate.ts')
      return { applied: await migrate(server.url) }
    } finally {
      await server.release()
    }
  },
})
// Exits once the output is written. Without the explicit exit, timers of BullMQ workers that could not be closed, because Redis
// or PostgreSQL is unavailable, would keep the process running.
process.stdout.write('', () => process.exit(exitCode))
