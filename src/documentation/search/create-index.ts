import MiniSearch from 'minisearch'
import type { SearchEntry } from '../page.ts'
import { INDEX_OPTIONS } from './options.ts'

/** What the browser loads before the first search: the parts, and the index that names them by their places in the list. */
export interface SearchFile {
  parts: readonly SearchEntry[]
  index: object
}

/** Makes the index over parts of pages. */
export function createIndex(parts: readonly SearchEntry[]): SearchFile {
  const search = new MiniSearch(INDEX_OPTIONS)
  search.addAll(parts.map(({ title, page, text }, id) => ({ id, title, page, text })))
  return { parts, index: search.toJSON() }
}
