import { searchOf, text } from '../../routing/search.ts'

/** `to` is the path that is opened after signing in. */
export const SIGN_IN_SEARCH = searchOf({ to: text })
