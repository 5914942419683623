import { oneOf, searchOf } from '../../routing/search.ts'

/** The parts of the settings. */
export const SETTINGS_PARTS = ['brand', 'competitors', 'schedule', 'providers', 'proposals'] as const

/** What a link to the settings holds: the part that is shown, by default the brand. */
export const SETTINGS_SEARCH = searchOf({ part: oneOf(SETTINGS_PARTS) })
