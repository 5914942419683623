import { z } from 'zod'
import { authorize } from '../access/authorize.ts'
import type { BatchEndDeps } from '../batches/batch-end.ts'
import { cancelBatch } from '../batches/cancel.ts'
import type { BatchRecord } from '../batches/row.ts'
import type { Ctx } from '../foundation/context.ts'
import { notFound } from '../foundation/errors.ts'
import { parse } from '../foundation/parse.ts'
import { findAsyncAnalysis, readAsyncAnalyses } from './read.ts'

const inputSchema = z.strictObject({ analysisId: z.string('must be a text') })

/**
 * Cancels an async analysis, identified by its `aa_` id or its row id. Units without an outcome fail as cancelled and
 * are refunded; finished units stay and are charged. The analysis ends as `partially_completed`, or as `failed` if no
 * unit was answered, and its webhook is sent. An analysis that has already ended is returned unchanged.
 * @throws {AppError} BAD_REQUEST; NOT_FOUND, also for an analysis of another tenant
 */
export async function cancelAsyncAnalysis({
  ctx,
  input,
}: {
  ctx: Ctx<BatchEndDeps>
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
