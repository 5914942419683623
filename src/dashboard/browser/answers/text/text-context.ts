import type { Definition, Heading } from 'mdast'
import type { LeafNode } from './leaves.ts'
import type { Mark } from './marks.ts'

/** What rendering a node needs to know about the answer. */
export interface TextContext {
  source: string
  marks: readonly Mark[]
  colors: (entityId: string) => { line: string; ground: string }
  definitions: ReadonlyMap<string, Definition>
  /** Heading levels on the page. */
  levels: ReadonlyMap<Heading, number>
  /** The first text node of each mark. */
  beginnings: ReadonlyMap<Mark, LeafNode>
}
