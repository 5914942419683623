import { Redis } from 'ioredis'
import pg from 'pg'
import type { Check } from '../cli/operations.ts'
import type { Config } from '../config.ts'
import { readCircuits } from '../core/providers/circuits.ts'
import type { ProviderRecord } from '../core/providers/definition.ts'
import { providerRecords } from '../core/providers/list.ts'
import type { Obstacles } from '../core/providers/obstacle.ts'
import { describeSpending } from '../core/spend/describe.ts'
import { reachedLimits } from '../core/spend/limits.ts'
import { readSpending, type Spending } from '../core/spend/spending.ts'
import { openDatabase } from '../infra/database.ts'
import { findEmbeddedPostgres } from '../infra/embedded-postgres.ts'
import { createMailer } from '../infra/mailer.ts'
import { missingMigrations } from '../infra/migrate.ts'
import { probeJudge } from '../providers/judge/judge.ts'
import type { SpendLimit } from '../providers/prices.ts'
import type { ProviderRegistry } from '../providers/registry.ts'
import { openProviders, openVolumeSource, reasonOf } from './application.ts'

/** How long the database and Redis may take to answer, in milliseconds. */
const TIMEOUT = 5_000

/**
 * Checks everything that a server needs, each part also where another one failed, and says what to fix. Changes nothing: it
 * neither migrates the database nor creates or starts an embedded one. Does not throw.
 */
export async function doctor(readConfig: () => Config): Promise<Check[]> {
  let config: Config
  try {
    config = readConfig()
  } catch (error) {
    return [failed('configuration', error, 'set or correct the variables named here')]
  }
  return [
    ok('configuration', 'all variables are valid'),
    ...(await databaseAndProviders(config)),
    volumeCheck(config),
    await redisCheck(config),
    await judgeCheck(config),
    await mailCheck(config),
  ]
}

async function databaseAndProviders(config: Config): Promise<Check[]> {
  const found = await findDatabase(config)
  try {
    const providers = openProviders(config)
    const { spendLimit } = config
    const stored = found.migratedUrl
      ? await readStored(found.migratedUrl, { providers, spendLimit })
      : NOTHING
    return [
      found.check,
      ...providerRecords(providers, stored).map((record, index) =>
        providerCheck(record, {
          spending: stored.spending.get(record.id),
          limit: providers.list()[index]?.spendLimit.perDay ?? null,
        }),
      ),
      ...spendingCheck([...stored.spending.values()], spendLimit.perDay),
    ]
  } catch (error) {
    return [
      found.check,
      failed('PROVIDERS_FILE', error, 'correct the file; nothing starts until it is valid'),
    ]
  }
}

/** The check of the database, and its address if its schema is up to date. */
async function findDatabase({ database }: Config): Promise<{ check: Check; migratedUrl: string | null }> {
  if (database.mode === 'url') return inspect(database.url, 'given by DATABASE_URL')
  try {
    const { folder, exists, url } = findEmbeddedPostgres(database.dataDirectory)
    const place = `embedded in ${folder}`
    if (!exists) return { check: ok('database', `${place}: created by the first start`), migratedUrl: null }
    const stopped = ok('database', `${place}: not running; \`answergraph start\` starts it`)
    if (url === null) return { check: stopped, migratedUrl: null }
    const running = await inspect(url, place)
    // A server that was killed leaves the files that name its address.
    return running.check.status === 'failed' ? { check: stopped, migratedUrl: null } : running
  } catch (error) {
    return {
      check: failed('database', error, 'set DATA_DIR to a folder this user may read and write'),
      migratedUrl: null,
    }
  }
}

async function inspect(url: string, place: string): Promise<{ check: Check; migratedUrl: string | null }> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT,
    query_timeout: TIMEOUT,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query('SHOW server_version')
    const detail = `PostgreSQL ${rows[0].server_version}, ${place}`
    const missing = await missingMigrations(client)
    if (missing.length === 0) {
      return { check: ok('database', `${detail}; schema up to date`), migratedUrl: url }
    }
    const number = `${missing.length} migration${missing.length === 1 ? '' : 's'}`
    const check = warning(
      'database',
      `${detail}; ${number} not applied yet`,
      '`answergraph start` and `answergraph migrate` apply them',
    )
    return { check, migratedUrl: null }
  } catch (error) {
    const fix = 'start PostgreSQL, or correct DATABASE_URL'
    return { check: failed('database', error, fix), migratedUrl: null }
  } finally {
    await client.end().catch(() => {})
  }
}

/** What the database knows of the providers. */
interface Stored extends Obstacles {
  spending: ReadonlyMap<string, Spending>
}

const NOTHING: Stored = { circuits: new Map(), limits: new Map(), now: new Date(), spending: new Map() }

async function readStored(
  url: string,
  deps: { providers: ProviderRegistry; spendLimit: SpendLimit },
): Promise<Stored> {
  const db = openDatabase(url, { connections: 1 })
  const now = new Date()
  const ctx = { db, now: () => now, deps }
  try {
    const limits = await reachedLimits(ctx, deps.providers.list(), { organizationId: null })
    return { circuits: await readCircuits(ctx), limits, now, spending: await readSpending(ctx, null) }
  } finally {
    await db.close()
  }
}

function volumeCheck(config: Config): Check {
  try {
    const { source, state, missing } = openVolumeSource(config)
    if (missing === null) return ok('search volume', `${state}, source ${source?.id}`)
    return warning('search volume', `${state}: ${missing.reason}`, missing.fix)
  } catch (error) {
    return failed('search volume', error, 'correct the address; nothing starts until it is valid')
  }
}

async function redisCheck({ redisUrl }: Config): Promise<Check> {
  if (!redisUrl) {
    const detail = 'not used: queue on PostgreSQL, limits and events in process, one process serves all roles'
    return ok('Redis', detail)
  }
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    connectTimeout: TIMEOUT,
    commandTimeout: TIMEOUT,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
  })
  let reason: unknown
  redis.on('error', (error) => {
    reason ??= error
  })
  try {
    await redis.connect()
    const memory = await redis.info('memory')
    const policy = /^maxmemory_policy:(\S+)/m.exec(memory)?.[1] ?? 'noeviction'
    if (policy !== 'noeviction') {
      const detail = `reachable; with maxmemory-policy ${policy} it deletes queued jobs when its memory is full`
      return warning('Redis', detail, 'set maxmemory-policy noeviction in its configuration')
    }
    return ok('Redis', 'reachable; queue, limits and events use it')
  } catch (error) {
    // The rejection only says that the connection was closed.
    return failed('Redis', reason ?? error, 'start Redis, or correct REDIS_URL')
  } finally {
    redis.disconnect()
  }
}

async function judgeCheck({ judge }: Config): Promise<Check> {
  if (!judge) return ok('judge', 'not used: the rules alone read answers')
  const { model, dailyTokens } = judge
  const problem = await probeJudge(judge)
  if (problem)
    return warning(
      'judge',
      `${model}: ${problem}`,
      'correct JUDGE_BASE_URL or JUDGE_API_KEY; until then the rules alone read answers',
    )
  if (dailyTokens === 0) return warning('judge', `${model}: never asked`, 'raise JUDGE_DAILY_TOKENS above 0')
  return ok('judge', `${model}, at most ${dailyTokens} tokens a day for an organization`)
}

async function mailCheck({ mail }: Config): Promise<Check> {
  if (!mail) return ok('e-mail', 'not used: links of invitations and for new passwords are shown to who asks')
  try {
    await createMailer(mail).check()
    return ok('e-mail', `the mail server is reachable; messages come from ${mail.from}`)
  } catch (error) {
    return failed('e-mail', error, 'start the mail server, or correct SMTP_URL')
  }
}

const NOT_SPENT = { usd: 0, questions: 0, priced: 0 }

function providerCheck(
  { id, driver, state, reason, fix }: ProviderRecord,
  {
    spending = NOT_SPENT,
    limit,
  }: { spending?: Omit<Spending, 'ownUsd' | 'meanUsd'> | undefined; limit: number | null },
): Check {
  const check = `provider ${id}`
  const spent = describeSpending(spending, limit)
  const more = spent === null ? '' : `; ${spent}`
  if (reason !== null)
    return warning(check, `${state}: ${reason}${more}`, fix ?? 'see the log of the server for its failures')
  if (limit !== null && spending.questions > spending.priced) {
    const fix = `the limit cannot hold for them: set options.prices of ${id}`
    return warning(check, `${state}, driver ${driver}${more}`, fix)
  }
  return ok(check, `${state}, driver ${driver}${more}`)
}

/** The limit of all providers together, where there is one or something was spent. */
function spendingCheck(spending: readonly Spending[], limit: number | null): Check[] {
  const sum = (field: 'usd' | 'questions' | 'priced') =>
    spending.reduce((total, one) => total + one[field], 0)
  const detail = describeSpending(
    { usd: sum('usd'), questions: sum('questions'), priced: sum('priced') },
    limit,
  )
  return detail === null ? [] : [ok('spending', detail)]
}

function ok(check: string, detail: string): Check {
  return { check, status: 'ok', detail, fix: null }
}

function warning(check: string, detail: string, fix: string): Check {
  return { check, status: 'warning', detail, fix }
}

function failed(check: string, error: unknown, fix: string): Check {
  return { check, status: 'failed', detail: reasonOf(error), fix }
}
