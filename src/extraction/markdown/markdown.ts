import { skipSpace, trimEnd } from '../text/spaces.ts'
import type { Line, MarkdownDocument } from './document.ts'
import { InlineScanner } from './inline.ts'
import { isDelimiterRow, readLine, setextLevel } from './lines.ts'

interface Fence {
  /** A back tick or a tilde. */
  character: string
  length: number
}

/** The code fence at an offset: three or more back ticks or tildes; back ticks may not occur on the rest of the line. */
function fenceAt(text: string, at: number, end: number): Fence | null {
  const character = text.charAt(at)
  if (character !== '`' && character !== '~') return null
  let length = 1
  while (text.charAt(at + length) === character) length += 1
  if (length < 3) return null
  // Only the rest of the line is searched: a search of the whole text for each line would be quadratic.
  if (character === '`' && text.slice(at + length, end).includes('`')) return null
  return { character, length }
}

function closesFence(text: string, fence: Fence, line: Line): boolean {
  let from = skipSpace(text, line.start, line.end)
  while (text.charAt(from) === '>') from = skipSpace(text, from + 1, line.end)
  const found = fenceAt(text, from, line.end)
  return (
    found?.character === fence.character && found.length >= fence.length && from + found.length >= line.end
  )
}

function hasPipe(text: string, line: Line): boolean {
  return text.slice(line.content, line.end).includes('|')
}

/**
 * Sets the kinds that depend on two lines: a setext heading and its underline, and the rows of a table without outer pipes.
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
 * Reads the Markdown of an answer: its lines with their kinds, its links, and the spans that are not prose. One pass without
 * backtracking, so that time is linear in the text whatever it contains. Block structure follows CommonMark
 * (https://spec.commonmark.org/0.31.2/) and the tables of GitHub Flavored Markdown as far as answers need it; a code fence
 * that is never closed runs to the end of the text.
 */
export function scanMarkdown(text: string): MarkdownDocument {
  const lines: Line[] = []
  const inline = new InlineScanner(text)
  let fence: Fence | null = null
  let start = 0
  while (start <= text.length) {
    const found = text.indexOf('\n', start)
    const next = found < 0 ? text.length : found
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
    if (found < 0) break
    start = next + 1
  }
  return { lines, masked: inline.masked, links: inline.finish() }
}
