import { z } from 'zod'
import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { newId } from '../ids.ts'
import { parse } from '../parse.ts'
import { lockOwnProject } from '../projects/lock-own.ts'
import { requestedProject } from '../projects/requested.ts'
import { snapshotOf } from '../projects/snapshot.ts'
import { transaction } from '../transaction.ts'
import { type ProjectReextractionRecord, readProjectReextractions } from './of-project.ts'
import type { ReextractionRecord } from './record.ts'
import { startReextraction } from './start.ts'

const inputSchema = z.strictObject({ projectId: z.string('must be a text').optional() })

/**
 * Queues that the whole history of a project is read again, as `reextractRun` does for one run; a member names the project,
 * a key has one. Each run changes by itself, the oldest first.
 * @returns the whole, and its parts: one for each ended run, in their order
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; BAD_REQUEST; NOT_FOUND, also for another tenant's
 */
export async function reextractProject({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof inputSchema>
}): Promise<{ whole: ProjectReextractionRecord; parts: ReextractionRecord[] }> {
  authorize(ctx, 'settings:write')
  const projectId = requestedProject(ctx, parse(inputSchema, input).projectId)
  const { id, parts } = await transaction(ctx, async (tx) => {
    await lockOwnProject(ctx, tx.db, projectId)
    const snapshot = await snapshotOf(tx.db, projectId)
    const runs = await tx.db.batch.findMany({
      where: { projectId, kind: 'run', finishedAt: { not: null } },
      select: { id: true },
      orderBy: { id: 'asc' },
    })
    const now = ctx.now()
    const parts: ReextractionRecord[] = []
    for (const { id } of runs) parts.push(await startReextraction(tx, { batchId: id, snapshot, now }))
    const reextractionIds = parts.map(({ id }) => id)
    const { id } = await tx.db.projectReextraction.create({
      data: { id: newId(), projectId, reextractionIds, createdAt: now },
    })
    return { id, parts }
  })
  const [whole] = await readProjectReextractions({ ctx, input: { ids: [id] } })
  // Deleted between the two, with its project.
  if (!whole) throw notFound('Project')
  return { whole, parts }
}
