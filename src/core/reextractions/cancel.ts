import { z } from 'zod'
import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { parse } from '../parse.ts'
import { lockOwnProject } from '../project-access.ts'
import { transaction } from '../transaction.ts'
import { readReextractions } from './read.ts'
import { type ProjectReextractionRecord, readProjectReextractions } from './read-project.ts'
import type { ReextractionRecord } from './row.ts'
import { endReextraction } from './transitions.ts'

const runInputSchema = z.strictObject({ reextractionId: z.string('must be a text') })
const projectInputSchema = z.strictObject({ projectReextractionId: z.string('must be a text') })

/**
 * Cancels a re-extraction; the results of its run stay unchanged. One that has ended is returned as it is.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; NOT_FOUND, also for another tenant's
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
  const read = () => existing(readReextractions({ ctx, input: { ids: [reextractionId] } }))
  const { id } = await read()
  await transaction(ctx, (tx) => endReextraction(tx, id, { status: 'cancelled', at: ctx.now() }))
  return read()
}

/**
 * Cancels the unfinished parts of the re-extraction of a project. Runs whose new results were published keep them; the other
 * runs stay unchanged. One that has ended is returned as it is.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; NOT_FOUND, also for another tenant's
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
  const read = () => existing(readProjectReextractions({ ctx, input: { ids: [projectReextractionId] } }))
  const { projectId, reextractionIds } = await read()
  await transaction(ctx, async (tx) => {
    await lockOwnProject(ctx, tx.db, projectId, notFound('Re-extraction'))
    for (const id of reextractionIds) await endReextraction(tx, id, { status: 'cancelled', at: ctx.now() })
  })
  return read()
}

/** The only record of a lookup by one id. */
async function existing<Found>(lookup: Promise<(Found | null)[]>): Promise<Found> {
  const [found] = await lookup
  if (!found) throw notFound('Re-extraction')
  return found
}
