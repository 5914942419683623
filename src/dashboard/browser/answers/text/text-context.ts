import type { Definition, Heading } from 'mdast'
import type { LeafNode } from './leaves.ts'
import type { Mark } from './marks.ts'

/** What all nodes of an answer are rendered with. */
export interface TextContext {
  source: string
  marks: readonly Mark[]
  colours: (entityId: string) => { line: string; ground: string }
  definitions: ReadonlyMap<string, Definition>
  /** The levels of its headings on the page. */
  levels: ReadonlyMap<Heading, number>
  /** The first text that a mark is in. */
  beginnings: ReadonlyMap<Mark, LeafNode>
}
