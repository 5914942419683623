import { searchOf, text } from '../../routing/search.ts'

/**
 * `to` is the path to open after signing in. `problem` is the code of a failed sign-in with the identity provider.
 */
export const SIGN_IN_SEARCH = searchOf({ to: text, problem: text })
