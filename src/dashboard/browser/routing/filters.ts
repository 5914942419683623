import { text } from './search.ts'

/** Search parameters of pages with the results of a run. Without `run`, the newest run is shown. */
export const FILTERS = { run: text, provider: text, location: text, tag: text }
