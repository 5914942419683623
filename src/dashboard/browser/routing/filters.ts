import { text } from './search.ts'

/** Search parameters of pages that show the results of a run: the newest one unless `run` names another. */
export const FILTERS = { run: text, provider: text, location: text, tag: text }
