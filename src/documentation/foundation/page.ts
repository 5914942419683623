/** A heading below the page title. */
export interface Heading {
  id: string
  /** Plain text. */
  text: string
  level: 2 | 3
}

/** An entry of the search index: a section of a page with its text. */
export interface SearchEntry {
  /** The page's path and the section's anchor. */
  path: string
  title: string
  /** Title of the page. */
  page: string
  kind: 'Guide' | 'REST' | 'GraphQL'
  text: string
}

/** The content of a page below its title. */
export interface Content {
  html: string
  headings: readonly Heading[]
}

/** The properties of a page that are known before its content is created. */
export interface PageSummary {
  path: string
  title: string
  /** The title of the reference that contains the page. */
  section?: string
  /** One sentence for lists of pages and for search engines. */
  description: string
  /** `reference` pages have full width, samples next to the text, and no list of headings. */
  layout: 'text' | 'reference'
}

/** A page of the documentation. */
export interface Page extends PageSummary {
  /** Creates the content. Can take tens of milliseconds. */
  content(): Content
  /** Returns the page's entries for the search index. */
  entries(): readonly SearchEntry[]
}
