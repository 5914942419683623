import { oneOf, searchOf } from '../../routing/search.ts'

/** Tabs of the settings page. */
export const SETTINGS_PARTS = [
  'brand',
  'competitors',
  'schedule',
  'providers',
  'alerts',
  'reports',
  'webhooks',
  'proposals',
] as const

/** Search parameters of the settings. `part` is the open tab, by default the brand. */
export const SETTINGS_SEARCH = searchOf({ part: oneOf(SETTINGS_PARTS) })
