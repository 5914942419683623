import type { Nodes, Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'

/**
 * Reads an answer as GitHub-flavoured Markdown. Each node knows its place in the answer, in UTF-16 code units: so the step
 * that makes links of bare addresses after reading, whose nodes have no place, is left out; micromark finds most of them itself.
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
