import { z } from 'zod'
import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { parse } from '../parse.ts'
import { transaction } from '../transaction.ts'
import { endReextraction } from './move.ts'
import { readReextractions } from './read.ts'
import type { ReextractionRecord } from './record.ts'

const inputSchema = z.strictObject({ reextractionId: z.string('must be a text') })

/**
 * Ends a re-extraction that is under way; its run stays as it was. One that has ended is returned as it is.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; NOT_FOUND, also for another tenant's
 */
export async function cancelReextraction({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof inputSchema>
}): Promise<ReextractionRecord> {
  authorize(ctx, 'settings:write')
  const { reextractionId } = parse(inputSchema, input)
  const read = async () => {
    const [reextraction] = await readReextractions({ ctx, input: { ids: [reextractionId] } })
    if (!reextraction) throw notFound('Re-extraction')
    return reextraction
  }
  const { id } = await read()
  await transaction(ctx, (tx) => endReextraction(tx, id, { status: 'cancelled', at: ctx.now() }))
  return read()
}
