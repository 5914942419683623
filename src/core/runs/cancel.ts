import { z } from 'zod'
import { authorize } from '../authorize.ts'
import { cancelBatch } from '../batches/cancel.ts'
import type { BatchRecord } from '../batches/row.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { parse } from '../parse.ts'
import { readRuns } from './read.ts'

const inputSchema = z.strictObject({ runId: z.string('must be a text') })

/**
 * Cancels a run: units without an outcome fail as cancelled, the others stay. It ends `partially_completed`, or `failed` when
 * no unit was answered; a manual run still counts for its limit. One that has ended is returned unchanged.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; BAD_REQUEST; NOT_FOUND, also for another tenant's
 */
export async function cancelRun({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof inputSchema>
}): Promise<BatchRecord> {
  authorize(ctx, 'runs:start')
  const { runId } = parse(inputSchema, input)
  const read = async (summary: boolean) => {
    const [run] = await readRuns({ ctx, input: { ids: [runId], summary } })
    if (!run) throw notFound('Run')
    return run
  }
  const { id } = await read(false)
  await cancelBatch(ctx, id)
  return read(true)
}
