import { skipSpace, trimEnd } from '../text/spaces.ts'
import type { Line, MarkdownDocument } from './document.ts'
import { InlineReader } from './inline.ts'
import { isTableDivider, readMarker, underlineLevel } from './line-marker.ts'

interface Fence {
  mark: string
  length: number
}

/** The fence that a line opens at an offset: three or more ticks or tildes; ticks have none on the rest of their line. */
function fenceAt(text: string, at: number, end: number): Fence | null {
  const mark = text.charAt(at)
  if (mark !== '`' && mark !== '~') return null
  let length = 1
  while (text.charAt(at + length) === mark) length += 1
  if (length < 3) return null
  // The rest of the line only, or many lines would each search the whole text.
  if (mark === '`' && text.slice(at + length, end).includes('`')) return null
  return { mark, length }
}

function closes(text: string, fence: Fence, line: Line): boolean {
  let from = skipSpace(text, line.start, line.end)
  while (text.charAt(from) === '>') from = skipSpace(text, from + 1, line.end)
  const found = fenceAt(text, from, line.end)
  return found?.mark === fence.mark && found.length >= fence.length && from + found.length >= line.end
}

function hasBar(text: string, line: Line): boolean {
  return text.slice(line.content, line.end).includes('|')
}

/** What a line makes of itself and of the line above it: a title, a row or the divider of a table without outer bars. */
function settle(text: string, line: Line, above: Line | undefined): void {
  if (!above || (line.kind !== 'text' && line.kind !== 'divider')) return
  const level = underlineLevel(text, above, line)
  if (level > 0) {
    above.kind = 'heading'
    above.level = level
    line.kind = 'divider'
  } else if (line.kind === 'text' && hasBar(text, line)) {
    const table = above.kind === 'row' || (above.kind === 'divider' && hasBar(text, above))
    if (table) line.kind = 'row'
    else if (above.kind === 'text' && isTableDivider(text, line.content, line.end) && hasBar(text, above)) {
      above.kind = 'row'
      line.kind = 'divider'
    }
  }
}

/**
 * Reads an answer as lines, links and stretches that are not prose. One pass without backtracking: time is linear in
 * the text whatever it holds. A fence that is never closed runs to the end, as CommonMark has it.
 */
export function scanMarkdown(text: string): MarkdownDocument {
  const lines: Line[] = []
  const inline = new InlineReader(text)
  let fence: Fence | null = null
  let start = 0
  while (start <= text.length) {
    const found = text.indexOf('\n', start)
    const next = found < 0 ? text.length : found
    const end = trimEnd(text, start, next)
    const line = readMarker(text, start, end)
    const opened: Fence | null = fence === null ? fenceAt(text, line.content, end) : null
    if (fence !== null || opened !== null) {
      if (fence !== null && closes(text, fence, line)) fence = null
      else fence ??= opened
      line.kind = 'code'
      inline.mask(start, end)
    } else {
      settle(text, line, lines[lines.length - 1])
      if (line.kind === 'row' && isTableDivider(text, line.content, end)) line.kind = 'divider'
      else if (line.kind !== 'blank' && inline.readLine(line.content, end)) line.kind = 'definition'
    }
    lines.push(line)
    if (found < 0) break
    start = next + 1
  }
  return { lines, masked: inline.masked, links: inline.finish() }
}
