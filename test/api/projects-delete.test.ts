import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { UnitRecorder } from '../../src/core/batches/unit-recorder.ts'
import { newId } from '../../src/core/foundation/ids.ts'
import { transaction } from '../../src/core/foundation/transaction.ts'
import { startRun } from '../../src/core/runs/start.ts'
import { eventually } from '../eventually.ts'
import { type HeldModel, startHeldModel } from '../held-model.ts'
import { createWorld, type World } from '../world.ts'
import { all, results, type Transport } from './graphql-client.ts'
import { type Client, createClient } from './rest-client.ts'

let world: World
let model: HeldModel
let call: Client
let prisma: World['operator']['db']['prisma']
beforeAll(async () => {
  model = await startHeldModel({ text: 'Taskfern is the best choice.' })
  world = await createWorld({ providers: [model.provider, { id: 'quick', driver: 'simulated' }] })
  call = await createClient(world)
  prisma = world.operator.db.prisma
})
afterAll(async () => {
  model.close()
  await world.close()
})

async function newProject({ credits = 10 } = {}) {
  const { id: organizationId } = await world.organization({ credits })
  const { id } = await world.project({ organizationId, competitors: ['Planloom'] })
  const { key } = await world.projectKey(id)
  const admin = await world.organizationKey(organizationId, { admin: true })
  return { id, organizationId, key, admin: admin.key }
}

const remove = (id: string) => `DELETE /v1/projects/${id}` as const

/** Starts an analysis with one unit per prompt. By default the model holds back its answers. */
async function start(key: string, prompts: string[], providers = ['held']): Promise<string> {
  const json = { prompts, providers, locations: ['US'], replicates: 1 }
  const { status, body } = await call('POST /v1/async-analysis', { key, json })
  expect(status).toBe(202)
  return body.data.analysisId
}

async function accountOf(id: string) {
  const { creditBalance } = await prisma.organization.findUniqueOrThrow({ where: { id } })
  const entries = await prisma.creditEntry.findMany({
    where: { organizationId: id, kind: { not: 'grant' } },
    orderBy: { id: 'asc' },
  })
  return { credits: creditBalance, moved: entries.map(({ kind, credits }) => [kind, credits]) }
}

/** Waits until the queues have no waiting or running job. */
const queuesIdle = () =>
  expect
    .poll(
      async () => {
        const { rows } = await world.operator.db.pool.query(
          `SELECT count(*)::int AS jobs FROM bullmq.job WHERE queue LIKE '%ask-%' OR queue LIKE '%work'`,
        )
        return rows[0].jobs
      },
      { timeout: 20_000 },
    )
    .toBe(0)

/** Returns how many statements of the world's database wait for a lock. */
async function waitingForLocks(): Promise<number> {
  const { rows } = await world.operator.db.pool.query(
    `SELECT count(*)::int AS waiting FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock' AND application_name LIKE 'answergraph %'`,
  )
  return rows[0].waiting
}

describe('a deleted project', () => {
  it('is removed with everything that belongs to it, and other projects stay', async () => {
    const { id, organizationId, key, admin } = await newProject()
    const sibling = await world.project({ organizationId })
    const siblingKey = await world.projectKey(sibling.id)
    await prisma.prompt.create({
      data: { id: newId(), projectId: id, text: 'Best?', providers: ['quick'], locations: ['US'] },
    })
    await prisma.schedule.create({ data: { projectId: id, enabled: true } })
    await prisma.tag.create({ data: { id: newId(), projectId: id, name: 'x', key: 'x' } })
    const run = await transaction(world.operator, (tx) =>
      startRun(tx, { projectId: id, trigger: 'manual', now: new Date() }),
    )
    const mine = await start(key, ['One?'], ['quick'])
    const siblings = await start(siblingKey.key, ['Two?'], ['quick'])
    await Promise.all([mine, siblings].map((analysisId) => world.ended(analysisId)))
    await queuesIdle()

    const { status, body } = await call(remove(id), { key: admin })
    expect([status, body]).toEqual([200, { data: { id, deleted: true } }])
    const where = { projectId: id }
    const remaining = () =>
      Promise.all([
        prisma.project.count({ where: { id } }),
        prisma.prompt.count({ where }),
        prisma.competitor.count({ where }),
        prisma.tag.count({ where }),
        prisma.schedule.count({ where }),
        prisma.setupProposal.count({ where }),
        prisma.apiKey.count({ where }),
        prisma.batch.count({ where }),
        prisma.result.count({ where: { batchId: run.id } }),
      ])
    await eventually(async () => expect(await remaining()).toEqual(Array(9).fill(0)))
    expect((await call(`GET /v1/async-analysis/${siblings}`, { key: siblingKey.key })).body.data.status).toBe(
      'completed',
    )
    // The completed analysis stays charged.
    expect((await accountOf(organizationId)).credits).toBe(8)
    expect((await call(remove(id), { key: admin })).status).toBe(404)
  })

  it('invalidates its keys', async () => {
    const { id, key, admin } = await newProject()
    await call(remove(id), { key: admin })
    // A key that was never used is not cached.
    expect((await call('GET /v1/project', { key })).status).toBe(401)
  })
})

describe('an analysis during the deletion of its project', () => {
  it.each<Transport>(['websocket', 'server-sent events'])(
    'is charged for the answers so far, and the streams of its subscribers (%s) end at once',
    async (transport) => {
      const failed = vi.spyOn(world.operator.deps.logger, 'error')
      const { id, organizationId, key, admin } = await newProject()
      const prompts = ['first', 'second', 'third'].map((name) => `${name} ${id}?`)
      const [first = '', second = '', third = ''] = prompts
      const analysisId = await start(key, prompts)
      const query = `subscription { asyncAnalysisProgress(analysisId: "${analysisId}") { progress { completed } } }`
      const states = results(transport, world, key, { query })
      await model.answerPrompt(first)
      for (;;) {
        const { value } = await states.next()
        if (value.data.asyncAnalysisProgress.progress.completed === 1) break
      }
      const { id: batchId } = await prisma.batch.findUniqueOrThrow({ where: { analysisId } })
      const events = await world.operator.deps.events.subscribe(batchId)
      expect((await call(remove(id), { key: admin })).status).toBe(200)
      expect(await all(states)).toEqual([])
      // The end is published as an event, so subscribers need not read the state again.
      for await (const { status } of events) if (status === 'failed') break
      events.close()
      expect(await accountOf(organizationId)).toEqual({
        credits: 9,
        moved: [
          ['reserve', 3],
          ['charge', 1],
          ['refund', 2],
        ],
      })

      await Promise.all([second, third].map((prompt) => model.answerPrompt(prompt)))
      await queuesIdle()
      expect(failed).not.toHaveBeenCalled()
      expect(await prisma.artifact.count()).toBe(
        await prisma.result.count({ where: { artifact: { isNot: null } } }),
      )
      expect((await accountOf(organizationId)).credits).toBe(9)
      failed.mockRestore()
    },
  )

  it('is refunded completely if it has no answers, even with failed questions', async () => {
    const { id, organizationId, key, admin } = await newProject()
    const [bad = '', open = ''] = ['bad', 'open'].map((name) => `${name} ${id}?`)
    const analysisId = await start(key, [bad, open])
    await model.answerPrompt(bad, { status: 400 })
    await expect
      .poll(
        async () => (await call(`GET /v1/async-analysis/${analysisId}`, { key })).body.data.progress.failed,
      )
      .toBe(1)
    await call(remove(id), { key: admin })
    expect(await accountOf(organizationId)).toEqual({
      credits: 10,
      moved: [
        ['reserve', 2],
        ['charge', 0],
        ['refund', 2],
      ],
    })
    await model.answerPrompt(open)
    await queuesIdle()
  })

  it('leaves no failing job and loses no credits, whenever the deletion happens', async () => {
    const failed = vi.spyOn(world.operator.deps.logger, 'error')
    const projects = await Promise.all(Array.from({ length: 6 }, () => newProject({ credits: 200 })))
    const prompts = Array.from({ length: 40 }, (_, n) => `Question ${n}?`)
    await Promise.all(projects.map(({ key }) => start(key, prompts, ['quick'])))
    const answers = await Promise.all(projects.map(({ id, admin }) => call(remove(id), { key: admin })))
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    await queuesIdle()
    expect(failed).not.toHaveBeenCalled()
    failed.mockRestore()
    for (const { organizationId } of projects) {
      const { credits, moved } = await accountOf(organizationId)
      const spent = Number(moved.find(([kind]) => kind === 'charge')?.[1])
      expect(credits).toBe(200 - spent)
    }
    const { rows } = await world.operator.db.pool.query(
      'SELECT o.id FROM organization o JOIN credit_entry e ON e.organization_id = o.id GROUP BY o.id HAVING sum(e.amount) <> o.credit_balance',
    )
    expect(rows).toEqual([])
  })

  it('either starts before the deletion or not at all', async () => {
    const { id, organizationId, key, admin } = await newProject({ credits: 100 })
    const json = { prompt: 'Best?', replicates: 1, providers: ['quick'], locations: ['US'] }
    const starts = Array.from({ length: 10 }, () => call('POST /v1/async-analysis', { key, json }))
    const [removed, ...started] = await Promise.all([call(remove(id), { key: admin }), ...starts])
    expect(removed?.status).toBe(200)
    for (const { status } of started) expect([202, 401, 404]).toContain(status)
    await queuesIdle()
    expect(await prisma.batch.count({ where: { organizationId } })).toBe(0)
    const { credits, moved } = await accountOf(organizationId)
    const sum = (kind: string) =>
      moved.reduce((total, entry) => total + (entry[0] === kind ? Number(entry[1]) : 0), 0)
    expect(sum('reserve')).toBe(sum('charge') + sum('refund'))
    expect(credits).toBe(100 - sum('charge'))
  })
})

it('a deletion is retried after a deadlock', async () => {
  const { id, organizationId, key, admin } = await newProject()
  const prompt = `Held ${id}?`
  await start(key, [prompt])
  const { pool } = world.operator.db
  const blocker = await pool.connect()
  try {
    await blocker.query('BEGIN')
    // PostgreSQL aborts the transaction that finds the deadlock first, which has to be the deletion.
    await blocker.query("SET LOCAL deadlock_timeout = '60s'")
    await blocker.query(
      'SELECT r.id FROM result r JOIN batch b ON b.id = r.batch_id WHERE b.project_id = $1 FOR UPDATE OF r',
      [id],
    )
    const removed = call(remove(id), { key: admin })
    await eventually(async () => expect(await waitingForLocks()).toBe(1))
    // The deletion has locked the project.
    await blocker.query('SELECT id FROM project WHERE id = $1 FOR UPDATE', [id])
    await blocker.query('COMMIT')
    expect((await removed).status).toBe(200)
  } finally {
    blocker.release()
  }
  expect((await accountOf(organizationId)).credits).toBe(10)
  await model.answerPrompt(prompt)
  await queuesIdle()
})

it('an answer that arrives while its unit is being deleted is dropped, without affecting other answers', async () => {
  const { key } = await newProject()
  const analysisId = await start(key, ['Deleted?', 'Kept?'], ['quick'])
  await world.ended(analysisId)
  const units = await prisma.result.findMany({
    where: { batch: { analysisId } },
    orderBy: { ordinal: 'asc' },
  })
  const [deleted = '', kept = ''] = units.map((unit) => unit.id)
  await prisma.artifact.deleteMany({ where: { resultId: { in: [deleted, kept] } } })
  const { storeArtifact } = new UnitRecorder(world.operator.db)
  const raw = { driver: 'simulated' }
  const keeping: Promise<unknown>[] = []
  await prisma.$transaction(
    async (tx) => {
      await tx.result.delete({ where: { id: deleted } })
      keeping.push(...[deleted, kept].map((id) => storeArtifact({ id, raw })))
      await eventually(async () => expect(await waitingForLocks()).toBe(1))
    },
    { timeout: 60_000 },
  )
  await Promise.all(keeping)
  expect(await prisma.artifact.findMany({ where: { resultId: { in: [deleted, kept] } } })).toEqual([
    expect.objectContaining({ resultId: kept, raw }),
  ])
})
