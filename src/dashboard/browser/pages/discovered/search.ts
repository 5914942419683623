import { oneOf, searchOf } from '../../routing/search.ts'

/** Search parameters with these defaults: the latest run; brands that answers list or recommend; most mentions first. */
export const DISCOVERED_SEARCH = searchOf({
  runs: oneOf(['4', '12']),
  order: oneOf(['RANK_ASC']),
  state: oneOf(['MENTIONED', 'DISMISSED']),
})

export type DiscoveredSearch = ReturnType<typeof DISCOVERED_SEARCH>
