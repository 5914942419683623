import { z } from 'zod'
import { authorize } from '../access/authorize.ts'
import { lockOwnProject } from '../access/project-access.ts'
import type { Ctx } from '../foundation/context.ts'
import { notFound } from '../foundation/errors.ts'
import { parse } from '../foundation/parse.ts'
import { transaction } from '../foundation/transaction.ts'
import { readReextractions } from './read.ts'
import { type ProjectReextractionRecord, readProjectReextractions } from './read-project.ts'
import type { ReextractionRecord } from './row.ts'
import { endReextraction } from './transitions.ts'

const runInputSchema = z.strictObject({ reextractionId: z.string('must be a text') })
const projectInputSchema = z.strictObject({ projectReextractionId: z.string('must be a text') })

/**
 * Cancels a re-extraction. The results of its run stay unchanged. A re-extraction that has already ended is returned
 * unchanged.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; NOT_FOUND, including for another tenant's re-extraction
 */
export async function cancelReextraction({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof runInputSchema>
}): Promise<ReextractionRecord> {
  authorize(ctx, 'settings:write')
  const { reextractionId } = parse(runInputSchema, input)
  const read = () => onlyRecord(readReextractions({ ctx, input: { ids: [reextractionId] } }))
  const { id } = await read()
  await transaction(ctx, (tx) => endReextraction(tx, id, { status: 'cancelled', at: ctx.now() }))
  return read()
}

/**
 * Cancels the unfinished parts of a project's re-extraction. Runs with published new results keep them; the other runs
 * stay unchanged. A re-extraction that has already ended is returned unchanged.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; NOT_FOUND, including for another tenant's re-extraction
 */
export async function cancelProjectReextraction({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof projectInputSchema>
}): Promise<ProjectReextractionRecord> {
  authorize(ctx, 'settings:write')
  const { projectReextractionId } = parse(projectInputSchema, input)
  const read = () => onlyRecord(readProjectReextractions({ ctx, input: { ids: [projectReextractionId] } }))
  const { projectId, reextractionIds } = await read()
  await transaction(ctx, async (tx) => {
    await lockOwnProject(ctx, tx.db, projectId, { gone: notFound('Re-extraction') })
    for (const id of reextractionIds) await endReextraction(tx, id, { status: 'cancelled', at: ctx.now() })
  })
  return read()
}

/**
 * Returns the record of a lookup by a single id.
 * @throws {AppError} NOT_FOUND
 */
async function onlyRecord<Item>(lookup: Promise<(Item | null)[]>): Promise<Item> {
  const [record] = await lookup
  if (!record) throw notFound('Re-extraction')
  return record
}
