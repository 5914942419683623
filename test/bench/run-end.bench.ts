/**
 * Measures what the end of a run with 100,000 answers costs: its alerts, its opportunities, the check of its facts and its
 * themes. Baseline: measuring the run without alerts, and extracting its answers.
 */

import { asLockedProjectId } from '../../src/core/access/visible.ts'
import { alertAboutRun } from '../../src/core/alert-checks/run-end.ts'
import { snapshotSchema } from '../../src/core/brands/snapshot.ts'
import { checkFacts } from '../../src/core/facts/check-run.ts'
import { newId } from '../../src/core/foundation/ids.ts'
import { measureEndedBatch } from '../../src/core/measurements/measure.ts'
import { extractorOf } from '../../src/core/observations/extractor.ts'
import { refreshOpportunities } from '../../src/core/opportunities/refresh.ts'
import { createProject } from '../../src/core/projects/create.ts'
import { updateSettings } from '../../src/core/settings/update.ts'
import { listProjectThemes } from '../../src/core/themes/list.ts'
import { extractWith } from '../../src/extraction/extract.ts'
import { DEMO_PROMPTS } from '../../src/process/demo/prompts.ts'
import { executeRun } from '../../src/process/demo/run.ts'
import { openBenchPostgres, openOrganization } from './bench-postgres.ts'
import { report } from './figures.ts'
import { median } from './load.ts'

const ANSWERS = 100_000
const PROVIDERS = ['chatgpt', 'perplexity', 'gemini', 'copilot', 'grok']
const LOCATIONS = ['US', 'DE', 'GB', 'FR', 'JP']
const PROMPTS = 20
/** Answers that the simulated providers give; the others are copies to other prompts. */
const ASKED = PROMPTS * PROVIDERS.length * LOCATIONS.length
const WEEK = 7 * 86_400_000

const postgres = await openBenchPostgres()
const application = await postgres.application('postgres')
const { operator, ctx } = await openOrganization(application, 0)
const { organizationId } = ctx.actor
const { pool, prisma } = operator.db
const admin = {
  ...operator,
  actor: { type: 'member', userId: newId(), organizationId, role: 'admin' } as const,
}
const { id: projectId } = await createProject({ ctx: operator, input: { organizationId, name: 'Taskfern' } })
await updateSettings({
  ctx: admin,
  input: {
    projectId,
    competitors: ['Planloom', 'Quillstack', 'Norvella Boards', 'Kanbrio', 'Meridone'].map((name) => ({
      name,
    })),
    prompts: Array.from({ length: PROMPTS }, (_, index) => {
      const { text, tags } = DEMO_PROMPTS[index % DEMO_PROMPTS.length] ?? { text: '', tags: [] }
      return { text: `${text} (${index})`, tags, providers: PROVIDERS, locations: LOCATIONS }
    }),
  },
})
const runs: string[] = []
for (const age of [2, 1])
  runs.push(await executeRun({ ...operator, now: () => new Date(Date.now() - age * WEEK) }, projectId))
for (const runId of runs) await copyAnswers(runId)
await pool.query('VACUUM (ANALYZE)')
const [previousId = '', runId = ''] = runs
// The end of the previous run stores what the next run is compared with.
await end(previousId, measureEndedBatch(alertAboutRun))
const batch = await prisma.batch.findUniqueOrThrow({ where: { id: runId } })

const withoutAlerts = await medianTime(() =>
  end(
    runId,
    measureEndedBatch(async () => async () => {}),
  ),
)
const withAlerts = await medianTime(() => end(runId, measureEndedBatch(alertAboutRun)))
const extracting = extractionTime(await textsOf(runId))
await prisma.brandFact.createMany({
  data: FACTS().map(({ text, value }) => ({ id: newId(), projectId, text, value, version: 1 })),
})
await prisma.project.update({ where: { id: projectId }, data: { factsVersion: 1 } })
const checking = await time(() => checkFacts({ ctx: operator, input: { batchId: runId } }))
const opportunities = await time(() => refreshOpportunities(operator, asLockedProjectId(projectId)))
const themes = await time(() => listProjectThemes({ ctx: admin, input: { ids: [projectId] } }))

const figure = (name: string, value: number, unit: string) =>
  ({ name, value, unit, better: 'lower' }) as const
report(`end of a run with ${ANSWERS} answers`, [
  figure('measuring with alerts, compared with measuring without', withAlerts / withoutAlerts, '×'),
  figure('checking five facts, compared with extracting the answers', checking / extracting, '×'),
  figure('computing the opportunities, compared with measuring', opportunities / withoutAlerts, '×'),
  figure('reading the themes, compared with measuring', themes / withoutAlerts, '×'),
  figure('measuring without alerts', withoutAlerts, 'ms'),
])
await application.close()
await postgres.close()

function FACTS() {
  return [
    { text: 'Founded in 2015', value: { kind: 'founded', year: 2015 } },
    { text: 'There is a free plan', value: { kind: 'free_plan', available: true } },
    { text: 'There is a free trial', value: { kind: 'free_trial', available: true, days: null } },
    {
      text: 'It has offline mode',
      value: { kind: 'feature', name: 'offline mode', available: true, aliases: [] },
    },
    {
      text: 'It costs 12 USD per month',
      value: { kind: 'price', plan: null, amount: 12, currency: 'USD', period: 'month' },
    },
  ]
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

async function medianTime(work: () => Promise<unknown>): Promise<number> {
  return median([await time(work), await time(work), await time(work)])
}

/** Computes what the end of a run writes, without writing it. */
async function end(batchId: string, handler: ReturnType<typeof measureEndedBatch>): Promise<void> {
  const ending = await prisma.batch.findUniqueOrThrow({ where: { id: batchId } })
  await handler(operator, { ...ending, status: 'completed' })
}

/** Copies the prompts and the answers of a run until it has enough answers. */
async function copyAnswers(batchId: string): Promise<void> {
  const copies = ANSWERS / ASKED - 1
  const copy = async (table: string, changed: Record<string, string>, from: string) => {
    const { rows } = await pool.query<{ name: string }>(
      `SELECT attname AS name FROM pg_attribute
       WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
      [table],
    )
    const names = rows.map(({ name }) => name)
    await pool.query(
      `INSERT INTO ${table} (${names.join(', ')})
       SELECT ${names.map((name) => changed[name] ?? `s.${name}`).join(', ')} FROM ${from}, generate_series(1, ${copies}) k`,
      [batchId],
    )
  }
  // The same id for the copy of a result and of its answer.
  const resultId = (id: string) => `md5(${id}::text || k)::uuid`
  await copy(
    'batch_prompt',
    { ordinal: `s.ordinal + k * ${PROMPTS}`, text: "s.text || ' ' || k", prompt_id: 'NULL' },
    '(SELECT * FROM batch_prompt WHERE batch_id = $1) s',
  )
  await copy(
    'result',
    {
      id: resultId('s.id'),
      ordinal: `s.ordinal + k * ${ASKED}`,
      prompt_ordinal: `s.prompt_ordinal + k * ${PROMPTS}`,
    },
    '(SELECT * FROM result WHERE batch_id = $1) s',
  )
  await copy(
    'answer',
    { result_id: resultId('s.result_id') },
    '(SELECT a.* FROM answer a JOIN result r ON r.id = a.result_id WHERE r.batch_id = $1) s',
  )
  await pool.query('UPDATE batch SET total = $2, completed = $2 WHERE id = $1', [batchId, ANSWERS])
}

async function textsOf(batchId: string): Promise<string[]> {
  const { rows } = await pool.query<{ text: string }>(
    `SELECT a.text FROM answer a JOIN result r ON r.id = a.result_id
     WHERE r.batch_id = $1 AND a.text IS NOT NULL ORDER BY r.ordinal LIMIT ${ASKED}`,
    [batchId],
  )
  return rows.map(({ text }) => text)
}

/** Returns the time to extract all answers in one thread, from the time of the first ones. */
function extractionTime(texts: readonly string[]): number {
  const { matcher } = extractorOf(snapshotSchema.parse(batch.snapshot))
  const start = performance.now()
  for (const text of texts) extractWith(matcher, { text })
  return ((performance.now() - start) / texts.length) * ANSWERS
}
