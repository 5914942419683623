import { oneOf, searchOf } from '../../routing/search.ts'
import { STEPS } from '../../setup/steps.ts'

/** `step` is the open step; by default the first. */
export const START_STEPS_SEARCH = searchOf({ step: oneOf(STEPS) })
