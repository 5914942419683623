import { runCommandLine } from './cli/program.ts'
import { readConfig } from './config.ts'
import type { Ctx } from './core/context.ts'
import { newId } from './core/ids.ts'
import { openEmbeddedPostgres } from './infra/embedded-postgres.ts'
import { migrate } from './infra/migrate.ts'
import { openApplication } from './process/application.ts'
import { examine } from './process/examine.ts'

process.exitCode = await runCommandLine(process.argv.slice(2), {
  readConfig,
  // The server's libraries take a second to load: other commands go without.
  start: async (request) => (await import('./process/serve.ts')).serve(readConfig(), request),
  examine: () => examine(readConfig),
  async withOperator(use) {
    const application = await openApplication({ ...readConfig(), logLevel: 'warn' })
    try {
      const ctx: Ctx = { ...application.services, actor: { type: 'operator' }, requestId: newId() }
      return await use(ctx)
    } finally {
      await application.close()
    }
  },
  async migrate() {
    const { database } = readConfig()
    if (database.mode === 'url') return { applied: await migrate(database.url) }
    const embedded = await openEmbeddedPostgres(database.dataDirectory)
    try {
      return { applied: await migrate(embedded.url) }
    } finally {
      await embedded.release()
    }
  },
})
