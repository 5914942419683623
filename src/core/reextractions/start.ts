import { z } from 'zod'
import type { Summary } from '../../metrics/definitions.ts'
import { authorize } from '../access/authorize.ts'
import { lockOwnProject, resolveProject } from '../access/project-access.ts'
import type { LockedProjectId } from '../access/visible.ts'
import { visibleBatches } from '../batches/read.ts'
import { type Snapshot, snapshotOf, snapshotSchema } from '../brands/snapshot.ts'
import type { Ctx, Transaction } from '../foundation/context.ts'
import { AppError, notFound } from '../foundation/errors.ts'
import { isUuid, newId } from '../foundation/ids.ts'
import { parse } from '../foundation/parse.ts'
import { transaction } from '../foundation/transaction.ts'
import { type ProjectReextractionRecord, readProjectReextractions } from './read-project.ts'
import { countReadableAgain } from './readable-again.ts'
import { type ReextractionRecord, toReextractionRecord } from './row.ts'
import { endReextraction, UNFINISHED } from './transitions.ts'

const runInputSchema = z.strictObject({ runId: z.string('must be a text') })
const projectInputSchema = z.strictObject({ projectId: z.string('must be a text').optional() })

/**
 * Queues a re-extraction of the stored answers of an ended run, using the project's current brand and competitors. It
 * does not call providers and costs no credits. The run changes once, at the end. If an unfinished re-extraction
 * exists, it is returned if it has the same brand and competitors, and cancelled otherwise.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; NOT_FOUND, including for another tenant's run; CONFLICT if the run
 *   has not ended, or if its texts were deleted
 */
export async function reextractRun({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof runInputSchema>
}): Promise<ReextractionRecord> {
  authorize(ctx, 'settings:write')
  const { runId } = parse(runInputSchema, input)
  if (!isUuid(runId)) throw notFound('Run')
  return transaction(ctx, async (tx) => {
    const run = await tx.db.batch.findFirst({
      where: { AND: [{ id: runId, kind: 'run' }, visibleBatches(ctx)] },
      select: { id: true, projectId: true, finishedAt: true, textsDeletedAt: true },
    })
    if (!run?.projectId) throw notFound('Run')
    if (!run.finishedAt)
      throw new AppError('CONFLICT', 'The run has not ended yet. Re-extract it after it has ended.')
    if (run.textsDeletedAt)
      throw new AppError(
        'CONFLICT',
        `The texts of this run were deleted on ${run.textsDeletedAt.toISOString().slice(0, 10)}, so its answers cannot be extracted again. Its figures stay.`,
      )
    await lockOwnProject(ctx, tx.db, run.projectId, { gone: notFound('Run') })
    const snapshot = await snapshotOf(tx.db, run.projectId)
    return startReextraction(tx, { batchId: run.id, snapshot, now: ctx.now() })
  })
}

/**
 * Queues a re-extraction of every ended run of a project with texts; see {@link reextractRun}. Members must pass `projectId`; a
 * project key implies it. The runs are published separately, oldest first.
 * @returns the re-extraction of the project, and its parts: one per ended run, oldest first
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; BAD_REQUEST; NOT_FOUND, including for another tenant's project
 */
export async function reextractProject({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof projectInputSchema>
}): Promise<{ whole: ProjectReextractionRecord; parts: ReextractionRecord[] }> {
  authorize(ctx, 'settings:write')
  const projectId = resolveProject(ctx, parse(projectInputSchema, input).projectId)
  const { id, parts } = await transaction(ctx, async (tx) => {
    const project = await lockOwnProject(ctx, tx.db, projectId)
    return startProjectReextraction(tx, { projectId: project.id, now: ctx.now() })
  })
  const [whole] = await readProjectReextractions({ ctx, input: { ids: [id] } })
  // The project was deleted in the meantime.
  if (!whole) throw notFound('Project')
  return { whole, parts }
}

/**
 * Queues a re-extraction of every ended run of a project, using its current brand and competitors.
 */
export async function startProjectReextraction(
  tx: Transaction,
  { projectId, now }: { projectId: LockedProjectId; now: Date },
): Promise<{ id: string; parts: ReextractionRecord[] }> {
  const snapshot = await snapshotOf(tx.db, projectId)
  const runs = await tx.db.batch.findMany({
    // Runs without texts cannot be extracted again, and stay as they are.
    where: { projectId, kind: 'run', finishedAt: { not: null }, textsDeletedAt: null },
    select: { id: true },
    orderBy: { id: 'asc' },
  })
  const parts: ReextractionRecord[] = []
  for (const { id } of runs) parts.push(await startReextraction(tx, { batchId: id, snapshot, now }))
  const reextractionIds = parts.map(({ id }) => id)
  const { id } = await tx.db.projectReextraction.create({
    data: { id: newId(), projectId, reextractionIds, createdAt: now },
  })
  return { id, parts }
}

/**
 * Queues a re-extraction of an ended batch with the given snapshot. An unfinished one with the same snapshot is
 * returned instead. An unfinished one with another snapshot is out of date and is cancelled.
 */
export async function startReextraction(
  tx: Transaction,
  { batchId, snapshot, now }: { batchId: string; snapshot: Snapshot; now: Date },
): Promise<ReextractionRecord> {
  const { db } = tx
  // The lock makes the second of two concurrent requests find the re-extraction that the first one started.
  await db.$queryRaw`SELECT id FROM batch WHERE id = ${batchId}::uuid FOR NO KEY UPDATE`
  const unfinished = await db.reextraction.findFirst({ where: { batchId, status: { in: [...UNFINISHED] } } })
  if (unfinished) {
    if (isSame(snapshotSchema.parse(unfinished.snapshot), snapshot)) return toReextractionRecord(unfinished)
    await endReextraction(tx, unfinished.id, { status: 'cancelled', at: now })
  }
  const { projectId, summary } = await db.batch.findUniqueOrThrow({
    where: { id: batchId },
    select: { projectId: true, summary: true },
  })
  const total = await countReadableAgain(db, { id: batchId, summary: summary as Summary | null })
  const reextraction = await db.reextraction.create({
    data: { id: newId(), batchId, snapshot, total, createdAt: now, changedAt: now },
  })
  tx.enqueue({ name: 'reextract', reextractionId: reextraction.id })
  if (projectId) tx.publish({ reextractionId: reextraction.id, projectId, seq: reextraction.seq })
  return toReextractionRecord(reextraction)
}

/** Compares snapshots as JSON. Both are parsed by the same schema, so their keys have the same order. */
function isSame(a: Snapshot, b: Snapshot): boolean {
  return JSON.stringify(a) === JSON.stringify(snapshotSchema.parse(b))
}
