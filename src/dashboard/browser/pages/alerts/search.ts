import { oneOf, searchOf } from '../../routing/search.ts'

/** Search parameters of the alerts page. `least` is the least severity, `read` whether read alerts are left out. */
export const ALERTS_SEARCH = searchOf({ least: oneOf(['WARNING', 'CRITICAL']), read: oneOf(['no']) })
export type AlertsSearch = ReturnType<typeof ALERTS_SEARCH>
