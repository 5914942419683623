import { openApplication } from './process/application.ts'
import { runCommandLine } from './cli/program.ts'
import { readConfig } from './config.ts'
import type { Ctx } from './core/context.ts'
import { newId } from './core/ids.ts'
import { examine } from './process/examine.ts'
import { openEmbeddedPostgres } from './infra/embedded-postgres.ts'
import { migrate } from './infra/migrate.ts'
import { serve } from './process/serve.ts'

process.exitCode = await runCommandLine(process.argv.slice(2), {
  readConfig,
  start: (request) => serve(readConfig(), request),
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
