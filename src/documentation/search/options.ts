import type { Options } from 'minisearch'

/** A part of a page in the index; the id is its place in the list of parts. */
export interface IndexedPart {
  id: number
  title: string
  page: string
  text: string
}

/** How parts are indexed: an index is read by the options that it was made with. */
export const INDEX_OPTIONS: Options<IndexedPart> = {
  fields: ['title', 'page', 'text'],
  // Names such as `startAsyncAnalysis` are found by their words as well.
  tokenize: (text) =>
    text.split(/[^\p{L}\p{N}]+/u).flatMap((word) => {
      const words = word.split(/(?<=\p{Ll})(?=\p{Lu})/u)
      return words.length > 1 ? [word, ...words] : words
    }),
  searchOptions: { boost: { title: 4, page: 2 }, prefix: true, combineWith: 'AND' },
}
