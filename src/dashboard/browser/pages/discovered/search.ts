import { oneOf, searchOf } from '../../routing/search.ts'

/** The latest run unless `runs` says over how many; those named in most answers first unless by `order`. */
export const DISCOVERED_SEARCH = searchOf({ runs: oneOf(['4', '12']), order: oneOf(['RANK_ASC']) })

/** What was chosen on the page. */
export type DiscoveredSearch = ReturnType<typeof DISCOVERED_SEARCH>
