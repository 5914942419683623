import type { Span } from '../observation.ts'

export type LineKind = 'blank' | 'text' | 'heading' | 'item' | 'row' | 'divider' | 'code' | 'definition'

/** One line of the answer; offsets are UTF-16, `end` stands before the line break and the spaces before it. */
export interface Line extends Span {
  kind: LineKind
  /** Where the words begin, after indentation, quotation marks and list or heading marks. */
  content: number
  /** Columns of indentation. */
  indent: number
  /** Level of a heading, 0 otherwise. */
  level: number
  /** Number of an ordered item or of a numbered heading. */
  ordinal: number | null
  /** Content begins with bold type. */
  bold: boolean
}

/** A stretch in which no name counts: code, addresses, link targets, footnote marks. */
export interface MaskedSpan extends Span {
  /** A bare domain: still a mention where the name itself is spelled like it. */
  domain: boolean
}

export interface Link extends Span {
  url: string
}

export interface MarkdownDocument {
  lines: Line[]
  /** Ascending, not overlapping. */
  masked: MaskedSpan[]
  /** In order of their end; spans cover the whole link. */
  links: Link[]
}

/** One entry of a list with everything that belongs to it. */
export interface ListItem extends Span {
  /** First line, or first cell: where the item says what it is. */
  head: Span
  /** Stands among the items but is not of their form: it takes no place in a ranking. */
  aside?: boolean
}

export interface ListBlock {
  kind: 'ordered' | 'unordered' | 'headings' | 'sections' | 'bold' | 'plain' | 'cards' | 'table'
  items: ListItem[]
  /** Index of the line it begins in. */
  line: number
}
