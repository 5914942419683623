import { oneOf, searchOf } from '../../routing/search.ts'

/**
 * The latest run unless `runs` says over how many; those that answers list or recommend unless in another `state`;
 * those named in most answers first unless by `order`.
 */
export const DISCOVERED_SEARCH = searchOf({
  runs: oneOf(['4', '12']),
  order: oneOf(['RANK_ASC']),
  state: oneOf(['MENTIONED', 'DISMISSED']),
})

/** What was chosen on the page. */
export type DiscoveredSearch = ReturnType<typeof DISCOVERED_SEARCH>
