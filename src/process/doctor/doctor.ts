import type { Check } from '../../cli/foundation/operations.ts'
import type { Config } from '../../config/read.ts'
import { checkDatabase } from './check-database.ts'
import { checkProviders } from './check-providers.ts'
import { checkJudge, checkMail, checkRedis } from './check-services.ts'
import { failed, ok } from './result.ts'

/**
 * Checks everything that a server needs and says what to fix. A failed check does not prevent the others. Changes nothing: it does
 * not migrate the database, and does not create or start an embedded one. Does not throw.
 */
export async function doctor(readConfig: () => Config | Promise<Config>): Promise<Check[]> {
  let config: Config
  try {
    config = await readConfig()
  } catch (error) {
    return [failed('configuration', error, 'set or correct the variables in this message')]
  }
  const database = await checkDatabase(config)
  return [
    ok('configuration', 'all variables are valid'),
    database.check,
    ...(await checkProviders(config, database.migratedUrl)),
    await checkRedis(config),
    await checkJudge(config),
    await checkMail(config),
  ]
}
