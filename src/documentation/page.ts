/** A heading below the title of a page. */
export interface Heading {
  id: string
  /** Without marks of formatting. */
  text: string
  level: 2 | 3
}

/** What the search finds: a part of a page, with the text that stands in it. */
export interface SearchEntry {
  /** The page's path and the anchor of the part. */
  path: string
  title: string
  /** Title of the page. */
  page: string
  kind: 'Guide' | 'REST' | 'GraphQL'
  text: string
}

/** What stands on a page, between its title and the footer. */
export interface Content {
  html: string
  headings: readonly Heading[]
}

/** What is known of a page before it is made. */
export interface PageFacts {
  path: string
  title: string
  /** The title of what it is a part of. */
  section?: string
  /** A sentence for lists of pages and for search engines. */
  description: string
  /** `reference`: the text beside its samples, in the whole width, without a list of headings beside it. */
  layout: 'text' | 'reference'
}

/** A page of the documentation. */
export interface Page extends PageFacts {
  /** Makes the content; takes up to tens of milliseconds. */
  content(): Content
  /** What the search finds on it. */
  entries(): readonly SearchEntry[]
}
