import { skipSpace, trimEnd } from '../text/spaces.ts'
import type { Line, MarkdownDocument } from './document.ts'
import { InlineScanner } from './inline.ts'
import { isDelimiterRow, readLine, setextLevel } from './lines.ts'

interface Fence {
  /** A backtick or a tilde. */
  character: string
  length: number
}

/**
 * Parses the code fence at an offset: three or more backticks or tildes. A line with a backtick fence has no further
 * backticks.
 */
function fenceAt(text: string, at: number, end: number): Fence | null {
  const character = text.charAt(at)
  if (character !== '`' && character !== '~') return null
  let length = 1
  while (text.charAt(at + length) === character) length += 1
  if (length < 3) return null
  // Search only the rest of this line. Searching the whole text for each line would take quadratic time.
  if (character === '`' && text.slice(at + length, end).includes('`')) return null
  return { character, length }
}

function closesFence(text: string, fence: Fence, line: Line): boolean {
  let from = skipSpace(text, line.start, line.end)
  while (text.charAt(from) === '>') from = skipSpace(text, from + 1, line.end)
  const closing = fenceAt(text, from, line.end)
  return (
    closing?.character === fence.character &&
    closing.length >= fence.length &&
    from + closing.length >= line.end
  )
}

function hasPipe(text: string, line: Line): boolean {
  return text.slice(line.content, line.end).includes('|')
}

/**
 * Sets the kinds that depend on the previous line: a setext heading with its underline, and table rows without outer
 * pipes.
 */
function readWithLineAbove(text: string, line: Line, above: Line | undefined): void {
  if (!above || (line.kind !== 'text' && line.kind !== 'divider')) return
  const level = setextLevel(text, above, line)
  if (level > 0) {
    above.kind = 'heading'
    above.level = level
    line.kind = 'divider'
  } else if (line.kind === 'text' && hasPipe(text, line)) {
    const inTable = above.kind === 'row' || (above.kind === 'divider' && hasPipe(text, above))
    if (inTable) line.kind = 'row'
    else if (above.kind === 'text' && isDelimiterRow(text, line.content, line.end) && hasPipe(text, above)) {
      above.kind = 'row'
      line.kind = 'divider'
    }
  }
}

/**
 * Scans the Markdown of an answer for lines and their kinds, links, and spans that are not prose. It makes one pass
 * without backtracking, so the time is linear for any text.
 *
 * The block structure follows CommonMark (https://spec.commonmark.org/0.31.2/) and GitHub Flavored Markdown tables as
 * far as answers need it. An unclosed code fence extends to the end of the text.
 */
export function scanMarkdown(text: string): MarkdownDocument {
  const lines: Line[] = []
  const inline = new InlineScanner(text)
  let fence: Fence | null = null
  let start = 0
  while (start <= text.length) {
    const lineFeed = text.indexOf('\n', start)
    const next = lineFeed < 0 ? text.length : lineFeed
    const end = trimEnd(text, start, next)
    const line = readLine(text, start, end)
    const opening: Fence | null = fence === null ? fenceAt(text, line.content, end) : null
    if (fence !== null || opening !== null) {
      if (fence !== null && closesFence(text, fence, line)) fence = null
      else fence ??= opening
      line.kind = 'code'
      inline.mask(start, end)
    } else {
      readWithLineAbove(text, line, lines[lines.length - 1])
      if (line.kind === 'row' && isDelimiterRow(text, line.content, end)) line.kind = 'divider'
      else if (line.kind !== 'blank' && inline.scanLine(line.content, end)) line.kind = 'definition'
    }
    lines.push(line)
    if (lineFeed < 0) break
    start = next + 1
  }
  return { lines, masked: inline.masked, links: inline.finish() }
}
