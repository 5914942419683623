import { oneOf, searchOf } from '../../routing/search.ts'

/** Statuses and triggers to filter runs by, as they appear in URLs. */
export const RUN_STATES = [
  'queued',
  'running',
  'completed',
  'partially_completed',
  'failed',
  'cancelled',
] as const
export const RUN_TRIGGERS = ['manual', 'schedule'] as const

export const RUNS_SEARCH = searchOf({ status: oneOf(RUN_STATES), trigger: oneOf(RUN_TRIGGERS) })
