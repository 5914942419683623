import { runCommandLine } from './cli/program.ts'
import { readConfig } from './config/read.ts'
import type { AppCtx } from './core/context.ts'
import { newId } from './core/foundation/ids.ts'
import { openDatabaseServer } from './process/database-server.ts'
import { start } from './process/start.ts'
import { defaultVendors } from './providers/registry.ts'

// The reader of the output may stop early, as `head` does.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1))

// Commands load the server only if they need it, because its libraries take a second to load.
const exitCode = await runCommandLine(process.argv.slice(2), {
  readConfig,
  vendors: defaultVendors,
  readStandardInput: async () => (await import('node:stream/consumers')).text(process.stdin),
  start: (request) => start(readConfig(), request),
  doctor: async () => (await import('./process/doctor/doctor.ts')).doctor(readConfig),
  async withOperator(use) {
    const config = readConfig()
    const { openApplication } = await import('./process/application.ts')
    const application = await openApplication({ ...config, logLevel: 'warn' })
    try {
      const ctx: AppCtx = { ...application.services, actor: { type: 'operator' }, requestId: newId() }
      return await use(ctx)
    } finally {
      await application.close()
    }
  },
  async migrate() {
    const server = await openDatabaseServer(readConfig())
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
