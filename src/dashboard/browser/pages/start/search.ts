import { oneOf, searchOf } from '../../routing/search.ts'

/** Steps of the start of a project, in their order. The first step of a new installation creates the account. */
export const STEPS = ['brand', 'providers', 'run'] as const

export type Step = (typeof STEPS)[number]

/** `step` is the open step; by default the first. */
export const START_STEPS_SEARCH = searchOf({ step: oneOf(STEPS) })
