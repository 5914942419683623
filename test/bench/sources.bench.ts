/** Measures reading the stored sites and pages of a project's latest runs. Baseline: counting them in the results. */

import { asSystemBatchId } from '../../src/core/access/visible.ts'
import { newId } from '../../src/core/foundation/ids.ts'
import type { Page } from '../../src/core/foundation/page.ts'
import { createProject } from '../../src/core/projects/create.ts'
import { pageSources } from '../../src/core/sources/sites.ts'
import { countSourceUrls, pageSourceUrls } from '../../src/core/sources/urls.ts'
import { remeasureAll } from '../queued-jobs.ts'
import { openBenchPostgres, openOrganization } from './bench-postgres.ts'
import { report } from './figures.ts'

const ROUNDS = 5
const RUNS = 12
const RESULTS = 3_500
const SITES = 300
/** Maximum pages per site. */
const PAGES = 200
const COMPETITORS = 20

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
     'sentiment', '{"label":null,"score":null,"positive":0,"neutral":0,"negative":0}'::json, 'competitors', named,
     'recommendation', '{"recommended":false,"strength":null,"rank":null,"listSize":null,"evidence":null}'::json,
     'citations', (SELECT json_agg(json_build_object('position', p, 'url', 'https://' || site || '/guides/' || page || '/' || p,
       'title', 'Guide ' || page, 'domain', site, 'kind', CASE WHEN p < 7 THEN 'cited' ELSE 'retrieved' END,
       'owner', 'third_party', 'competitorId', NULL)) FROM (SELECT p, 'site-' || floor($3 * power(random(), 3)) || '.example' AS site,
         floor($4 / 8 * power(random(), 2)) AS page FROM generate_series(1, 8) AS p WHERE n >= 0) AS sources))
   FROM unnest($1::uuid[]) AS b, generate_series(0, $2 - 1) AS n, (
     SELECT json_agg(json_build_object('id', gen_random_uuid(), 'name', 'Boardly ' || c, 'mentioned', c < 6, 'mentionCount', 2,
       'position', c, 'sentiment', 0.5, 'sentimentLabel', 'positive', 'recommended', false, 'rank', c,
       'spans', '[{"start":120,"end":127},{"start":480,"end":487}]'::json)) AS named FROM generate_series(1, $5) AS c) AS competitors`,
  [runs, RESULTS, SITES, PAGES, COMPETITORS],
)
await pool.query('ANALYZE')

const page: Page = { after: null, before: null, backward: false, size: 50 }
const lists = (count: number) => [{ id: runs[0] ?? '', runIds: runs.slice(0, count).map(asSystemBatchId) }]
const site = 'site-0.example'
const READINGS: Record<string, () => Promise<unknown>> = {
  [`sites of ${RUNS} runs`]: () => pageSources(ctx, lists(RUNS), { filter: {}, page }),
  'sites of a run with their pages': () => pageSources(ctx, lists(1), { filter: {}, page, urls: true }),
  'pages of a run': () => pageSourceUrls(ctx, lists(1), { filter: {}, page }),
  'pages of a site in a run': () => pageSourceUrls(ctx, lists(1), { filter: { domain: site }, page }),
  'number of pages in a run': () => countSourceUrls(ctx, lists(1), {}),
  [`pages of ${RUNS} runs`]: () => pageSourceUrls(ctx, lists(RUNS), { filter: {}, page }),
}

const counted = await measureAll()
const start = performance.now()
await remeasureAll(operator)
const swept = performance.now() - start
await pool.query('ANALYZE')
const written = await measureAll()
console.log(`  ${RUNS} runs of ${RESULTS} results measured in ${(swept / 1000).toFixed(1)} s`)
for (const [name, before] of Object.entries(counted)) {
  const after = written[name]
  if (!after) continue
  if (JSON.stringify(after.found) !== JSON.stringify(before.found)) throw new Error(`${name} differ`)
  report('sources', [
    { name, value: after.time, unit: 'ms', better: 'lower' },
    {
      name: `${name}, compared with counting them`,
      value: after.time / before.time,
      unit: '×',
      better: 'lower',
      aim: 0.1,
    },
  ])
}
await application.close()
await postgres.close()

/** Returns the shortest duration of each query in milliseconds, and its result. */
async function measureAll() {
  const measured: Record<string, { time: number; found: unknown }> = {}
  for (const [name, read] of Object.entries(READINGS)) {
    let time = Number.POSITIVE_INFINITY
    let found: unknown
    for (let round = 0; round <= ROUNDS; round += 1) {
      const start = performance.now()
      found = await read()
      time = Math.min(time, performance.now() - start)
    }
    measured[name] = { time, found }
  }
  return measured
}
