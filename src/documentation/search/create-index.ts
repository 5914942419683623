import MiniSearch from 'minisearch'
import type { SearchEntry } from '../page.ts'
import { INDEX_OPTIONS } from './options.ts'

/** What the browser loads before the first search: the parts, and the index that names them by their places in the list. */
export interface SearchFile {
  parts: readonly SearchEntry[]
  index: object
}

/** Makes the index over parts of pages, in steps between which other work goes on. */
export async function createIndex(parts: readonly SearchEntry[]): Promise<SearchFile> {
  const search = new MiniSearch(INDEX_OPTIONS)
  await search.addAllAsync(parts.map(({ title, page, text }, id) => ({ id, title, page, text })))
  return { parts, index: search.toJSON() }
}
