/**
 * Fills an empty database with generated projects: `npm run generate -- --results 5000000`. The real pipeline asks the
 * simulated providers for a few projects. SQL then copies these projects with new ids. Each project has 8 weekly runs of
 * 625 results.
 */
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { readConfig } from '../../src/config/read.ts'
import type { AppCtx } from '../../src/core/context.ts'
import { newId } from '../../src/core/foundation/ids.ts'
import { createKey } from '../../src/core/keys/create.ts'
import { createOrganization } from '../../src/core/organizations/create.ts'
import { createProject } from '../../src/core/projects/create.ts'
import { updateSettings } from '../../src/core/settings/update.ts'
import { openApplication } from '../../src/process/application.ts'
import { DEMO_PROMPTS } from '../../src/process/demo/prompts.ts'
import { executeRun } from '../../src/process/demo/run.ts'
import { copyProject, type Template } from './copy-project.ts'

const RUNS = 8
const PROMPTS = 25
const PROVIDERS = ['chatgpt', 'perplexity', 'gemini', 'copilot', 'grok']
const LOCATIONS = ['US', 'DE', 'GB', 'FR', 'JP']
const RESULTS_PER_PROJECT = RUNS * PROMPTS * PROVIDERS.length * LOCATIONS.length
const COMPETITORS = ['Planloom', 'Quillstack', 'Norvella Boards', 'Kanbrio', 'Meridone']
/** Number of projects that the pipeline asks; the others are copies. */
const TEMPLATES = 4
const WEEK = 7 * 86_400_000

const { values } = parseArgs({ options: { results: { type: 'string', default: '50000' } } })
const projects = Math.ceil(Number(values.results) / RESULTS_PER_PROJECT)
if (!(projects > 0)) throw new Error('--results must be a number above 0')
const config = readConfig({ LOG_LEVEL: 'error', ...process.env })
if (!process.env.DATABASE_URL) throw new Error('DATABASE_URL must be the address of an empty database')

const application = await openApplication(config, { demo: true })
const operator: AppCtx = { ...application.services, actor: { type: 'operator' }, requestId: newId() }
const { pool, prisma } = operator.db
if ((await prisma.organization.count()) > 0) throw new Error('DATABASE_URL must be an empty database')

const begun = performance.now()
const templates: Template[] = []
for (let number = 1; number <= Math.min(TEMPLATES, projects); number += 1) {
  templates.push(await askProject(number))
  report(`asked project ${number}`)
}
const client = await pool.connect()
await allowFastCopies(client)
for (let number = templates.length + 1; number <= projects; number += 1) {
  const template = templates[number % templates.length]
  if (template) await copyProject(client, template, number)
  if (number % 10 === 0 || number === projects) report(`${number} of ${projects} projects`)
}
client.release(true)
report('collecting statistics')
await pool.query('VACUUM (ANALYZE)')
const { rows } = await pool.query<{ results: string; size: string }>(
  `SELECT (SELECT count(*) FROM result) AS results, pg_size_pretty(pg_database_size(current_database())) AS size`,
)
report(`${rows[0]?.results} results, ${rows[0]?.size}`)
const newest = await prisma.project.findFirstOrThrow({ orderBy: { id: 'desc' } })
const { key } = await createKey({ ctx: operator, input: { projectId: newest.id } })
console.log(`Key of one of the projects: ${key}`)
await application.close()

/** Creates a project and executes its weekly runs with the simulated providers. */
async function askProject(number: number): Promise<Template> {
  const organization = await createOrganization({
    ctx: operator,
    input: { name: `Generated ${number}`, plan: 'pro', credits: 10_000 },
  })
  const organizationId = organization.id
  const { id: projectId } = await createProject({
    ctx: operator,
    input: { organizationId, name: 'Taskfern' },
  })
  const prompts = Array.from({ length: PROMPTS }, (_, index) => {
    const { text, tags } = DEMO_PROMPTS[index % DEMO_PROMPTS.length] ?? { text: '', tags: [] }
    return { text: `${text} (${number}.${index})`, tags, providers: PROVIDERS, locations: LOCATIONS }
  })
  const admin = { type: 'member', userId: newId(), organizationId, role: 'admin' } as const
  await updateSettings({
    ctx: { ...operator, actor: admin },
    input: { projectId, competitors: COMPETITORS.map((name) => ({ name })), prompts },
  })
  for (let age = RUNS; age > 0; age -= 1) {
    const now = () => new Date(Date.now() - age * WEEK)
    await executeRun({ ...operator, now }, projectId)
  }
  const batches = await prisma.batch.findMany({ where: { projectId }, select: { id: true } })
  const competitors = await prisma.competitor.findMany({ where: { projectId }, select: { id: true } })
  return {
    organizationId,
    projectId,
    batchIds: batches.map(({ id }) => id),
    competitorIds: competitors.map(({ id }) => id),
  }
}

/** Turns off the checks of foreign keys and the wait for the disk, as far as the user may. */
async function allowFastCopies(client: pg.PoolClient): Promise<void> {
  await client.query('SET synchronous_commit = off')
  await client.query('SET session_replication_role = replica').catch(() => {
    report('the user of DATABASE_URL is no superuser, so foreign keys are checked, which takes longer')
  })
}

function report(message: string): void {
  console.log(`${((performance.now() - begun) / 1_000).toFixed(0).padStart(5)} s  ${message}`)
}
