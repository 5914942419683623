import type { Enumeration } from '../definitions/enumeration.ts'
import type { BatchStatus } from '../generated/prisma/enums.ts'

/** The states of a run or an async analysis before its end. */
export const UNFINISHED_STATUSES = {
  queued: 'Accepted; work has not started.',
  running: 'Being worked on.',
} as const satisfies Enumeration

/** The states in which it may end. */
export const FINAL_STATUSES = {
  completed: 'Ended; no question failed.',
  partially_completed: 'Ended; some questions failed, or it was cancelled between two rounds.',
  failed: 'Ended; every question failed.',
} as const satisfies Enumeration

/** All states, as they are stored and as REST shows them. */
export const BATCH_STATUSES = {
  ...UNFINISHED_STATUSES,
  ...FINAL_STATUSES,
} as const satisfies Enumeration<BatchStatus>

/** The states where a cancelled batch has one of its own. The specification of REST has none for it. */
export const SHOWN_STATUSES = {
  ...BATCH_STATUSES,
  cancelled:
    'Cancelled while questions had no answer; results that were recorded before are kept. In REST the status is `partially_completed`, or `failed` without any answer, and `cancelled` is true.',
} as const satisfies Enumeration

export type FinalStatus = keyof typeof FINAL_STATUSES
export type ShownStatus = keyof typeof SHOWN_STATUSES

/** True for final states. */
export function isFinal(status: BatchStatus): status is FinalStatus {
  return status in FINAL_STATUSES
}

/**
 * The state in which a batch ends whose units have all been answered or failed. One that was cancelled between two rounds has not
 * asked all it was to ask, although nothing failed.
 */
export function finalStatusOf({
  failed,
  total,
  cancelled,
}: {
  failed: number
  total: number
  cancelled: boolean
}): FinalStatus {
  if (failed === 0 && !cancelled) return 'completed'
  return failed === total ? 'failed' : 'partially_completed'
}

/** The final states of batches with answers, as a list of SQL. */
export const STATUSES_WITH_ANSWERS = "('completed', 'partially_completed')"
