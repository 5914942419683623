/** Measures GET /v1/analysis/runs/{id}/results, also with a thousand times as many rows in the table. Baseline: a plain server on the same rows. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { subscribeToBatch } from '../../src/core/batches/subscribe.ts'
import type { AppCtx } from '../../src/core/context.ts'
import { newId } from '../../src/core/foundation/ids.ts'
import { transaction } from '../../src/core/foundation/transaction.ts'
import { createKey } from '../../src/core/keys/create.ts'
import { createProject } from '../../src/core/projects/create.ts'
import { startRun } from '../../src/core/runs/start.ts'
import { startWorkers } from '../../src/jobs/work.ts'
import { openGateway } from '../../src/process/gateway.ts'
import { openBenchPostgres, openOrganization } from './bench-postgres.ts'
import { report } from './figures.ts'
import { type Load, load, median } from './load.ts'

const ROUNDS = 3
const MANY = 1_000_000

const postgres = await openBenchPostgres()
const application = await postgres.application('postgres')
const { services, gate, queues } = application
const { operator, ctx } = await openOrganization(application, 0)
const organizationId = ctx.actor.organizationId
const { pool, prisma } = operator.db

const workers = await startWorkers(services, queues, { alone: true })
const project = await createProject({ ctx: operator, input: { organizationId, name: 'Taskfern' } })
await prisma.competitor.createMany({
  data: ['Planloom', 'Quillstack', 'Norvella Boards', 'Kanbrio', 'Meridone'].map((name, ordinal) => ({
    id: newId(),
    projectId: project.id,
    name,
    canonicalKey: name.toLowerCase(),
    ordinal,
  })),
})
await prisma.prompt.createMany({
  data: Array.from({ length: 150 }, (_, n) => ({
    id: newId(),
    projectId: project.id,
    text: `Best project management software, question ${n}?`,
    providers: services.deps.providers.of(null).tokens(),
    locations: ['US'],
  })),
})
const { key } = await createKey({ ctx: operator, input: { projectId: project.id } })
const run = await transaction(operator, (tx) =>
  startRun(tx, { projectId: project.id, trigger: 'manual', now: new Date() }),
)
const member: AppCtx = {
  ...operator,
  actor: { type: 'member', userId: newId(), organizationId, role: 'admin' },
}
for await (const _ of subscribeToBatch(member, run.id)) {
  // Only the completion is measured.
}
workers.stop()

const gateway = await openGateway({ services, gate, host: '127.0.0.1', port: 0 })
const bare = createServer(async (_, response) => {
  const { rows } = await pool.query({
    name: 'bare',
    text: `SELECT r.*, p.text FROM result r JOIN batch_prompt p ON p.batch_id = r.batch_id AND p.ordinal = r.prompt_ordinal
           WHERE r.batch_id = $1 ORDER BY r.ordinal LIMIT 50`,
    values: [run.id],
  })
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ data: rows }))
})
await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve))
const bareUrl = `http://127.0.0.1:${(bare.address() as AddressInfo).port}/`
const url = `${gateway.url}/v1/analysis/runs/${run.id}/results?limit=50`
const headers = { authorization: `Bearer ${key}` }

const few = await rounds()
await fill(MANY)
const many = await rounds()
report('results, a page of 50 over REST', [
  { name: 'requests', value: few.ours.rate, unit: 'requests/s', better: 'higher' },
  {
    name: 'compared with bare node:http and pg',
    value: few.ours.rate / few.bare.rate,
    unit: '×',
    better: 'higher',
    aim: 0.7,
  },
  {
    name: 'median time with a million results in the table, compared with 1,050',
    value: many.ours.p50 / few.ours.p50,
    unit: '×',
    better: 'lower',
    aim: 1.3,
  },
])
bare.closeAllConnections()
bare.close()
await gateway.close()
await application.close()
await postgres.close()

async function rounds() {
  const ours: Load[] = []
  const theirs: Load[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const one = await load(url, headers)
    const other = await load(bareUrl, {})
    // The first round is a warm-up for both servers.
    if (round > 0) {
      ours.push(one)
      theirs.push(other)
    }
  }
  const middle = (loads: Load[]) => ({
    rate: median(loads.map(({ rate }) => rate)),
    p50: median(loads.map(({ p50 }) => p50)),
    size: loads[0]?.size ?? 0,
  })
  return { ours: middle(ours), bare: middle(theirs) }
}

/** Copies the run's results to other batches until the table has the given number of rows. */
async function fill(total: number): Promise<void> {
  const batches = Math.ceil(total / run.progress.total)
  await pool.query(
    `INSERT INTO batch (id, kind, organization_id, project_id, trigger, status, brand_name, snapshot, total, completed)
     SELECT gen_random_uuid(), kind, organization_id, project_id, trigger, status, brand_name, snapshot, total, completed
     FROM batch, generate_series(1, $2) WHERE id = $1`,
    [run.id, batches],
  )
  await pool.query(
    `INSERT INTO batch_prompt (batch_id, ordinal, text) SELECT b.id, p.ordinal, p.text FROM batch b, batch_prompt p
     WHERE p.batch_id = $1 AND b.id <> $1`,
    [run.id],
  )
  await pool.query(
    `INSERT INTO result (id, batch_id, ordinal, prompt_ordinal, provider, location, replicate, status)
     SELECT gen_random_uuid(), b.id, r.ordinal, r.prompt_ordinal, r.provider, r.location, r.replicate, r.status
     FROM batch b, result r WHERE r.batch_id = $1 AND b.id <> $1`,
    [run.id],
  )
  await pool.query('ANALYZE')
}
