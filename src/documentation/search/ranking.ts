import type { SearchOptions } from 'minisearch'
import type { SearchEntry } from '../page.ts'

/** Guides come before the names of the graph, which repeat every word several times. */
const WEIGHTS: Readonly<Record<SearchEntry['kind'], number>> = { Guide: 1, REST: 0.8, GraphQL: 0.3 }
/** Pages for the few who change Answergraph itself, and types that only surround the objects and mutations of the graph. */
const MINOR = /^\/docs\/(architecture|contributing|graphql-reference\/(connections|inputs|payloads))\b/

/** How the parts are searched: long words also misspelt. A part whose title is the word itself keeps its full weight. */
export function rankingOf(parts: readonly SearchEntry[]): SearchOptions {
  return {
    fuzzy: (word) => (word.length > 5 ? 0.15 : false),
    boostDocument: (id, word) => {
      const part = parts[id as number]
      if (!part || part.title.toLowerCase() === word) return 1
      return MINOR.test(part.path) ? WEIGHTS[part.kind] / 2 : WEIGHTS[part.kind]
    },
  }
}
