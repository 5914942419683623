import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { RESULT_AS_SHOWN } from '../../src/core/observations/extracted-results.ts'
import { ask } from '../api/graphql-client.ts'
import { eventually } from '../eventually.ts'
import { type KillSetup, openKillSetup } from './kill-setup.ts'
import { runJson, type ServerProcess, startServer } from './server-process.ts'

const PROMPTS = 12

let setup: KillSetup
let client: pg.Client
let environment: Record<string, string>

beforeAll(async () => {
  setup = await openKillSetup({ RATE_LIMIT_PER_MINUTE: '1000000' })
  ;({ client, environment } = setup)
})
afterAll(() => setup.close())

/** Completes a run whose answers do not mention the brand, then adds the alias that they do mention. */
async function completeRun(server: ServerProcess): Promise<{ key: string; runId: string }> {
  const organization = await runJson<{ id: string }>(
    ['org', 'create', '--name', 'Initech', '--plan', 'pro'],
    environment,
  )
  const project = await runJson<{ id: string }>(
    ['project', 'create', '--org', organization.id, '--name', 'Initech'],
    environment,
  )
  const { key } = await runJson<{ key: string }>(['key', 'create', '--project', project.id], environment)
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const create = Array.from({ length: PROMPTS }, (_, n) => ({
    text: `Which tool is best, ${n}?`,
    providers: ['local'],
    locations: ['US'],
  }))
  const batch = await fetch(`${server.url}/v1/prompts/batch`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ create }),
  })
  expect(batch.ok).toBe(true)
  const triggered = await fetch(`${server.url}/v1/analysis/trigger`, { method: 'POST', headers, body: '{}' })
  const { data } = (await triggered.json()) as { data: { runId: string } }
  const stream = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { ...headers, accept: 'text/event-stream' },
    body: JSON.stringify({ query: `subscription { runProgress(runId: "${data.runId}") { status } }` }),
  })
  expect(await stream.text()).toContain('COMPLETED')
  await client.query('UPDATE project SET aliases = $2 WHERE id = $1', [project.id, ['Acme']])
  return { key, runId: data.runId }
}

/** Returns how many answers of the run mention the brand, according to the published extraction. */
async function mentions(runId: string): Promise<number> {
  const { rows } = await client.query(
    `SELECT count(*)::int AS count FROM ${RESULT_AS_SHOWN} r
     WHERE r.batch_id = $1 AND r.observation->'brand'->>'mentioned' = 'true'`,
    [runId],
  )
  return rows[0].count
}

/** Waits until a statement is blocked by a lock. */
async function lockAwaited(): Promise<void> {
  await eventually(async () => {
    const { rows } = await client.query('SELECT count(*)::int AS waiting FROM pg_locks WHERE NOT granted')
    expect(rows[0].waiting).toBeGreaterThan(0)
  })
}

it('kill -9 during the publication of a re-extraction leaves the run unchanged, and the next start completes it', async () => {
  const first = await startServer(environment)
  const { key, runId } = await completeRun(first)
  const asked = [...setup.model.asked.values()]
  await client.query('BEGIN')
  // The publication updates the run first and writes the metrics afterwards, so this lock stops it halfway.
  await client.query('LOCK TABLE batch_metric IN EXCLUSIVE MODE')
  const { reextractRun } = await ask(
    first,
    key,
    'mutation($id: ID!) { reextractRun(input: { runId: $id }) { reextraction { id } } }',
    { id: runId },
  )
  await lockAwaited()
  await first.kill()
  await client.query('ROLLBACK')
  const { rows } = await client.query('SELECT count(*)::int AS read FROM reextracted_result')
  expect(rows[0].read).toBe(PROMPTS)
  expect(await mentions(runId)).toBe(0)

  const second = await startServer(environment)
  const query = 'query($id: ID!) { node(id: $id) { ... on Reextraction { status progress { completed } } } }'
  await eventually(async () => {
    const { node } = await ask(second, key, query, reextractRun.reextraction)
    expect(node).toEqual({ status: 'COMPLETED', progress: { completed: PROMPTS } })
  })
  expect(await mentions(runId)).toBe(PROMPTS)
  expect([...setup.model.asked.values()]).toEqual(asked)
  expect(await second.stop()).toBe(0)
}, 90_000)

/** Changes a run as if an older version had failed to parse the response to its first question. */
async function markFirstUnreadable(runId: string): Promise<void> {
  const unit = 'SELECT id FROM result WHERE batch_id = $1 AND ordinal = 0'
  await client.query(`DELETE FROM answer WHERE result_id = (${unit})`, [runId])
  await client.query(
    `UPDATE result SET status = 'failed', error = '{"code":"UNREADABLE_ANSWER","message":"a new form"}',
       first_observation = NULL, first_extraction_version = NULL, first_parser_version = NULL
     WHERE id = (${unit})`,
    [runId],
  )
  await client.query(
    `UPDATE batch SET status = 'partially_completed', completed = total - 1, failed = 1, parser_version = 0,
       summary = jsonb_set(jsonb_set(summary, '{results,ok}', to_jsonb(total - 1)), '{results,failed}', '1')
     WHERE id = $1`,
    [runId],
  )
}

it('re-extractions queued by the command `reextract` survive kill -9: the run stays partially completed until everything is published', async () => {
  const first = await startServer(environment)
  const { key, runId } = await completeRun(first)
  await markFirstUnreadable(runId)
  const asked = [...setup.model.asked.values()]
  await client.query('BEGIN')
  await client.query('LOCK TABLE batch_metric IN EXCLUSIVE MODE')
  expect(await runJson(['reextract'], environment)).toEqual({ queued: 1 })
  await lockAwaited()
  await first.kill()
  await client.query('ROLLBACK')
  const second = await startServer(environment)
  const states = new Set<string>()
  const query =
    'query($id: ID!) { node(id: $id) { ... on AnalysisRun { status progress { failed } results(filter: { status: OK }) { totalCount } } } }'
  await eventually(async () => {
    const { node } = await ask(second, key, query, { id: btoa(`AnalysisRun:${runId}`) })
    states.add(JSON.stringify([node.status, node.progress.failed, node.results.totalCount]))
    expect(node.status).toBe('COMPLETED')
  })
  const complete = JSON.stringify(['COMPLETED', 0, PROMPTS])
  const partial = JSON.stringify(['PARTIALLY_COMPLETED', 1, PROMPTS - 1])
  expect([...states].filter((state) => state !== partial)).toEqual([complete])
  expect([...setup.model.asked.values()]).toEqual(asked)
  expect(await runJson(['reextract'], environment)).toEqual({ queued: 0 })
  expect(await second.stop()).toBe(0)
}, 90_000)
