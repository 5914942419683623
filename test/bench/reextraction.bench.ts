/** Puts a new reading of a run in the place of the old one: how long it takes, and how long anybody else waits for it. */
import { newId } from '../../src/core/ids.ts'
import { swapReading } from '../../src/core/batches/swap-reading.ts'
import { createProject } from '../../src/core/projects/create.ts'
import { summarize } from '../../src/metrics/summarize.ts'
import { openOrganization, openPlace } from './place.ts'

const OBSERVATION = `SELECT jsonb_build_object(
  'brand', jsonb_build_object('mentioned', (n + $4::int) % 3 > 0, 'denied', false, 'mentionCount', 1, 'firstOffset', n % 900, 'position', 1 + n % 4, 'spans', jsonb_build_array(jsonb_build_object('start', n % 900, 'end', n % 900 + 8))),
  'sentiment', jsonb_build_object('label', 'positive', 'score', (n % 21 - 10) / 10.0, 'positive', 1, 'neutral', 0, 'negative', 0),
  'competitors', (SELECT jsonb_agg(c || jsonb_build_object('mentioned', (n + i) % 4 > 0, 'mentionCount', i, 'position', i + 1, 'sentiment', 0.25, 'sentimentLabel', 'neutral', 'recommended', i = 2, 'rank', i + 1)) FROM jsonb_array_elements($3::jsonb) WITH ORDINALITY AS e (c, i)),
  'citations', (SELECT jsonb_agg(jsonb_build_object('position', i, 'url', 'https://reviews-' || i || '.example/best-' || md5((n * i)::text), 'title', 'Planning software compared ' || md5((n + i)::text), 'domain', 'reviews-' || i || '.example', 'kind', 'cited', 'owner', 'third_party', 'competitorId', null)) FROM generate_series(1, 8) i),
  'recommendation', jsonb_build_object('recommended', n % 2 = 0, 'strength', 'primary', 'rank', 1, 'listSize', 5, 'evidence', jsonb_build_object('start', 1, 'end', 45, 'text', 'Taskfern is the best choice for small teams.'))) AS observation`

const SIZES = (process.env.SIZES ?? '10000,100000').split(',').map(Number)

const place = await openPlace()
const application = await place.application('postgres')
const { operator, ctx } = await openOrganization(application, 0)
const { pool, prisma } = operator.db
const { organizationId } = ctx.actor
const project = await createProject({ ctx: operator, input: { organizationId, name: 'Taskfern' } })
const competitors = ['Planloom', 'Quillstack', 'Norvella Boards', 'Kanbrio', 'Meridone'].map((name) => ({ id: newId(), name }))
const snapshot = { brand: { name: 'Taskfern', aliases: [], domains: [] }, competitors: competitors.map((c) => ({ ...c, aliases: [], domains: [] })) }

for (const size of SIZES) {
  const batchId = await seed(size)
  const reextraction = await stage(batchId, size)
  let peak = 0
  let lag = 0
  let waited = 0
  let going = true
  const memory = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20)
  const writer = (async () => {
    while (going) {
      const at = performance.now()
      await pool.query('BEGIN; SELECT id FROM project WHERE id = \'' + project.id + '\' FOR UPDATE; COMMIT')
      waited = Math.max(waited, performance.now() - at)
      await new Promise((r) => setTimeout(r, 20))
    }
  })()
  const looper = (async () => {
    while (going) {
      const at = performance.now()
      await new Promise((r) => setTimeout(r, 10))
      lag = Math.max(lag, performance.now() - at - 10)
    }
  })()
  const start = performance.now()
  let failed = ''
  await swapReading(operator, reextraction).catch((e) => (failed = String(e.message).split('\n').pop() ?? ''))
  const took = performance.now() - start
  going = false
  clearInterval(memory)
  await Promise.all([writer, looper])
  const { rows } = await pool.query('SELECT status FROM reextraction WHERE id = $1', [reextraction.id])
  console.log(`  ${size} results: ${(took / 1000).toFixed(1)} s, ${rows[0].status} ${failed}; project locked ${waited.toFixed(0)} ms, thread held ${lag.toFixed(0)} ms, ${(peak / 2 ** 20).toFixed(0)} MB`)
  await pool.query('DELETE FROM batch')
  await pool.query('VACUUM')
}
await application.close()
await place.close()

async function seed(total: number): Promise<string> {
  const now = new Date()
  const prompts = 500
  const measured = { entities: [{ id: 'brand', name: 'Taskfern' }, ...competitors], answers: [] }
  const { id } = await prisma.batch.create({
    data: { id: newId(), kind: 'run', trigger: 'manual', organizationId, projectId: project.id, status: 'completed', brandName: 'Taskfern', snapshot, total, completed: total, startedAt: now, finishedAt: now, summary: summarize(measured) },
  })
  await pool.query(`INSERT INTO batch_prompt (batch_id, ordinal, text, tags) SELECT $1, n, 'Which tool is best, ' || n || '?', ARRAY['t' || n % 3] FROM generate_series(0, $2::int - 1) n`, [id, prompts])
  await pool.query(
    `INSERT INTO result (id, batch_id, ordinal, prompt_ordinal, provider, location, replicate, status, surface, model_reported, first_observation, first_extraction_version, answered_at)
     SELECT gen_random_uuid(), $1, n, n / greatest(1, $2::int / ${prompts}), (ARRAY['chatgpt','copilot','gemini','grok','perplexity'])[1 + n % 5], (ARRAY['US','DE'])[1 + n / 5 % 2], 1, 'ok', 'api', 'model-1', o.observation, 1, now()
     FROM generate_series(0, $2::int - 1) n, LATERAL (${OBSERVATION}) o`, [id, total, JSON.stringify(competitors), 0])
  await pool.query(`INSERT INTO answer (result_id, text, facts) SELECT id, repeat('Taskfern is the best choice. ', 100), '{}' FROM result WHERE batch_id = $1`, [id])
  await pool.query('VACUUM ANALYZE')
  return id
}

async function stage(batchId: string, total: number) {
  const row = await prisma.reextraction.create({ data: { id: newId(), batchId, snapshot, total, completed: total, status: 'running' } })
  await pool.query(
    `INSERT INTO reextracted_result (reextraction_id, result_id, observation, extraction_version)
     SELECT $1, r.id, o.observation, 2 FROM result r, LATERAL (SELECT r.ordinal AS n) s, LATERAL (${OBSERVATION}) o WHERE r.batch_id = $2`, [row.id, batchId, JSON.stringify(competitors), 1])
  await pool.query('ANALYZE')
  return row
}
