import type { Enumeration } from '../../definitions/fields/enumeration.ts'
import type { BatchStatus } from '../../generated/prisma/enums.ts'

/** States of a run or an async analysis that has not ended. */
export const UNFINISHED_STATUSES = {
  queued: 'Accepted; work has not started.',
  running: 'Work is in progress.',
} as const satisfies Enumeration

/** Final states of a run or an async analysis. */
export const FINAL_STATUSES = {
  completed: 'The analysis ended, and no question failed.',
  partially_completed:
    'The analysis ended, but some questions failed, or it was cancelled between two rounds.',
  failed: 'The analysis ended, and every question failed.',
} as const satisfies Enumeration

/** All states that are stored and that REST returns. */
export const BATCH_STATUSES = {
  ...UNFINISHED_STATUSES,
  ...FINAL_STATUSES,
} as const satisfies Enumeration<BatchStatus>

/** All states that GraphQL returns. They include `cancelled`, which the REST specification does not have. */
export const SHOWN_STATUSES = {
  ...BATCH_STATUSES,
  cancelled:
    'Cancelled before all questions were answered. Results recorded until then are kept. In REST the status is `partially_completed`, or `failed` without any answer, and `cancelled` is true.',
} as const satisfies Enumeration

export type FinalStatus = keyof typeof FINAL_STATUSES
export type ShownStatus = keyof typeof SHOWN_STATUSES

/** Returns whether a status is final. */
export function isFinal(status: BatchStatus): status is FinalStatus {
  return status in FINAL_STATUSES
}

/**
 * Returns the final status of a batch without pending units. A batch that was cancelled between two rounds is only
 * partially completed, although none of its units failed.
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

/** SQL list of the final states of batches with answers. */
export const STATUSES_WITH_ANSWERS = "('completed', 'partially_completed')"
