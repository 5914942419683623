import type { SearchOptions } from 'minisearch'
import type { SearchEntry } from '../foundation/page.ts'

/** Guides rank above GraphQL names, which repeat every word several times. */
const WEIGHTS: Readonly<Record<SearchEntry['kind'], number>> = { Guide: 1, REST: 0.8, GraphQL: 0.3 }
/** Pages for contributors to Answergraph, and GraphQL types that only wrap other objects. */
const MINOR_PAGES = /^\/docs\/(architecture|contributing|graphql-reference\/(connections|inputs|payloads))\b/

/** Returns the search options. Long words also match misspellings. A section titled exactly like the word keeps full weight. */
export function createRanking(parts: readonly SearchEntry[]): SearchOptions {
  return {
    fuzzy: (word) => (word.length > 5 ? 0.15 : false),
    boostDocument: (id, word) => {
      const part = parts[id as number]
      if (!part || part.title.toLowerCase() === word) return 1
      return MINOR_PAGES.test(part.path) ? WEIGHTS[part.kind] / 2 : WEIGHTS[part.kind]
    },
  }
}
