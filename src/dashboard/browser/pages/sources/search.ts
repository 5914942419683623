import { oneOf, searchOf, text } from '../../routing/search.ts'

/** Kinds of sites to filter by. */
export const CATEGORIES = [
  'OWN',
  'COMPETITOR',
  'EDITORIAL',
  'REVIEW',
  'REFERENCE',
  'SOCIAL',
  'OTHER',
] as const

export type Category = (typeof CATEGORIES)[number]

/** Owners of sites to filter by. */
export const OWNERS = ['BRAND', 'COMPETITOR', 'THIRD_PARTY'] as const

/** Sort orders of sites and pages. By default, the most cited and listed come first. */
export const ORDERS = ['CITATION_RATE_DESC', 'RETRIEVED_DESC', 'NAME_ASC'] as const

/**
 * Search parameters of the page. Shows the newest run without `run`, and sites unless `view` is `pages`. `domain` is
 * the open site in the list of sites, or filters the list of pages.
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

export type SourcesSearch = ReturnType<typeof SOURCES_SEARCH>

/** Changes search parameters. Undefined values are removed from the URL. */
export type ChangeSources = (
  search: { [Name in keyof SourcesSearch]: SourcesSearch[Name] | undefined },
) => void

/** Search parameters that filter sites or pages. `run` does not. */
const FILTERING = ['q', 'provider', 'location', 'owner', 'category'] as const

/** Whether a filter is set. */
export function isFiltered(search: SourcesSearch): boolean {
  return FILTERING.some((name) => search[name] !== undefined) || (search.view === 'pages' && !!search.domain)
}

/** Returns the parameters that remove all filters. */
export function withoutFilters({ view }: SourcesSearch): Parameters<ChangeSources>[0] {
  const filters = view === 'pages' ? [...FILTERING, 'domain' as const] : FILTERING
  return Object.fromEntries(filters.map((name) => [name, undefined]))
}
