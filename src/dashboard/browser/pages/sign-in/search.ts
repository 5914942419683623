import { searchOf, text } from '../../routing/search.ts'

/** `to` is the path to open after signing in. */
export const SIGN_IN_SEARCH = searchOf({ to: text })
