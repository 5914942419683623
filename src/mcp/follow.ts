import { z } from 'zod'
import { isFinal } from '../core/batch-status.ts'
import type { BatchRecord } from '../core/batches/row.ts'
import { AppError } from '../core/errors.ts'
import { stillAuthorized } from '../core/keys/still-authorized.ts'
import type { ToolCall } from './tool.ts'

/** The longest wait, in seconds; more is lowered to it. */
const LONGEST_WAIT = 300

/** The least time between two reports of progress, in milliseconds. */
const REPORT_INTERVAL = 250

/** The argument of tools that can wait for the end of a batch. */
export const waitSecondsSchema = z
  .int('must be a whole number')
  .min(0, 'must be at least 0')
  .default(0)
  .transform((seconds) => Math.min(seconds, LONGEST_WAIT))
  .describe(
    `Seconds to wait for the end, 0 to answer at once; more than ${LONGEST_WAIT} is lowered to that. Many clients give up after 60 seconds without progress.`,
  )

/**
 * Follows the states of a batch until the final one, for at most the given seconds, and reports its progress. It also ends when
 * the call is cancelled, which the revocation of its key does too, and when the server closes; the subscription is closed in every case.
 * @param subscribe ends its iteration when the signal is aborted
 * @throws {AppError} UNAUTHORIZED where the key was revoked meanwhile
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
  // What is read after the wait is read for a key that was authenticated before it.
  const { ctx } = call
  if (!(await stillAuthorized(ctx, [ctx.actor])).has(ctx.actor))
    throw new AppError('UNAUTHORIZED', 'The API key was revoked during the wait.')
}

/** The states, each reported unless another one was a moment ago. */
async function* reportingProgress({ report }: ToolCall, states: AsyncGenerator<BatchRecord>) {
  let [reported, reportedAt] = [-1, 0]
  for await (const state of states) {
    const { progress, status } = state
    const done = progress.completed + progress.failed
    const isDue = isFinal(status) || Date.now() - reportedAt >= REPORT_INTERVAL
    // A client may refuse a progress that does not increase.
    if (isDue && done > reported) {
      await report({ progress: done, total: progress.total, message: status })
      ;[reported, reportedAt] = [done, Date.now()]
    }
    yield state
  }
}
