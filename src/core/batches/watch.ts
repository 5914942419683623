import type { Ctx } from '../context.ts'
import type { BatchEvent } from '../events.ts'
import type { BatchRecord } from './batch-record.ts'
import { isFinal } from './change.ts'
import { batchesById } from './read.ts'

/** How long to trust the silence of the event bus, in milliseconds, before looking into the database again. */
const LOOK_AGAIN = 5_000

/**
 * The states of a batch: the one it is in, then every change, and after the final state the end. It listens before it
 * reads, so that nothing falls between the two; what the bus loses is found by looking again.
 * Whoever stops iterating frees what it holds; the signal ends it while it waits for a change.
 */
export async function* watchBatch(
  ctx: Ctx,
  batchId: string,
  signal?: AbortSignal,
): AsyncGenerator<BatchRecord> {
  const subscription = await ctx.deps.events.subscribe(batchId)
  const close = () => subscription.close()
  signal?.addEventListener('abort', close)
  try {
    if (signal?.aborted) return
    let [state] = await batchesById(ctx, [batchId], { summary: true })
    if (!state) return
    yield state
    const events = subscription[Symbol.asyncIterator]()
    let next = events.next()
    while (!isFinal(state.status)) {
      const event = await within(LOOK_AGAIN, next)
      if (event?.done) return
      if (event) next = events.next()
      const seen: number = state.seq
      const changed: BatchRecord | null = await follow(ctx, state, event?.value)
      // Deleted while being watched.
      if (!changed) return
      state = changed
      if (state.seq > seen) yield state
    }
  } finally {
    signal?.removeEventListener('abort', close)
    subscription.close()
  }
}

/** The state after an event; read again at the end, where more has changed than an event tells, and after a silence. */
async function follow(
  ctx: Ctx,
  state: BatchRecord,
  event: BatchEvent | undefined,
): Promise<BatchRecord | null> {
  if (event && event.seq <= state.seq) return state
  if (event && !isFinal(event.status) && state.status === event.status) {
    const { seq, total, completed, failed } = event
    return { ...state, seq, progress: { total, completed, failed } }
  }
  const [read] = await batchesById(ctx, [state.id], { summary: true })
  return read ?? null
}

/** What the promise gives within some milliseconds, else undefined; the promise stays good for another wait. */
export async function within<T>(milliseconds: number, promise: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, milliseconds, undefined)
  })
  try {
    return await Promise.race([promise, silence])
  } finally {
    clearTimeout(timer)
  }
}
