import { searchOf, text } from '../../routing/search.ts'

/** `delivery` is the id of the delivery that is open. */
export const DELIVERIES_SEARCH = searchOf({ delivery: text })
