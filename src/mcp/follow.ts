import { z } from 'zod'
import type { BatchRecord } from '../core/batches/row.ts'
import type { ToolCall } from './tool.ts'

/** The longest wait, in seconds; more is lowered to it. */
const LONGEST_WAIT = 300

/** The argument of tools that can wait for the end of a batch. */
export const waitSecondsSchema = z
  .int('must be a whole number')
  .min(0, 'must be at least 0')
  .default(0)
  .transform((seconds) => Math.min(seconds, LONGEST_WAIT))
  .describe(
    `Seconds to wait for the end; more than ${LONGEST_WAIT} is lowered to that. Many clients give up after 60 seconds without progress.`,
  )

/**
 * Follows the states of a batch until the final one, for at most the given seconds, and reports its progress with each. It also
 * ends when the call is cancelled and when the server closes; the subscription is closed in every case.
 * @param subscribe ends its iteration when the signal is aborted
 */
export async function followBatch(
  { signal, closing, report }: ToolCall,
  seconds: number,
  subscribe: (signal: AbortSignal) => Promise<AsyncGenerator<BatchRecord>>,
): Promise<void> {
  const end = new AbortController()
  const stop = () => end.abort()
  const timer = setTimeout(stop, seconds * 1_000)
  const reasons = [signal, closing]
  for (const reason of reasons) reason.addEventListener('abort', stop)
  if (reasons.some(({ aborted }) => aborted)) stop()
  try {
    let reported = -1
    for await (const { progress, status } of await subscribe(end.signal)) {
      const done = progress.completed + progress.failed
      // A client may refuse a progress that does not increase.
      if (done > reported) await report({ progress: done, total: progress.total, message: status })
      reported = done
    }
  } finally {
    clearTimeout(timer)
    for (const reason of reasons) reason.removeEventListener('abort', stop)
  }
}
