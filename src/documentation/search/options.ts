import type { Options } from 'minisearch'

/** A section of a page in the index. The id is its position in the list of parts. */
export interface IndexedPart {
  id: number
  title: string
  page: string
  text: string
}

/** Options of the index. Loading an index requires the options that it was created with. */
export const INDEX_OPTIONS: Options<IndexedPart> = {
  fields: ['title', 'page', 'text'],
  // Splits names such as `startAsyncAnalysis`, so that each word can be searched.
  tokenize: (text) =>
    text.split(/[^\p{L}\p{N}]+/u).flatMap((word) => {
      const words = word.split(/(?<=\p{Ll})(?=\p{Lu})/u)
      return words.length > 1 ? [word, ...words] : words
    }),
  searchOptions: { boost: { title: 4, page: 2 }, prefix: true, combineWith: 'AND' },
}
