import type { Span } from '../foundation/observation.ts'

/**
 * Kind of a line:
 * - `item`: the first line of a list item
 * - `row`: a table row
 * - `divider`: a thematic break, a setext underline or the delimiter row of a table
 * - `definition`: a link reference definition
 * - `text`: everything else that is not blank, a heading or code
 */
export type LineKind = 'blank' | 'text' | 'heading' | 'item' | 'row' | 'divider' | 'code' | 'definition'

/** One line of a text. Offsets are UTF-16 code units; `end` excludes the line break and trailing spaces. */
export interface Line extends Span {
  kind: LineKind
  /** Start of the content, after indentation and block quote, list and heading markers. */
  content: number
  /** Columns of indentation; a tab counts as four. */
  indent: number
  /** Level of a heading, 1 to 6; 0 for other lines. */
  level: number
  /** Number of an ordered list item or numbered heading, otherwise null. */
  ordinal: number | null
  /** True if the content starts with strong emphasis. */
  bold: boolean
}

/** A span that is not searched for names: code, HTML tags, URLs, link destinations and footnote references. */
export interface MaskedSpan extends Span {
  /**
   * True for a bare domain name. A tracked name that is spelled like the whole domain ("Booking.com") still counts
   * there.
   */
  domain: boolean
}

/** A link and its destination; the span covers the complete Markdown of the link. */
export interface Link extends Span {
  url: string
}

/** Result of the Markdown scanner. */
export interface MarkdownDocument {
  lines: Line[]
  /** Ascending spans without overlaps. */
  masked: MaskedSpan[]
  /** Sorted by their ends. */
  links: Link[]
}

/** A list item with all its lines. */
export interface ListItem extends Span {
  /** The first line or, in a table, the first cell: the part that says what the item is about. */
  title: Span
  /** True for a line among the items that differs in form ("How to choose") and therefore has no rank. */
  unranked?: boolean
  /** True for a line that only repeats part of the previous item. */
  repeats?: boolean
}

/** A list in the wide sense: any enumeration. */
export interface ListBlock {
  /**
   * Kind of list:
   * - `ordered` and `unordered`: items with list markers
   * - `headings`: numbered headings
   * - `sections`: other sibling headings
   * - `bold`: paragraphs that start with strong emphasis
   * - `plain`: items that lost their list markers
   * - `cards`: product cards on one line
   * - `paragraphs`: paragraphs of prose; the first is unranked
   */
  kind:
    | 'ordered'
    | 'unordered'
    | 'headings'
    | 'sections'
    | 'bold'
    | 'plain'
    | 'cards'
    | 'table'
    | 'paragraphs'
  items: ListItem[]
  /** Index of the first line. */
  line: number
}
