import type { Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'

/**
 * Parses the Markdown of a report. The HTML and the plain text are rendered from its syntax tree. All renderings therefore have
 * the same content, and text that the Markdown escapes has no effect in any of them.
 */
export function parseReport(markdown: string): Root {
  return fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
}
