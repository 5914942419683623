/**
 * Measures how long it takes to publish the re-extraction of runs of several sizes, and how long reading the run takes
 * afterwards. Baseline: copying as many rows.
 */

import { asSystemBatchId } from '../../src/core/access/visible.ts'
import { newId } from '../../src/core/foundation/ids.ts'
import { createProject } from '../../src/core/projects/create.ts'
import { publishExtraction } from '../../src/core/reextractions/publish.ts'
import { readResults } from '../../src/core/results/read.ts'
import { summarize } from '../../src/metrics/summarize.ts'
import { openBenchPostgres, openOrganization } from './bench-postgres.ts'
import { report } from './figures.ts'
import { median } from './load.ts'

const SIZES = [10_000, 100_000]
const PROMPTS = 500
const READS = 200

const postgres = await openBenchPostgres()
const application = await postgres.application('postgres')
const { operator, ctx } = await openOrganization(application, 0)
const { organizationId } = ctx.actor
const { pool, prisma } = operator.db
const project = await createProject({ ctx: operator, input: { organizationId, name: 'Taskfern' } })
const entity = { aliases: [], domains: [] }
const competitors = ['Planloom', 'Quillstack', 'Norvella Boards', 'Kanbrio', 'Meridone'].map((name) => ({
  id: newId(),
  name,
  ...entity,
}))
const snapshot = { brand: { name: 'Taskfern', ...entity }, competitors }

/** SQL for the observation of answer number `n`. $3 contains the competitors, $4 shifts the mentions. */
const OBSERVATION = `SELECT jsonb_build_object(
  'brand', jsonb_build_object('mentioned', (n + $4::int) % 3 > 0, 'denied', false, 'mentionCount', 1,
    'firstOffset', n % 900, 'position', 1 + n % 4,
    'spans', jsonb_build_array(jsonb_build_object('start', n % 900, 'end', n % 900 + 8))),
  'sentiment', jsonb_build_object('label', 'positive', 'score', (n % 21 - 10) / 10.0, 'positive', 1, 'neutral', 0,
    'negative', 0),
  'competitors', (SELECT jsonb_agg(c || jsonb_build_object('mentioned', (n + i) % 4 > 0, 'mentionCount', i,
      'position', i + 1, 'sentiment', 0.25, 'sentimentLabel', 'neutral', 'recommended', i = 2, 'rank', i + 1))
    FROM jsonb_array_elements($3::jsonb) WITH ORDINALITY AS e (c, i)),
  'citations', (SELECT jsonb_agg(jsonb_build_object('position', i, 'domain', 'reviews-' || i || '.example',
      'url', 'https://reviews-' || i || '.example/best-' || md5((n * i)::text), 'kind', 'cited',
      'title', 'Planning software compared ' || md5((n + i)::text), 'owner', 'third_party', 'competitorId', null))
    FROM generate_series(1, 8) i),
  'recommendation', jsonb_build_object('recommended', n % 2 = 0, 'strength', 'primary', 'rank', 1, 'listSize', 5,
    'evidence', jsonb_build_object('start', 1, 'end', 45, 'text', 'Taskfern is the best choice for small teams.'))
  ) AS observation`

const times: number[] = []
for (const size of SIZES) {
  const batchId = await seedRun(size)
  const reextraction = await seedReading(batchId, size)
  const before = await readPage(batchId)
  const copied = await copyReading(reextraction.id)
  const { took, waited, memory } = await watchSwap(reextraction)
  const after = await readPage(batchId)
  const { status } = await prisma.reextraction.findUniqueOrThrow({ where: { id: reextraction.id } })
  if (status !== 'completed') throw new Error(`it is ${status}`)
  times.push(took)
  report(`reextraction of ${size} results`, [
    { name: 'publishing, with all metrics', value: took, unit: 'ms', better: 'lower' },
    {
      name: 'longest wait of other changes of the project, compared with copying the rows',
      value: waited / copied,
      unit: '×',
      better: 'lower',
    },
    {
      name: 'a page of 50 afterwards, compared with before',
      value: after / before,
      unit: '×',
      better: 'lower',
    },
    { name: 'most memory of the process', value: memory, unit: 'MB', better: 'lower' },
  ])
  await pool.query('DELETE FROM batch')
  await pool.query('VACUUM')
}
const [small = 0, large = 0] = times
report('reextraction', [
  { name: '100,000 results, compared with 10,000', value: large / small, unit: '×', better: 'lower' },
])
await application.close()
await postgres.close()

/**
 * Returns the duration of the switch, the longest time that another change of the project waits for it in the database,
 * and the peak memory of the process.
 */
async function watchSwap(reextraction: Awaited<ReturnType<typeof seedReading>>) {
  const other = await pool.connect()
  const waits = other.query(`DO $$
    DECLARE start timestamptz; waited float8 := 0; BEGIN
      WHILE (SELECT status = 'running' FROM reextraction WHERE id = '${reextraction.id}') LOOP
        start := clock_timestamp();
        PERFORM id FROM project WHERE id = '${project.id}' FOR UPDATE;
        waited := greatest(waited, extract(epoch FROM clock_timestamp() - start) * 1000);
        COMMIT;
        PERFORM pg_sleep(0.002);
      END LOOP;
      PERFORM set_config('bench.waited', waited::text, false);
    END $$`)
  let memory = 0
  const timer = setInterval(() => {
    memory = Math.max(memory, process.memoryUsage().rss / 2 ** 20)
  }, 20)
  const start = performance.now()
  await publishExtraction(operator, reextraction)
  const took = performance.now() - start
  clearInterval(timer)
  await waits
  const { rows } = await other.query(`SELECT current_setting('bench.waited')::float8 AS waited`)
  other.release()
  return { took, waited: rows[0].waited as number, memory }
}

/** Measures overwriting the old observations with the new ones, and rolls back. */
async function copyReading(reextractionId: string): Promise<number> {
  const client = await pool.connect()
  const start = performance.now()
  await client.query('BEGIN')
  await client.query(
    `UPDATE result r SET first_observation = s.observation, first_extraction_version = s.extraction_version
     FROM reextracted_result s WHERE s.reextraction_id = $1 AND r.id = s.result_id`,
    [reextractionId],
  )
  const took = performance.now() - start
  await client.query('ROLLBACK')
  client.release()
  await pool.query('VACUUM result')
  return took
}

async function readPage(batchId: string): Promise<number> {
  const reads: number[] = []
  for (let read = 0; read < READS; read += 1) {
    const start = performance.now()
    await readResults(operator, asSystemBatchId(batchId), { limit: 50 })
    reads.push(performance.now() - start)
  }
  return median(reads)
}

async function seedRun(total: number): Promise<string> {
  const now = new Date()
  const measured = { entities: [{ id: 'brand', name: 'Taskfern' }, ...competitors], prompts: [], answers: [] }
  const { id } = await prisma.batch.create({
    data: {
      id: newId(),
      kind: 'run',
      trigger: 'manual',
      organizationId,
      projectId: project.id,
      status: 'completed',
      brandName: 'Taskfern',
      snapshot,
      total,
      completed: total,
      startedAt: now,
      finishedAt: now,
      summary: summarize(measured),
    },
  })
  await pool.query(
    `INSERT INTO batch_prompt (batch_id, ordinal, text, tags)
     SELECT $1, n, 'Which tool is best, ' || n || '?', ARRAY['tag ' || n % 3] FROM generate_series(0, ${PROMPTS - 1}) n`,
    [id],
  )
  await pool.query(
    `INSERT INTO result (id, batch_id, ordinal, prompt_ordinal, provider, location, replicate, status, surface,
       model_reported, first_observation, first_extraction_version, answered_at)
     SELECT gen_random_uuid(), $1, n, n * ${PROMPTS}::bigint / $2,
       (ARRAY['chatgpt', 'copilot', 'gemini', 'grok', 'perplexity'])[1 + n % 5], (ARRAY['US', 'DE'])[1 + n / 5 % 2], 1,
       'ok', 'api', 'model-1', o.observation, 1, now()
     FROM generate_series(0, $2::int - 1) n, LATERAL (${OBSERVATION}) o`,
    [id, total, JSON.stringify(competitors), 0],
  )
  return id
}

/** Reads all answers of the run without showing them. */
async function seedReading(batchId: string, total: number) {
  const reextraction = await prisma.reextraction.create({
    data: { id: newId(), batchId, snapshot, total, completed: total, status: 'running' },
  })
  await pool.query(
    `INSERT INTO reextracted_result (reextraction_id, result_id, status, simulated, observation, extraction_version)
     SELECT $1, r.id, r.status, r.simulated, o.observation, 2
     FROM result r, LATERAL (SELECT r.ordinal AS n) s, LATERAL (${OBSERVATION}) o WHERE r.batch_id = $2
     ORDER BY r.ordinal`,
    [reextraction.id, batchId, JSON.stringify(competitors), 1],
  )
  await pool.query('VACUUM ANALYZE')
  return reextraction
}
