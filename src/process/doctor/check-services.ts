import type { Check } from '../../cli/foundation/operations.ts'
import type { Config } from '../../config/read.ts'
import { createMailer } from '../../infra/mailer.ts'
import { openRedisConnection } from '../../infra/redis.ts'
import { probeJudge } from '../../providers/judge/judge.ts'
import { failed, ok, warning } from './result.ts'

/** Time limit for each response of Redis, in milliseconds. */
const TIMEOUT = 5_000

/** Checks whether Redis is available and keeps queued jobs. */
export async function checkRedis({ redis: config }: Config): Promise<Check> {
  if (!config) {
    return ok('Redis', 'not used: the queue is in PostgreSQL, and one process serves all roles')
  }
  const redis = openRedisConnection(config, {
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
      const detail = `reachable, but its maxmemory-policy ${policy} deletes queued jobs when its memory is full`
      return warning('Redis', detail, 'set maxmemory-policy noeviction in its configuration')
    }
    return ok('Redis', 'reachable; stores the queue, rate limits and events')
  } catch (error) {
    // The rejection only reports that the connection was closed.
    return failed('Redis', reason ?? error, 'start Redis, or correct REDIS_URL')
  } finally {
    redis.disconnect()
  }
}

/** Checks whether the judge can be used. */
export async function checkJudge({ judge }: Config): Promise<Check> {
  if (!judge) return ok('judge', 'not used: answers are extracted by rules only')
  const { model, dailyTokens } = judge
  const problem = await probeJudge(judge)
  if (problem) {
    const fix = 'correct JUDGE_BASE_URL or JUDGE_API_KEY; until then, answers are extracted by rules only'
    return warning('judge', `${model}: ${problem}`, fix)
  }
  if (dailyTokens === 0) return warning('judge', `${model}: never used`, 'raise JUDGE_DAILY_TOKENS above 0')
  return ok('judge', `${model}, at most ${dailyTokens} tokens per organization and day`)
}

/** Checks whether the mail server is available. Sends no message. */
export async function checkMail({ mail }: Config): Promise<Check> {
  if (!mail) return ok('e-mail', 'not used: invitation and password links are shown to the requester')
  try {
    await createMailer(mail).check()
    return ok('e-mail', `the mail server is reachable; messages are sent from ${mail.from}`)
  } catch (error) {
    return failed('e-mail', error, 'start the mail server, or correct SMTP_URL')
  }
}
