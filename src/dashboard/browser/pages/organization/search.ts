import { searchOf, text } from '../../routing/search.ts'

/** `delivery` is the id of the open delivery. */
export const DELIVERIES_SEARCH = searchOf({ delivery: text })
