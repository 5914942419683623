import type { Line, MarkdownDocument } from './document.ts'
import { InlineReader } from './inline.ts'
import { isTableDivider, readMarker } from './line-marker.ts'

function fenceAt(text: string, at: number): string | null {
  const mark = text.charAt(at)
  if ((mark !== '`' && mark !== '~') || text.charAt(at + 1) !== mark || text.charAt(at + 2) !== mark)
    return null
  return mark.repeat(3)
}

/**
 * Reads an answer as lines, links and stretches that are not prose. One pass without backtracking: time is linear in
 * the text whatever it holds. A fence that is never closed runs to the end, as CommonMark has it.
 */
export function scanMarkdown(text: string): MarkdownDocument {
  const lines: Line[] = []
  const inline = new InlineReader(text)
  let fence: string | null = null
  let start = 0
  while (start <= text.length) {
    const found = text.indexOf('\n', start)
    const next = found < 0 ? text.length : found
    const end = next > start && text.charCodeAt(next - 1) === 13 ? next - 1 : next
    const line = readMarker(text, start, end)
    const mark = fenceAt(text, line.content)
    if (fence !== null || mark !== null) {
      line.kind = 'code'
      if (fence === null) fence = mark
      else if (mark === fence) fence = null
      inline.mask(start, end)
    } else if (line.kind === 'row' && isTableDivider(text, line.content, end)) {
      line.kind = 'divider'
    } else if (line.kind !== 'blank') {
      if (inline.readLine(line.content, end)) line.kind = 'definition'
    }
    lines.push(line)
    if (found < 0) break
    start = next + 1
  }
  return { lines, masked: inline.masked, links: inline.finish() }
}
