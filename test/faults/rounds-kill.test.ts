import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../eventually.ts'
import { type KillSetup, openKillSetup } from './kill-setup.ts'
import { runJson, startServer } from './server-process.ts'

const ROUND = 2
/** Six agreeing answers reach this half width; four do not. */
const HALF_WIDTH = 0.25
const ASKED = 6
const AT_MOST = 10

let setup: KillSetup
let client: pg.Client
let environment: Record<string, string>

beforeAll(async () => {
  setup = await openKillSetup({})
  ;({ client, environment } = setup)
})
afterAll(() => setup.close())

async function count(statement: string): Promise<number> {
  const { rows } = await client.query(`SELECT count(*)::int AS count FROM ${statement}`)
  return rows[0].count
}

/** Terminates the connections of the killed process. Otherwise, PostgreSQL would still execute its statements. */
async function endOtherConnections(): Promise<void> {
  await client.query(
    `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  )
}

it('kill -9 between two rounds: each round starts once, no question is asked twice, and unspent credits are refunded once', async () => {
  const first = await startServer(environment)
  const { id } = await runJson<{ id: string }>(
    ['org', 'create', '--name', 'Acme', '--plan', 'pro', '--credits', '100'],
    environment,
  )
  const { key } = await runJson<{ key: string }>(['key', 'create', '--org', id], environment)
  // Later rounds cannot insert their units while the test holds this lock.
  await client.query(`
    CREATE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN PERFORM pg_advisory_xact_lock_shared(1, NEW.replicate); RETURN NEW; END';
    CREATE TRIGGER wait_for_test BEFORE INSERT ON result FOR EACH ROW EXECUTE FUNCTION wait_for_test();
    SELECT pg_advisory_lock(1, ${ROUND + 1});
    SELECT pg_advisory_lock(1, ${2 * ROUND + 1})`)
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const accepted = await fetch(`${first.url}/v1/async-analysis`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      prompt: 'Which tool is best?',
      brandName: 'Acme',
      replicates: ROUND,
      stopWhen: { halfWidth: HALF_WIDTH, atMost: AT_MOST },
      providers: ['local'],
      locations: ['US'],
    }),
  })
  const { data } = (await accepted.json()) as { data: { analysisId: string } }
  const isHeld = () =>
    eventually(async () =>
      expect(await count(`pg_locks WHERE locktype = 'advisory' AND NOT granted`)).toBe(1),
    )

  // The first round is recorded completely, and the second one is about to start.
  await isHeld()
  await first.kill()
  await endOtherConnections()
  expect(await count('result')).toBe(ROUND)
  await client.query(`SELECT pg_advisory_unlock(1, ${ROUND + 1})`)

  // The next process runs the second round, and is killed before the third.
  const second = await startServer(environment)
  await isHeld()
  await second.kill()
  await endOtherConnections()
  expect(await count('result')).toBe(2 * ROUND)
  await client.query(`SELECT pg_advisory_unlock(1, ${2 * ROUND + 1})`)

  const third = await startServer(environment)
  const query = `subscription { asyncAnalysisProgress(analysisId: "${data.analysisId}") { status } }`
  const stream = await fetch(`${third.url}/graphql`, {
    method: 'POST',
    headers: { ...headers, accept: 'text/event-stream' },
    body: JSON.stringify({ query }),
  })
  expect(await stream.text()).toContain('COMPLETED')
  const ended = await fetch(`${third.url}/v1/async-analysis/${data.analysisId}`, { headers })
  expect(((await ended.json()) as { data: object }).data).toMatchObject({
    rounds: { begun: 3, replicates: ASKED, stopped: 'narrow_enough' },
    progress: { total: ASKED, completed: ASKED, failed: 0 },
    credits: { reserved: AT_MOST, charged: ASKED, refunded: AT_MOST - ASKED },
  })
  expect([...setup.model.asked.values()]).toEqual([ASKED])
  const { rows } = await client.query(
    `SELECT kind::text, credits::int FROM credit_entry WHERE kind <> 'grant' ORDER BY kind::text`,
  )
  expect(rows).toEqual([
    { kind: 'charge', credits: ASKED },
    { kind: 'refund', credits: AT_MOST - ASKED },
    { kind: 'reserve', credits: AT_MOST },
  ])
  expect(await third.stop()).toBe(0)
}, 120_000)
