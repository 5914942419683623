import { runCommandLine } from './cli/program.ts'
import { readConfig } from './config.ts'
import type { Ctx } from './core/context.ts'
import { newId } from './core/ids.ts'
import { openDatabaseServer } from './process/database-server.ts'
import { start } from './process/start.ts'

// Whoever reads the output may stop before its end, as `head` does.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1))

// What only some commands need is loaded by them: the server's libraries take a second.
const exitCode = await runCommandLine(process.argv.slice(2), {
  readConfig,
  start: (request) => start(readConfig(), request),
  doctor: async () => (await import('./process/doctor.ts')).doctor(readConfig),
  async withOperator(use) {
    const config = readConfig()
    const { openApplication } = await import('./process/application.ts')
    const application = await openApplication({ ...config, logLevel: 'warn' })
    try {
      const ctx: Ctx = { ...application.services, actor: { type: 'operator' }, requestId: newId() }
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
// Once the output is written. Also after a failure: workers that BullMQ could not close, because Redis or PostgreSQL is away, keep
// timers that would keep the process.
process.stdout.write('', () => process.exit(exitCode))
