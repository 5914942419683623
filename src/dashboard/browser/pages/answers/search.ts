import { FILTERS } from '../../routing/filters.ts'
import { oneOf, searchOf, text } from '../../routing/search.ts'

/**
 * What a link to answers holds. `answer` is the selected one; `entity` is `brand` or the id of a competitor, which `named`,
 * `recommended`, `sentiment` and `absence` are about. `domain` and `url` are cited; `listedDomain` and `listedUrl` are only listed.
 */
export const ANSWERS_SEARCH = searchOf({
  ...FILTERS,
  prompt: text,
  entity: text,
  named: oneOf(['yes', 'no']),
  recommended: oneOf(['yes', 'no']),
  sentiment: oneOf(['positive', 'mixed', 'neutral', 'negative']),
  absence: oneOf(['notNamed', 'denied', 'refused', 'notShown', 'failed']),
  kind: oneOf(['recommendation', 'comparison', 'howto', 'fact', 'other']),
  domain: text,
  url: text,
  listedDomain: text,
  listedUrl: text,
  q: text,
  order: oneOf(['ANSWERED_AT', 'POSITION', 'RECOMMENDATION', 'SENTIMENT']),
  answer: text,
  compare: oneOf(['previous']),
})

/** What was chosen on a page of answers. */
export type AnswersSearch = ReturnType<typeof ANSWERS_SEARCH>

/** Changes the search parameters of the page; `replace` where going back should not lead to what was there. */
export type ChangeSearch = (change: AnswersSearch, options?: { replace?: boolean }) => void
