import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { RESULT } from '../../src/core/results/reading.ts'
import { ask } from '../api/graphql-client.ts'
import { type KillPlace, openKillPlace } from './kill-place.ts'
import { runJson, type ServerProcess, startServer } from './server-process.ts'

const PROMPTS = 12

let place: KillPlace
let client: pg.Client
let environment: Record<string, string>

beforeAll(async () => {
  place = await openKillPlace({ RATE_LIMIT_PER_MINUTE: '1000000' })
  ;({ client, environment } = place)
})
afterAll(() => place.close())

/** A run that has ended, of a brand that no answer names; by another name all of them do. */
async function endedRun(server: ServerProcess): Promise<{ key: string; runId: string }> {
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

/** How many answers of the run name the brand, in the reading that it shows. */
async function mentions(runId: string): Promise<number> {
  const { rows } = await client.query(
    `SELECT count(*)::int AS count FROM ${RESULT} r
     WHERE r.batch_id = $1 AND r.observation->'brand'->>'mentioned' = 'true'`,
    [runId],
  )
  return rows[0].count
}

/** Resolves once somebody waits for the lock. */
async function somebodyWaits(): Promise<void> {
  for (let waiting = 0; waiting === 0; ) {
    const { rows } = await client.query('SELECT count(*)::int AS waiting FROM pg_locks WHERE NOT granted')
    waiting = rows[0].waiting
  }
}

it('kill -9 in the middle of the swap leaves the run as it was, and the next start reads it to the end', async () => {
  const first = await startServer(environment)
  const { key, runId } = await endedRun(first)
  const asked = [...place.model.asked.values()]
  await client.query('BEGIN')
  // The swap writes its metrics after the run points to its new reading.
  await client.query('LOCK TABLE batch_metric IN EXCLUSIVE MODE')
  const { reextractRun } = await ask(
    first,
    key,
    'mutation($id: ID!) { reextractRun(input: { runId: $id }) { reextraction { id } } }',
    { id: runId },
  )
  await somebodyWaits()
  await first.kill()
  await client.query('ROLLBACK')
  const { rows } = await client.query('SELECT count(*)::int AS read FROM reextracted_result')
  expect(rows[0].read).toBe(PROMPTS)
  expect(await mentions(runId)).toBe(0)

  const second = await startServer(environment)
  const query = 'query($id: ID!) { node(id: $id) { ... on Reextraction { status progress { completed } } } }'
  let node: { status: string; progress: { completed: number } }
  do ({ node } = await ask(second, key, query, reextractRun.reextraction))
  while (node.status === 'QUEUED' || node.status === 'RUNNING')
  expect(node).toEqual({ status: 'COMPLETED', progress: { completed: PROMPTS } })
  expect(await mentions(runId)).toBe(PROMPTS)
  expect([...place.model.asked.values()]).toEqual(asked)
  expect(await second.stop()).toBe(0)
}, 90_000)
