import { asSystemBatchId } from '../../src/core/access/visible.ts'
import { snapshotOf } from '../../src/core/brands/snapshot.ts'
import type { AppCtx } from '../../src/core/context.ts'
import { newId } from '../../src/core/foundation/ids.ts'
import { transaction } from '../../src/core/foundation/transaction.ts'
import { readReextractions } from '../../src/core/reextractions/read.ts'
import { reextract } from '../../src/core/reextractions/reextract.ts'
import type { ReextractionRecord } from '../../src/core/reextractions/row.ts'
import { startReextraction } from '../../src/core/reextractions/start.ts'
import { readResults } from '../../src/core/results/read.ts'
import { startRun } from '../../src/core/runs/start.ts'
import { readTrends } from '../../src/core/trends/read.ts'
import { startHeldModel } from '../held-model.ts'
import { batchEnded, createWorld, type World, type WorldOptions } from '../world.ts'

/** Opens a world in which every answer is "1. **Acme** is the best choice.\n2. Globex comes second." */
export async function openReextractionWorld(options: Pick<WorldOptions, 'redis'> = {}) {
  const model = await startHeldModel()
  model.answer(1_000_000)
  const provider = {
    id: 'local',
    driver: 'openai-compatible',
    model: 'held-1',
    baseUrl: model.url,
    options: { concurrency: 50, locationHint: false },
  }
  const world = await createWorld({ ...options, providers: [provider] })
  return {
    world,
    /** Returns how many questions reached the model. */
    questions: () => [...model.asked.values()].reduce((sum, times) => sum + times, 0),
    close: async () => {
      await world.close()
      model.close()
    },
  }
}

/** A project, and the context of a member of its organization. */
export interface ReextractionProject {
  ctx: AppCtx
  organizationId: string
  projectId: string
}

/** Creates a project of the brand Initech. No answer names the brand until it has the alias Acme. */
export async function createReextractionProject(
  world: World,
  { prompts = 12, locations = ['US'] } = {},
): Promise<ReextractionProject> {
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
  return { ctx: world.member(organizationId), organizationId, projectId }
}

/** Runs the project's prompts once and returns the id of the ended run. */
export async function run({ ctx, projectId }: ReextractionProject): Promise<string> {
  const { id } = await transaction(ctx, (tx) => startRun(tx, { projectId, trigger: 'schedule' }))
  await batchEnded(ctx, id)
  return id
}

/** Twenty locations: 240 results with the default of 12 prompts. */
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

/** Adds the alias Acme, so that the next extraction finds the brand in every answer. */
export async function findAcme({ ctx, projectId }: ReextractionProject): Promise<void> {
  await ctx.db.prisma.project.update({ where: { id: projectId }, data: { aliases: ['Acme'] } })
}

/** Starts a re-extraction without a job, because the test runs it itself. */
export function startWithoutJob(
  { ctx, projectId }: ReextractionProject,
  batchId: string,
): Promise<ReextractionRecord> {
  return transaction(ctx, async (tx) =>
    startReextraction(
      { ...tx, enqueue: () => {} },
      { batchId, snapshot: await snapshotOf(tx.db, projectId), now: ctx.now() },
    ),
  )
}

/** Runs a re-extraction until it ends, as its job does. */
export function executeReextraction(reextractionId: string, ctx: AppCtx): Promise<void> {
  return reextract({ ctx, input: { reextractionId, tries: 1 } })
}

/** Waits until each re-extraction has ended, using the events of its run, and returns the final records. */
export async function waitUntilEnded(
  { ctx }: ReextractionProject,
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

/** Returns everything that can be read about a run: its row, results, metrics and trends. */
export async function readRunState({ ctx, projectId }: ReextractionProject, runId: string) {
  const { prisma } = ctx.db
  return {
    run: await prisma.batch.findUnique({ where: { id: runId } }),
    results: await readResults(ctx, asSystemBatchId(runId), { limit: 1_000, include: { answer: true } }),
    metrics: await prisma.batchMetric.findMany({
      where: { batchId: runId },
      orderBy: [{ scope: 'asc' }, { scopeValue: 'asc' }, { entity: 'asc' }],
    }),
    trends: await readTrends({ ctx, input: { projectId } }),
  }
}

/**
 * Counts the extracted results of the project that belong neither to the published extraction of a run nor to a
 * running one.
 */
export async function countUnusedResults({ ctx, projectId }: ReextractionProject): Promise<number> {
  const { rows } = await ctx.db.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM reextracted_result s JOIN reextraction r ON r.id = s.reextraction_id
     JOIN batch b ON b.id = r.batch_id
     WHERE b.project_id = $1 AND b.reextraction_id IS DISTINCT FROM r.id AND r.status NOT IN ('queued', 'running')`,
    [projectId],
  )
  return rows[0]?.count ?? 0
}
