import { z } from 'zod'
import { authorize } from '../authorize.ts'
import type { BatchRecord } from '../batches/batch-record.ts'
import { cancelBatch } from '../batches/cancel.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { parse } from '../parse.ts'
import { findAsyncAnalysis, readAsyncAnalyses } from './read.ts'

const inputSchema = z.strictObject({ analysisId: z.string('must be a text') })

/**
 * Ends an async analysis, by its `aa_` id or its row's: what has no answer yet fails as cancelled and is refunded, what was
 * answered stays and is charged. It ends `partially_completed`, or `failed` when nothing was answered, and its webhook goes
 * out. One that has ended is returned as it is.
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
  await cancelBatch({ ctx, input: { batchId: id } })
  const [ended] = await readAsyncAnalyses({ ctx, input: { ids: [id], summary: true } })
  if (!ended) throw notFound('Async analysis')
  return ended
}
