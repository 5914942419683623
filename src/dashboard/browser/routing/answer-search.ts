import { FILTERS } from './filters.ts'
import { oneOf, searchOf, text } from './search.ts'

/**
 * Search parameters of the answers page. `answer` is the open answer. `entity` is `brand` or a competitor's id;
 * `named`, `recommended`, `sentiment`, `absence` and `placed` refer to it. `domain` and `url` match cited sources, `listedDomain`
 * and `listedUrl` sources that are listed without being cited. `view` is the table by prompt and provider, or the list; see `viewOf`.
 */
export const ANSWERS_SEARCH = searchOf({
  ...FILTERS,
  prompt: text,
  entity: text,
  named: oneOf(['yes', 'no']),
  recommended: oneOf(['yes', 'no']),
  sentiment: oneOf(['positive', 'mixed', 'neutral', 'negative']),
  placed: oneOf(['yes']),
  persona: text,
  absence: oneOf(['notNamed', 'denied', 'refused', 'notShown', 'failed']),
  kind: oneOf(['recommendation', 'comparison', 'howto', 'fact', 'other']),
  domain: text,
  url: text,
  listedDomain: text,
  listedUrl: text,
  q: text,
  order: oneOf(['ANSWERED_AT_DESC', 'POSITION_ASC', 'RANK_ASC', 'SENTIMENT_DESC']),
  answer: text,
  compare: oneOf(['previous']),
  view: oneOf(['table', 'list']),
})

export type AnswersSearch = ReturnType<typeof ANSWERS_SEARCH>

/** Changes search parameters of the page. Use `replace` to skip a history entry. */
export type ChangeSearch = (change: AnswersSearch, options?: { replace?: boolean }) => void
