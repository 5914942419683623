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

/** Whose sites there are. */
export const OWNERS = ['BRAND', 'COMPETITOR', 'THIRD_PARTY'] as const

/** The orders of sites and of pages; without one of them those that are named most often come first. */
export const ORDERS = ['CITATION_RATE_DESC', 'RETRIEVED_DESC', 'NAME_ASC'] as const

/**
 * What a link to this page holds: the newest run unless `run` names another; sites unless `view` says pages. `domain` is the site
 * that is open among the sites, and the one whose pages are listed among the pages.
 */
export const SOURCES_SEARCH = searchOf({
  view: oneOf(['pages']),
  q: text,
  run: text,
  provider: text,
  location: text,
  owner: oneOf(OWNERS),
  category: oneOf(CATEGORIES),
  domain: text,
  order: oneOf(ORDERS),
})

/** What was chosen on the page. */
export type SourcesSearch = ReturnType<typeof SOURCES_SEARCH>

/** Changes some of it; what is undefined is taken out of the address. */
export type ChangeSources = (
  search: { [Name in keyof SourcesSearch]: SourcesSearch[Name] | undefined },
) => void

/** The filters that leave out sites, or pages; `run` does not. */
const FILTERING = ['q', 'provider', 'location', 'owner', 'category'] as const

/** Whether any may be left out. */
export function isFiltered(search: SourcesSearch): boolean {
  return FILTERING.some((name) => search[name] !== undefined) || (search.view === 'pages' && !!search.domain)
}

/** The change that takes all filters away. */
export function withoutFilters({ view }: SourcesSearch): Parameters<ChangeSources>[0] {
  const filters = view === 'pages' ? [...FILTERING, 'domain' as const] : FILTERING
  return Object.fromEntries(filters.map((name) => [name, undefined]))
}
