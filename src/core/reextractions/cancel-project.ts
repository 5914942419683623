import { z } from 'zod'
import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { parse } from '../parse.ts'
import { lockOwnProject } from '../projects/lock-own.ts'
import { transaction } from '../transaction.ts'
import { endReextraction } from './move.ts'
import { type ProjectReextractionRecord, readProjectReextractions } from './of-project.ts'

const inputSchema = z.strictObject({ projectReextractionId: z.string('must be a text') })

/**
 * Ends what is under way of the re-extraction of a project: runs that were read stay as they are read now, the others as they
 * were. One that has ended is returned as it is.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; NOT_FOUND, also for another tenant's
 */
export async function cancelProjectReextraction({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof inputSchema>
}): Promise<ProjectReextractionRecord> {
  authorize(ctx, 'settings:write')
  const { projectReextractionId } = parse(inputSchema, input)
  const read = async () => {
    const [found] = await readProjectReextractions({ ctx, input: { ids: [projectReextractionId] } })
    if (!found) throw notFound('Re-extraction')
    return found
  }
  const { projectId, reextractionIds } = await read()
  await transaction(ctx, async (tx) => {
    await lockOwnProject(ctx, tx.db, projectId, notFound('Re-extraction'))
    for (const id of reextractionIds) await endReextraction(tx, id, { status: 'cancelled', at: ctx.now() })
  })
  return read()
}
