import type { Nodes, Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'

/**
 * Parses an answer as GitHub-flavored Markdown. Every node needs its position in the source, in UTF-16 code units. The
 * autolink transform of mdast creates nodes without positions, so it is disabled; micromark already detects most bare
 * URLs.
 */
export function parseAnswer(answer: string): Root {
  const root = fromMarkdown(answer, {
    extensions: [gfm()],
    mdastExtensions: gfmFromMarkdown().map((extension) => ({ ...extension, transforms: [] })),
  })
  // micromark does not count a byte order mark.
  if (answer.startsWith('\uFEFF')) shift(root)
  return root
}

function shift(node: Nodes): void {
  if (node.position?.start.offset !== undefined) node.position.start.offset += 1
  if (node.position?.end.offset !== undefined) node.position.end.offset += 1
  if ('children' in node) for (const child of node.children) shift(child)
}
