import type { Check } from '../../cli/foundation/operations.ts'
import type { Config } from '../../config/read.ts'
import { loadCredentials } from '../../core/provider-credentials/load.ts'
import type { LoadedVolumeSource, ProviderAccounts } from '../../core/provider-port/accounts.ts'
import { readCircuits } from '../../core/providers/circuits.ts'
import type { ProviderRecord } from '../../core/providers/definition.ts'
import { readDrift, type VendorDrift } from '../../core/providers/drift.ts'
import { providerRecords } from '../../core/providers/list.ts'
import type { Obstacles } from '../../core/providers/unavailable-reason.ts'
import { describeSpending } from '../../core/spend/describe.ts'
import { reachedLimits } from '../../core/spend/limits.ts'
import { readSpending, type Spending } from '../../core/spend/spending.ts'
import { openDatabase } from '../../infra/database.ts'
import { createLogger } from '../../infra/logger.ts'
import { createSecretBox } from '../../infra/secret-box.ts'
import { loadVolumeSource } from '../../providers/volume-sources.ts'
import { openProviders } from '../providers.ts'
import { openSecretKeys } from '../secret-keys.ts'
import { failed, ok, warning } from './result.ts'

/**
 * Checks each provider, the spending of the day, and whether search volumes are real.
 * @param databaseUrl a migrated database; null to check without stored data
 */
export async function checkProviders(config: Config, databaseUrl: string | null): Promise<Check[]> {
  let accounts: ProviderAccounts
  try {
    accounts = openProviders(config)
  } catch (error) {
    const { environment } = config
    return [
      failed('PROVIDERS_FILE', error, 'correct the file; the server does not start until it is valid'),
      checkSearchVolume(() => loadVolumeSource({ environment, simulateMissing: false })),
    ]
  }
  const { spendLimit } = config
  const stored = databaseUrl ? await readStored(config, databaseUrl, accounts) : NOTHING_STORED
  const providers = accounts.of(null)
  return [
    ...providerRecords(providers, stored).map((record, index) =>
      checkProvider(record, {
        spending: stored.spending.get(record.id),
        drift: stored.drift.get(record.id),
        limit: providers.list()[index]?.spendLimit.perDay ?? null,
      }),
    ),
    ...checkSpending([...stored.spending.values()], spendLimit.perDay),
    checkSearchVolume(accounts.volume),
  ]
}

function checkSearchVolume(load: () => LoadedVolumeSource): Check {
  try {
    const { source, state, missing } = load()
    if (missing === null) return ok('search volume', `${state}, source ${source?.id}`)
    return warning('search volume', `${state}: ${missing.reason}`, missing.fix)
  } catch (error) {
    return failed('search volume', error, 'correct the address; the server does not start until it is valid')
  }
}

/** State of the providers in the database. */
interface Stored extends Obstacles {
  spending: ReadonlyMap<string, Spending>
  drift: ReadonlyMap<string, VendorDrift>
}

const NOTHING_STORED: Stored = {
  circuits: new Map(),
  limits: new Map(),
  now: new Date(),
  spending: new Map(),
  drift: new Map(),
}

/** Loads the stored credentials, and reads the state of the providers. */
async function readStored(config: Config, url: string, providers: ProviderAccounts): Promise<Stored> {
  const db = openDatabase(url, { connections: 1 })
  const now = new Date()
  const { spendLimit } = config
  const secrets = createSecretBox(openSecretKeys(config))
  const ctx = {
    db,
    now: () => now,
    deps: { providers, spendLimit, secrets, logger: createLogger(config.logLevel, config.logFormat) },
  }
  try {
    await loadCredentials(ctx)
    const registry = providers.of(null)
    const limits = await reachedLimits(ctx, registry.list(), { organizationId: null })
    return {
      circuits: await readCircuits(ctx, registry),
      limits,
      now,
      spending: (await readSpending(ctx, null)).installation,
      drift: await readDrift(ctx),
    }
  } finally {
    await db.close()
  }
}

type Amounts = Pick<Spending, 'usd' | 'questions' | 'priced'>

const NOT_SPENT: Amounts = { usd: 0, questions: 0, priced: 0 }

function checkProvider(
  { id, driver, state, reason, fix }: ProviderRecord,
  {
    spending = NOT_SPENT,
    limit,
    drift,
  }: { spending: Amounts | undefined; limit: number | null; drift: VendorDrift | undefined },
): Check {
  const check = `provider ${id}`
  const spent = describeSpending(spending, limit)
  const suffix = spent === null ? '' : `; ${spent}`
  if (reason !== null)
    return warning(check, `${state}: ${reason}${suffix}`, fix ?? 'find its failures in the log of the server')
  const detail = `${state}, driver ${driver}${suffix}`
  if (limit !== null && spending.questions > spending.priced)
    return warning(
      check,
      detail,
      `set options.prices of ${id}; the limit ignores answers with an unknown cost`,
    )
  if (drift && drift.kinds.length > 0)
    return warning(
      check,
      `${detail}; ${describeDrift(drift)}`,
      'update Answergraph; if the newest version does not know these items either, report them with a recording (RECORD_ANSWERS)',
    )
  return ok(check, detail)
}

/** The number of kinds that a description names. */
const NAMED_KINDS = 5

function describeDrift({ answers, kinds }: VendorDrift): string {
  const named = kinds.slice(0, NAMED_KINDS).map(({ kind, answers: count }) => `${kind} in ${count}`)
  const more = kinds.length > NAMED_KINDS ? `, and ${kinds.length - NAMED_KINDS} more kinds` : ''
  return `the last ${answers} answers have items that this version does not know: ${named.join(', ')}${more}`
}

/** Checks the spending of all providers together. Empty if there is neither a limit nor any spending. */
function checkSpending(spending: readonly Spending[], limit: number | null): Check[] {
  const total = { ...NOT_SPENT }
  for (const { usd, questions, priced } of spending) {
    total.usd += usd
    total.questions += questions
    total.priced += priced
  }
  const detail = describeSpending(total, limit)
  return detail === null ? [] : [ok('spending', detail)]
}
