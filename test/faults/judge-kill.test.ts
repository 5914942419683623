import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PROMPT_VERSION } from '../../src/extraction/judge/prompt.ts'
import { eventually } from '../eventually.ts'
import { deciding, type JudgeServer, startJudge } from './judge-server.ts'
import { type KillSetup, openKillSetup } from './kill-setup.ts'
import { runCommand, runJson, startServer } from './server-process.ts'

const UNITS = 6
const TEXT =
  '1. **Acme** is the best choice.\n2. Globex comes second.\n\nAcme may be from 2015, and was founded in 2011.'

let judge: JudgeServer
let setup: KillSetup
let client: pg.Client
let environment: Record<string, string>

beforeAll(async () => {
  judge = await startJudge()
  const variables = { JUDGE_BASE_URL: judge.url, JUDGE_MODEL: 'judge-1', JUDGE_API_KEY: 'sk-secret' }
  setup = await openKillSetup(variables, undefined, { text: TEXT })
  ;({ client, environment } = setup)
})
afterAll(async () => {
  await setup.close()
  judge.close()
})

/** Ends the statements of a killed process, which PostgreSQL would otherwise still execute, and releases the lock. */
async function releaseLock(): Promise<void> {
  await client.query(
    `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  )
  await client.query('ROLLBACK')
}

async function count(statement: string): Promise<number> {
  const { rows } = await client.query(`SELECT count(*)::int AS count FROM ${statement}`)
  return rows[0].count
}

it('kill -9 after a unit is judged but before it is recorded: each answer is judged once, even if the next start has no judge', async () => {
  const first = await startServer(environment)
  const { id } = await runJson<{ id: string }>(
    ['org', 'create', '--name', 'Acme', '--plan', 'pro', '--credits', '100'],
    environment,
  )
  const { key } = await runJson<{ key: string }>(['key', 'create', '--org', id], environment)
  await client.query('BEGIN')
  // Units and answers are recorded in one transaction, so this lock blocks all recording.
  await client.query('LOCK TABLE answer IN EXCLUSIVE MODE')
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const accepted = await fetch(`${first.url}/v1/async-analysis`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      prompts: Array.from({ length: UNITS }, (_, n) => `Which tool is best, ${n}?`),
      brandName: 'Acme',
      replicates: 1,
      providers: ['local'],
      locations: ['US'],
    }),
  })
  const { data } = (await accepted.json()) as { data: { analysisId: string } }
  await eventually(async () => expect(await count('judgement')).toBe(UNITS))
  await first.kill()
  await releaseLock()
  expect(await count(`result WHERE status <> 'pending'`)).toBe(0)
  expect(judge.asked).toHaveLength(UNITS)

  const { JUDGE_BASE_URL, JUDGE_MODEL, ...withoutJudge } = environment
  const second = await startServer(withoutJudge)
  const query = `subscription { asyncAnalysisProgress(analysisId: "${data.analysisId}") { status } }`
  const stream = await fetch(`${second.url}/graphql`, {
    method: 'POST',
    headers: { ...headers, accept: 'text/event-stream' },
    body: JSON.stringify({ query }),
  })
  expect(await stream.text()).toContain('COMPLETED')
  const ended = await fetch(`${second.url}/v1/async-analysis/${data.analysisId}`, { headers })
  const { results } = ((await ended.json()) as { data: { results: unknown[] } }).data
  expect(results).toHaveLength(UNITS)
  for (const result of results) {
    expect(result).toMatchObject({
      status: 'ok',
      sentiment: { label: 'negative' },
      recommendation: { recommended: false, strength: 'discouraged', rank: 1 },
      judge: { model: 'judge-1-0307', promptVersion: PROMPT_VERSION, judged: 2 },
    })
  }
  expect(judge.asked).toHaveLength(UNITS)
  expect([...setup.model.asked.values()]).toEqual(Array(UNITS).fill(1))
  expect(await second.stop()).toBe(0)
}, 90_000)

it('kill -9 after statements about facts are judged but before the check is stored: each statement is judged once', async () => {
  judge.answerFacts(deciding(() => 'supports'))
  const first = await startServer(environment)
  const { id } = await runJson<{ id: string }>(
    ['org', 'create', '--name', 'Initech', '--plan', 'pro', '--credits', '100'],
    environment,
  )
  const project = await runJson<{ id: string }>(
    ['project', 'create', '--org', id, '--name', 'Acme'],
    environment,
  )
  const { key } = await runJson<{ key: string }>(['key', 'create', '--project', project.id], environment)
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const post = async (url: string, body: object) => {
    const response = await fetch(`${first.url}/v1${url}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    expect(response.ok).toBe(true)
  }
  await post('/facts', { kind: 'founded', year: 2015 })
  const create = [{ text: 'Which tool is best?', providers: ['local'], locations: ['US'] }]
  await post('/prompts/batch', { create })
  await client.query('BEGIN')
  await client.query('LOCK TABLE fact_statement IN EXCLUSIVE MODE')
  await post('/analysis/trigger', {})
  await eventually(async () => expect(await count('fact_judgement')).toBe(1))
  await first.kill()
  await releaseLock()
  expect(await count('fact_check WHERE finished_at IS NOT NULL')).toBe(0)

  const second = await startServer(environment)
  await eventually(async () => expect(await count('fact_check WHERE finished_at IS NOT NULL')).toBe(1))
  const checked = await fetch(`${second.url}/v1/analysis/facts`, { headers })
  const { data } = (await checked.json()) as { data: { results: unknown[] } }
  expect(data.results).toMatchObject([{ quotes: [{ verdict: 'supports', decidedBy: 'judge' }] }])
  expect(judge.askedFacts).toHaveLength(1)
  expect(await second.stop()).toBe(0)
}, 120_000)

it('doctor reports whether the judge can be used, and never prints its key', async () => {
  const checkOf = async (more: Record<string, string>) => {
    const { output, errors } = await runCommand(['doctor', '--json'], { ...environment, ...more })
    expect(output + errors).not.toContain('sk-secret')
    const { checks } = JSON.parse(output) as { checks: { check: string; status: string; detail: string }[] }
    return checks.find(({ check }) => check === 'judge')
  }
  const [on, zero, off, away] = await Promise.all([
    checkOf({}),
    checkOf({ JUDGE_DAILY_TOKENS: '0' }),
    checkOf({ JUDGE_BASE_URL: '', JUDGE_MODEL: '' }),
    checkOf({ JUDGE_BASE_URL: 'http://127.0.0.1:9/v1' }),
  ])
  expect(on).toMatchObject({
    status: 'ok',
    detail: expect.stringContaining('judge-1, at most 1000000 tokens'),
  })
  expect(zero).toMatchObject({ status: 'warning', detail: 'judge-1: never used' })
  expect(off).toMatchObject({ status: 'ok', detail: expect.stringContaining('not used') })
  expect(away).toMatchObject({ status: 'warning', detail: expect.stringContaining('no connection') })
}, 90_000)
