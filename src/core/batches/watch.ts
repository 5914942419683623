import type { Ctx } from '../context.ts'
import type { BatchEvent } from '../events.ts'
import { watchStates } from '../watch-states.ts'
import type { BatchRecord } from './batch-record.ts'
import { isFinal } from './change.ts'
import { batchesById } from './read.ts'

/** The states of a batch, from the current one to the final one: see {@link watchStates}. */
export function watchBatch(ctx: Ctx, batchId: string, signal?: AbortSignal): AsyncGenerator<BatchRecord> {
  const watched = {
    listen: () => ctx.deps.events.subscribe(batchId),
    read: async () => (await batchesById(ctx, [batchId], { summary: true }))[0] ?? null,
    after,
    isFinal: ({ status }: BatchRecord) => isFinal(status),
  }
  return watchStates(watched, signal)
}

/** Read at the end, where more has changed than an event tells. */
function after(state: BatchRecord, event: BatchEvent): BatchRecord | null {
  if (event.seq <= state.seq) return state
  if (isFinal(event.status) || state.status !== event.status) return null
  const { seq, total, completed, failed } = event
  return { ...state, seq, progress: { total, completed, failed } }
}
