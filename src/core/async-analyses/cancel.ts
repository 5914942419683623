import { z } from 'zod'
import { authorize } from '../authorize.ts'
import { cancelBatch } from '../batches/cancel.ts'
import type { BatchRecord } from '../batches/row.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { parse } from '../parse.ts'
import { findAsyncAnalysis, readAsyncAnalyses } from './read.ts'

const inputSchema = z.strictObject({ analysisId: z.string('must be a text') })

/**
 * Cancels an async analysis, by its `aa_` id or the id of its row: units without an outcome fail as cancelled and are refunded,
 * the others stay and are charged. It ends `partially_completed`, or `failed` if no unit was answered, and its webhook is
 * sent. One that has ended is returned unchanged.
 * @throws {AppError} BAD_REQUEST; NOT_FOUND, also for another tenant's
 */
export async function cancelAsyncAnalysis({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof inputSchema>
}): Promise<BatchRecord> {
  authorize(ctx, 'analysis:start')
  const { analysisId } = parse(inputSchema, input)
  const { id } = await findAsyncAnalysis({ ctx, input: { id: analysisId, summary: false } })
  await cancelBatch(ctx, id)
  const [ended] = await readAsyncAnalyses({ ctx, input: { ids: [id], summary: true } })
  if (!ended) throw notFound('Async analysis')
  return ended
}
