import { getHostname } from 'tldts'
import type { Link, MarkdownDocument } from '../markdown/document.ts'
import type { Span } from '../observation.ts'
import { firstEndingAfter } from '../text/spans.ts'

const FOOTNOTE_TEXT = /^\[\^[^\]\n]{1,100}\]:/
// "[Booking.com](https://www.booking.com)" begins a line or a cell, or belongs to a sentence, where it is recommended; as a source it
// stands in brackets or behind a full stop.
const BEFORE_A_NAME = /(?:^|[\p{L}\p{N}|])[\s*_>#-]*$/u

function isHostOf(label: string, { url }: Link): boolean {
  const host = getHostname(url)
  const name = label.toLowerCase()
  return host !== null && (host === name || host.endsWith(`.${name}`))
}

/**
 * The function that tells, of spans in ascending order, which name a source and not what the answer speaks of: those in the text of
 * a footnote, and the host of an address as the words of its link ("([reviews.example](https://reviews.example/best))").
 */
export function sourceLabels(text: string, { lines, links }: MarkdownDocument): (name: Span) => boolean {
  // Those of references stand behind the others.
  const inOrder = links.toSorted((one, other) => one.end - other.end)
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
