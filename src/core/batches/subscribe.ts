import { isFinal } from '../foundation/batch-status.ts'
import type { Ctx } from '../foundation/context.ts'
import type { BatchEvent } from '../foundation/events.ts'
import { subscribeToStates } from '../foundation/state-subscription.ts'
import { batchesById } from './read.ts'
import type { BatchRecord } from './row.ts'

/** Yields the states of a batch from the current to the final one: see {@link subscribeToStates}. */
export function subscribeToBatch(
  ctx: Ctx,
  batchId: string,
  signal?: AbortSignal,
): AsyncGenerator<BatchRecord> {
  const source = {
    subscribe: () => ctx.deps.events.subscribe(batchId),
    read: async () => (await batchesById(ctx, [batchId], { summary: true }))[0] ?? null,
    applyEvent,
    isFinal: ({ status }: BatchRecord) => isFinal(status),
  }
  return subscribeToStates(source, signal)
}

/**
 * Returns the next state; null if the status has changed or another round has started, because then more columns have
 * changed than the event contains.
 */
function applyEvent(state: BatchRecord, event: BatchEvent): BatchRecord | null {
  if (event.seq <= state.seq) return state
  const { seq, total, completed, failed } = event
  if (isFinal(event.status) || state.status !== event.status || state.progress.total !== total) return null
  return { ...state, seq, progress: { total, completed, failed } }
}
