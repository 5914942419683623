import { oneOf, searchOf, text } from '../../routing/search.ts'

/** The kinds of sites, as they are chosen from. */
export const CATEGORIES = [
  'OWN',
  'COMPETITOR',
  'EDITORIAL',
  'REVIEW',
  'REFERENCE',
  'SOCIAL',
  'OTHER',
] as const

/** A kind of site. */
export type Category = (typeof CATEGORIES)[number]

/** What a link to this page holds: the newest run unless `run` names another; `domain` is the site whose pages are shown. */
export const SOURCES_SEARCH = searchOf({
  q: text,
  run: text,
  provider: text,
  location: text,
  category: oneOf(CATEGORIES),
  domain: text,
})

/** The filters of the page. */
export type SourcesSearch = ReturnType<typeof SOURCES_SEARCH>
