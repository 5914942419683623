import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type HeldModel, startHeldModel } from '../held-model.ts'
import { createDatabase, type TestDatabase } from '../world.ts'

/** Setup of a server to be killed: its own database, and the provider `local` with a model. */
export interface KillSetup {
  client: pg.Client
  model: HeldModel
  environment: Record<string, string>
  close(): Promise<void>
}

/**
 * Opens a setup with further environment variables. Creates a database unless one is given. `text` is the answer of the
 * model, if it differs from the default.
 */
export async function openKillSetup(
  more: Record<string, string>,
  given?: TestDatabase,
  { text }: { text?: string } = {},
): Promise<KillSetup> {
  const folder = mkdtempSync(join(tmpdir(), 'answergraph-kill-'))
  chmodSync(folder, 0o755)
  const model = await startHeldModel(text === undefined ? {} : { text })
  model.answer(1_000)
  const database = given ?? (await createDatabase())
  const client = new pg.Client({ connectionString: database.databaseUrl })
  await client.connect()
  const providersFile = join(folder, 'providers.json')
  const provider = { id: 'local', driver: 'openai-compatible', model: 'held-1', baseUrl: model.url }
  writeFileSync(providersFile, JSON.stringify({ providers: [provider] }))
  return {
    client,
    model,
    environment: {
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: database.databaseUrl,
      SECRET_KEY: 'a secret of at least thirty-two bytes',
      PROVIDERS_FILE: providersFile,
      ...more,
    },
    async close() {
      await client.end()
      await database.drop()
      model.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
