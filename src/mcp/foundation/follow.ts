import { z } from 'zod'
import type { BatchRecord } from '../../core/batches/row.ts'
import { isFinal } from '../../core/foundation/batch-status.ts'
import { AppError } from '../../core/foundation/errors.ts'
import { stillAuthorized } from '../../core/keys/still-authorized.ts'
import type { ToolCall } from './tool.ts'

/** Maximum wait in seconds; longer waits are reduced to it. */
const MAX_WAIT_SECONDS = 300

/** Minimum time between two progress reports, in milliseconds. */
const REPORT_INTERVAL = 250

/** Argument of tools that can wait until a batch has ended. */
export const waitSecondsSchema = z
  .int('must be a whole number')
  .min(0, 'must be at least 0')
  .default(0)
  .transform((seconds) => Math.min(seconds, MAX_WAIT_SECONDS))
  .describe(
    `Seconds to wait for the end, at most ${MAX_WAIT_SECONDS}; 0 returns immediately. Many clients time out after 60 seconds without progress.`,
  )

/**
 * Follows a batch until its final state or until the time is up, and reports its progress. Also stops when the call
 * is canceled, when its key is revoked, and when the server shuts down. The subscription is always closed.
 * @param subscribe its iteration ends when the signal is aborted
 * @throws {AppError} UNAUTHORIZED if the key was revoked in the meantime
 */
export async function followBatch(
  call: ToolCall,
  seconds: number,
  subscribe: (signal: AbortSignal) => Promise<AsyncGenerator<BatchRecord>>,
): Promise<void> {
  const end = new AbortController()
  const stop = () => end.abort()
  const timer = setTimeout(stop, seconds * 1_000)
  const reasons = [call.signal, call.closing]
  for (const reason of reasons) reason.addEventListener('abort', stop)
  if (reasons.some(({ aborted }) => aborted)) stop()
  try {
    for await (const _ of reportingProgress(call, await subscribe(end.signal)));
  } finally {
    clearTimeout(timer)
    for (const reason of reasons) reason.removeEventListener('abort', stop)
  }
  // The key was authenticated before the wait, so check it again before reading results.
  const { ctx } = call
  if (!(await stillAuthorized(ctx, [ctx.actor])).has(ctx.actor))
    throw new AppError('UNAUTHORIZED', 'The API key was revoked during the wait.')
}

/** Yields all states, and reports progress at most once per {@link REPORT_INTERVAL} and at the end. */
async function* reportingProgress({ report }: ToolCall, states: AsyncGenerator<BatchRecord>) {
  let [reported, reportedAt] = [-1, 0]
  for await (const state of states) {
    const { progress, status } = state
    const done = progress.completed + progress.failed
    const isDue = isFinal(status) || Date.now() - reportedAt >= REPORT_INTERVAL
    // Clients may reject progress that does not increase.
    if (isDue && done > reported) {
      await report({ progress: done, total: progress.total, message: status })
      ;[reported, reportedAt] = [done, Date.now()]
    }
    yield state
  }
}
