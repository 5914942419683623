import { searchOf, text } from '../../routing/search.ts'

/** Search parameters; without `provider`, the answers of all providers count. */
export const WHY_SEARCH = searchOf({ provider: text })
