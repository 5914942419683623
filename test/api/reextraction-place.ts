import { watchBatch } from '../../src/core/batches/watch.ts'
import type { Ctx } from '../../src/core/context.ts'
import { newId } from '../../src/core/ids.ts'
import { snapshotOf } from '../../src/core/projects/snapshot.ts'
import { readReextractions } from '../../src/core/reextractions/read.ts'
import type { ReextractionRecord } from '../../src/core/reextractions/record.ts'
import { reextract } from '../../src/core/reextractions/reextract.ts'
import { startReextraction } from '../../src/core/reextractions/start.ts'
import { readResults } from '../../src/core/results/read.ts'
import { startRun } from '../../src/core/runs/start.ts'
import { transaction } from '../../src/core/transaction.ts'
import { readTrends } from '../../src/core/trends/read.ts'
import { startSlowModel } from '../faults/slow-model.ts'
import { createWorld, type World, type WorldOptions } from '../world.ts'

/** A world whose answers are all "1. **Acme** is the best choice.\n2. Globex comes second." */
export async function openReextractionWorld(options: Pick<WorldOptions, 'redis'> = {}) {
  const model = await startSlowModel()
  model.answer(1_000_000)
  const provider = {
    id: 'local',
    driver: 'openai-compatible',
    model: 'slow-1',
    baseUrl: model.url,
    options: { concurrency: 50, locationHint: false },
  }
  const world = await createWorld({ ...options, providers: [provider] })
  return {
    world,
    /** How many questions were asked. */
    questions: () => [...model.asked.values()].reduce((sum, times) => sum + times, 0),
    close: async () => {
      await world.close()
      model.close()
    },
  }
}

/** A project and a member of its organization. */
export interface Place {
  ctx: Ctx
  organizationId: string
  projectId: string
}

/** A project of a brand that no answer names, Acme by another name. */
export async function newPlace(world: World, { prompts = 12, locations = ['US'] } = {}): Promise<Place> {
  const { id: organizationId } = await world.organization()
  const { id: projectId } = await world.project({ organizationId, name: 'Initech', competitors: ['Globex'] })
  await world.operator.db.prisma.prompt.createMany({
    data: Array.from({ length: prompts }, (_, n) => ({
      id: newId(),
      projectId,
      text: `Which tool is best, ${n}?`,
      providers: ['local'],
      locations,
    })),
  })
  const actor = { type: 'member', userId: newId(), organizationId, role: 'admin' } as const
  return { ctx: { ...world.operator, actor }, organizationId, projectId }
}

/** A run of it that has ended. */
export async function run({ ctx, projectId }: Place): Promise<string> {
  const { id } = await transaction(ctx, (tx) => startRun(tx, { projectId, trigger: 'schedule' }))
  for await (const _ of watchBatch(ctx, id)) {
    // Only the end counts.
  }
  return id
}

/** As many locations as it takes for 240 results. */
export const LARGE = {
  locations: ['US', 'GB', 'DE', 'FR', 'IT', 'ES', 'NL', 'BE', 'AT', 'CH'].concat([
    'SE',
    'NO',
    'DK',
    'FI',
    'PL',
    'CZ',
    'PT',
    'IE',
    'JP',
    'CA',
  ]),
}

/** From now on the brand is looked for by the name that every answer names. */
export async function findAcme({ ctx, projectId }: Place): Promise<void> {
  await ctx.db.prisma.project.update({ where: { id: projectId }, data: { aliases: ['Acme'] } })
}

/** Begins without queueing a job: the test does the work itself. */
export function begin({ ctx, projectId }: Place, batchId: string): Promise<ReextractionRecord> {
  return transaction(ctx, async (tx) =>
    startReextraction(
      { ...tx, enqueue: () => {} },
      { batchId, snapshot: await snapshotOf(tx.db, projectId), now: ctx.now() },
    ),
  )
}

/** Does the work of a re-extraction. */
export function work(reextractionId: string, ctx: Ctx): Promise<void> {
  return reextract({ ctx, input: { reextractionId, tries: 1 } })
}

/** Resolves once each has ended; a change of its run is published when it has. */
export async function ended(
  { ctx }: Place,
  reextractions: ReextractionRecord[],
): Promise<ReextractionRecord[]> {
  return Promise.all(
    reextractions.map(async ({ id, runId }) => {
      const subscription = await ctx.deps.events.subscribe(runId)
      const read = async () => (await readReextractions({ ctx, input: { ids: [id] } }))[0]
      try {
        let state = await read()
        if (state?.finishedAt) return state
        for await (const _ of subscription) {
          state = await read()
          if (state?.finishedAt) return state
        }
        throw new Error('the events ended')
      } finally {
        subscription.close()
      }
    }),
  )
}

/** Everything of a run that a reader can see. */
export async function everything({ ctx, projectId }: Place, runId: string) {
  const { prisma } = ctx.db
  return {
    run: await prisma.batch.findUnique({ where: { id: runId } }),
    results: await readResults(ctx, runId, { limit: 1_000, include: { answer: true } }),
    metrics: await prisma.batchMetric.findMany({
      where: { batchId: runId },
      orderBy: [{ scope: 'asc' }, { scopeValue: 'asc' }, { entity: 'asc' }],
    }),
    trends: await readTrends({ ctx, input: { projectId } }),
  }
}

/** How many answers are kept in a reading that no run of the project shows and nobody is at work on. */
export async function leftOver({ ctx, projectId }: Place): Promise<number> {
  const { rows } = await ctx.db.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM reextracted_result s JOIN reextraction r ON r.id = s.reextraction_id
     JOIN batch b ON b.id = r.batch_id
     WHERE b.project_id = $1 AND b.reextraction_id IS DISTINCT FROM r.id AND r.status NOT IN ('queued', 'running')`,
    [projectId],
  )
  return rows[0]?.count ?? 0
}
