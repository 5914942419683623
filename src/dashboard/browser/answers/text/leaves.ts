import type { Nodes } from 'mdast'
import { placesOf, type SourcePlaces } from './source-places.ts'

/** Nodes that hold text. */
export type LeafNode = Extract<Nodes, { type: 'text' | 'html' | 'inlineCode' | 'code' }>

/** Returns the leaves of a node in document order. */
export function leavesOf(node: Nodes): LeafNode[] {
  if ('children' in node) return node.children.flatMap(leavesOf)
  switch (node.type) {
    case 'text':
    case 'html':
    case 'inlineCode':
    case 'code':
      return [node]
    default:
      return []
  }
}

/** Returns the position of a node in the answer, in UTF-16 code units. `end` is exclusive. */
export function offsetsOf({ position }: Nodes): { start: number; end: number } {
  return { start: position?.start.offset ?? 0, end: position?.end.offset ?? 0 }
}

/** Maps the text of a leaf to its positions in the source. */
export function placesOfLeaf(leaf: LeafNode, source: string): SourcePlaces {
  const { start, end } = offsetsOf(leaf)
  return placesOf(source, contentStart(leaf, source), Math.max(start, end), leaf.value)
}

/** The content of a code block starts below its fence. */
function contentStart(leaf: LeafNode, source: string): number {
  const { start, end } = offsetsOf(leaf)
  if (leaf.type !== 'code' || !/^(?:```|~~~)/.test(source.slice(start, start + 3))) return start
  const line = source.indexOf('\n', start)
  return line < 0 || line >= end ? start : line + 1
}
