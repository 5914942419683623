import type { Span } from '../observation.ts'

/**
 * `item` is the first line of a list item, `row` a table row, `divider` a thematic break, a setext underline or the delimiter row of
 * a table, `definition` a link reference definition; `text` is everything else.
 */
export type LineKind = 'blank' | 'text' | 'heading' | 'item' | 'row' | 'divider' | 'code' | 'definition'

/** One line of a text. Offsets are UTF-16 code units; `end` is before the line break and the spaces in front of it. */
export interface Line extends Span {
  kind: LineKind
  /** Where the content begins: after indentation and block quote, list and heading markers. */
  content: number
  /** Columns of indentation; a tab counts as four. */
  indent: number
  /** Level of a heading, 1 to 6; 0 for other lines. */
  level: number
  /** Number of an ordered list item or of a numbered heading; null without one. */
  ordinal: number | null
  /** The content begins with strong emphasis. */
  bold: boolean
}

/** A span in which no name is looked for: code, HTML tags, URLs, link destinations, footnote references. */
export interface MaskedSpan extends Span {
  /** The span is a bare domain name. A tracked name that is spelled like all of it ("Booking.com") still counts there. */
  domain: boolean
}

/** A link with its destination; the span covers all of its Markdown. */
export interface Link extends Span {
  url: string
}

/** What the Markdown scanner finds in a text. */
export interface MarkdownDocument {
  /** All lines, in order. */
  lines: Line[]
  /** In ascending order, without overlaps. */
  masked: MaskedSpan[]
  /** In the order of their ends. */
  links: Link[]
}

/** One item of a list with all lines that belong to it. */
export interface ListItem extends Span {
  /** Its first line or, in a table, its first cell: where the item says what it is about. */
  title: Span
  /** Stands among the items but is not of their form ("How to choose"): it takes no place in a ranking. */
  unranked?: boolean
  /** Only says again what the item above it says, and belongs to that one. */
  repeats?: boolean
}

/** A list in the wide sense: anything that enumerates. */
export interface ListBlock {
  /**
   * `ordered` and `unordered` have list markers; `headings` are numbered headings and `sections` other sibling headings; `bold` are
   * paragraphs that begin with strong emphasis; `plain` lists have lost their markers; `cards` are product cards in one line; `paragraphs` are those of prose, the first unranked.
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
  /** Index of the line in which it begins. */
  line: number
}
