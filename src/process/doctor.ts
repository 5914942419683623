import { access, constants } from 'node:fs/promises'
import type { Check } from '../cli/operations.ts'
import type { Config } from '../config.ts'
import type { Ctx } from '../core/context.ts'
import { newId } from '../core/ids.ts'
import { listProviders, type ProviderRecord } from '../core/providers/list.ts'
import { probeJudge } from '../providers/judge/judge.ts'
import { openApplication } from './application.ts'

/** Opens everything that a server needs, as `start` does, and reports what to fix. Does not throw. */
export async function doctor(readConfig: () => Config): Promise<Check[]> {
  let config: Config
  try {
    config = readConfig()
  } catch (error) {
    return [failed('configuration', error, 'correct the variables named in the message')]
  }
  const checks: Check[] = [ok('configuration', 'all variables are valid')]
  try {
    const application = await openApplication(config)
    try {
      const { services, dataFolder } = application
      const ctx: Ctx = { ...services, actor: { type: 'operator' }, requestId: newId() }
      const { rows } = await ctx.db.pool.query('SHOW server_version')
      const place = dataFolder ? `embedded in ${dataFolder}` : 'given by DATABASE_URL'
      checks.push(ok('database', `PostgreSQL ${rows[0].server_version}, ${place}; schema up to date`))
      checks.push(redisCheck(config))
      for (const provider of await listProviders({ ctx })) checks.push(providerCheck(provider))
      checks.push(await judgeCheck(config))
    } finally {
      await application.close()
    }
  } catch (error) {
    checks.push(failed('database and services', error, 'see the message; nothing was changed'))
  }
  if (config.providersFile) checks.push(await fileCheck(config.providersFile))
  return checks
}

function redisCheck({ redisUrl }: Config): Check {
  if (redisUrl) return ok('Redis', 'reachable; queue, limits and events use it')
  return ok(
    'Redis',
    'not used: queue on PostgreSQL, limits and events in process, one process serves all roles',
  )
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

function providerCheck({ id, driver, state, reason, fix }: ProviderRecord): Check {
  const check = `provider ${id}`
  if (reason === null) return ok(check, `${state}, driver ${driver}`)
  return warning(check, `${state}: ${reason}`, fix ?? 'see the log of the server for its failures')
}

async function fileCheck(file: string): Promise<Check> {
  return access(file, constants.R_OK).then(
    () => ok('PROVIDERS_FILE', `${file} is readable`),
    (error) => failed('PROVIDERS_FILE', error, 'make it readable for this user'),
  )
}

function ok(check: string, detail: string): Check {
  return { check, status: 'ok', detail, fix: null }
}

function warning(check: string, detail: string, fix: string): Check {
  return { check, status: 'warning', detail, fix }
}

function failed(check: string, error: unknown, fix: string): Check {
  return { check, status: 'failed', detail: error instanceof Error ? error.message : String(error), fix }
}
