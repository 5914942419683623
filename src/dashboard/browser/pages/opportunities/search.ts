import { oneOf, searchOf } from '../../routing/search.ts'

/** Search parameters with these defaults: open opportunities of any kind. */
export const OPPORTUNITIES_SEARCH = searchOf({
  status: oneOf(['DONE', 'IGNORED']),
  kind: oneOf(['MISSING_PROMPT', 'SOURCE_TO_WIN', 'PROVIDER_GAP', 'LOCATION_GAP']),
})

export type OpportunitiesSearch = ReturnType<typeof OPPORTUNITIES_SEARCH>
