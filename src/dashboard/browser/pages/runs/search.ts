import { oneOf, searchOf } from '../../routing/search.ts'

/** The states and the starts that runs are filtered by, as links name them. */
export const RUN_STATES = [
  'queued',
  'running',
  'completed',
  'partially_completed',
  'failed',
  'cancelled',
] as const
export const RUN_TRIGGERS = ['manual', 'schedule'] as const

/** What a link to the list of runs holds. */
export const RUNS_SEARCH = searchOf({ status: oneOf(RUN_STATES), trigger: oneOf(RUN_TRIGGERS) })
