import { getHostname } from 'tldts'
import type { Link, MarkdownDocument } from '../../document/document.ts'
import type { Span } from '../../foundation/observation.ts'
import { firstEndingAfter } from '../../text/spans.ts'

const FOOTNOTE_TEXT = /^\[\^[^\]\n]{1,100}\]:/
// "[Booking.com](https://www.booking.com)" is a recommendation at the start of a line or cell, or within a sentence. It
// is a source in brackets or after a period.
const BEFORE_A_NAME = /(?:^|[\p{L}\p{N}|])[\s*_>#-]*$/u

function isHostOf(label: string, { url }: Link): boolean {
  const host = getHostname(url)
  const name = label.toLowerCase()
  return host !== null && (host === name || host.endsWith(`.${name}`))
}

/**
 * Returns a function that checks whether a name is only a source. Call it with spans in ascending order. Sources are
 * names in footnotes and hosts as the text of their link ("([reviews.example](https://reviews.example/best))").
 */
export function sourceLabels(text: string, { lines, links }: MarkdownDocument): (name: Span) => boolean {
  // Reference links come after all others and need sorting.
  const inOrder = links.toSorted((a, b) => a.end - b.end)
  let at = 0
  return ({ start, end }) => {
    while ((lines[at]?.end ?? text.length) <= start) at += 1
    const content = lines[at]?.content ?? 0
    if (text.startsWith('[^', content) && FOOTNOTE_TEXT.test(text.slice(content, start))) return true
    const link = inOrder[firstEndingAfter(inOrder, start)]
    if (!link || link.start > start || !isHostOf(text.slice(start, end), link)) return false
    return !BEFORE_A_NAME.test(text.slice(Math.max(content, link.start - 10), link.start))
  }
}
