import MiniSearch from 'minisearch'
import type { SearchEntry } from '../foundation/page.ts'
import { INDEX_OPTIONS } from './options.ts'

/** The file that browsers load before the first search. The index refers to parts by their position in the list. */
export interface SearchFile {
  parts: readonly SearchEntry[]
  index: object
}

/** Creates the search index. Yields to the event loop between steps. */
export async function createIndex(parts: readonly SearchEntry[]): Promise<SearchFile> {
  const search = new MiniSearch(INDEX_OPTIONS)
  await search.addAllAsync(parts.map(({ title, page, text }, id) => ({ id, title, page, text })))
  return { parts, index: search.toJSON() }
}
