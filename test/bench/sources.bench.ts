/** The sources of a project's latest runs as they were written when the runs ended, beside counting them in the results. */

import { newId } from '../../src/core/ids.ts'
import { sweepMetrics } from '../../src/core/measurements/remeasure.ts'
import { createProject } from '../../src/core/projects/create.ts'
import { pageSources, type SourceRecord } from '../../src/core/results/sources.ts'
import { openBenchPostgres, openOrganization } from './bench-postgres.ts'

const ROUNDS = 5
const RUNS = 12
const RESULTS = 3_500

const postgres = await openBenchPostgres()
const application = await postgres.application('postgres')
const { operator, ctx } = await openOrganization(application, 0)
const { organizationId } = ctx.actor
const { pool } = operator.db
const { id: projectId } = await createProject({ ctx: operator, input: { organizationId, name: 'Taskfern' } })
const runs = Array.from({ length: RUNS }, () => newId())
await pool.query(
  `INSERT INTO batch (id, kind, organization_id, project_id, trigger, status, brand_name, snapshot, total, completed,
     extraction_version, summary, finished_at)
   SELECT id, 'run', $2, $3, 'manual', 'completed', 'Taskfern', '{"brand":{"name":"Taskfern"},"competitors":[]}', $4, $4, 1,
     json_build_object('results', json_build_object('ok', $4::int), 'entities', '[]'::json), now()
   FROM unnest($1::uuid[]) AS id`,
  [runs, organizationId, projectId, RESULTS],
)
await pool.query(
  `INSERT INTO batch_prompt (batch_id, ordinal, text)
   SELECT id, n, 'Question ' || n FROM unnest($1::uuid[]) AS id, generate_series(0, 99) AS n`,
  [runs],
)
await pool.query(
  `INSERT INTO result (id, batch_id, ordinal, prompt_ordinal, provider, location, replicate, status, first_observation)
   SELECT gen_random_uuid(), b, n, n % 100, 'chatgpt', 'US', 1, 'ok', json_build_object(
     'brand', '{"mentioned":false,"denied":false,"mentionCount":0,"firstOffset":null,"position":null,"spans":[]}'::json,
     'sentiment', '{"label":null,"score":null,"positive":0,"neutral":0,"negative":0}'::json, 'competitors', '[]'::json,
     'recommendation', '{"recommended":false,"strength":null,"rank":null,"listSize":null,"evidence":null}'::json,
     'citations', (SELECT json_agg(json_build_object('position', p, 'url', 'https://site.example/' || p, 'title', 'A title',
       'domain', 'site-' || floor(300 * power(random(), 3)) || '.example', 'kind', CASE WHEN p < 7 THEN 'cited' ELSE 'retrieved' END,
       'owner', 'third_party', 'competitorId', NULL)) FROM generate_series(1, 8) AS p WHERE n >= 0))
   FROM unnest($1::uuid[]) AS b, generate_series(0, $2 - 1) AS n`,
  [runs, RESULTS],
)
await pool.query('ANALYZE')

const counted = await least()
while ((await sweepMetrics({ ctx: operator })) > 0) {
  // A few at a time.
}
const written = await least()
console.log(
  `  ${RUNS} runs of ${RESULTS} results: written ${written.time.toFixed(1)} ms, counted ${counted.time.toFixed(0)} ms; ratio ${(written.time / counted.time).toFixed(3)} (aim at most 0.1); ${JSON.stringify(written.page) === JSON.stringify(counted.page) ? 'the same sites' : 'DIFFERENT sites'}`,
)
await application.close()
await postgres.close()

async function least() {
  let time = Number.POSITIVE_INFINITY
  let page: SourceRecord[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const start = performance.now()
    ;[page = []] = await pageSources(ctx, [{ id: runs[0] ?? '', runIds: runs }], {
      filter: {},
      page: { after: null, before: null, backward: false, size: 50 },
    })
    time = Math.min(time, performance.now() - start)
  }
  return { time, page }
}
