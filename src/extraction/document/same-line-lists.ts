import { isDigit } from './characters.ts'
import type { Line, ListItem } from './document.ts'
import { listItem } from './list-builder.ts'

/** An item within a line. */
interface NumberedPart {
  /** Start of the number, including an opening parenthesis. */
  marker: number
  content: number
}

/**
 * Parses the number that ends before the delimiter at `at`: one or two digits after a space, in parentheses or not. It
 * must have the value `ordinal`.
 */
function numberedPartAt(text: string, at: number, line: Line, ordinal: number): NumberedPart | null {
  if (text.charAt(at + 1) !== ' ' || !isDigit(text.charCodeAt(at - 1))) return null
  let first = at - 1
  while (first > line.content && isDigit(text.charCodeAt(first - 1))) first -= 1
  if (at - first > 2 || Number(text.slice(first, at)) !== ordinal) return null
  const marker = text.charAt(first - 1) === '(' ? first - 1 : first
  const before = text.charAt(marker - 1)
  const spaced = first === line.content || before === ' ' || before === '\u00a0'
  return spaced ? { marker, content: at + 2 } : null
}

/**
 * Splits an ordered list within one line: "1) Acme 2) Brio", "(1) Acme, (2) Brio", or "1. Acme 2. Brio" at the start of
 * the line.
 */
export function splitNumberedLine(text: string, line: Line): ListItem[] {
  const startsWithOne = line.ordinal === 1
  // Fast path: most lines contain neither delimiter.
  if (!startsWithOne && !text.slice(line.content, line.end).includes(')')) return []
  if (line.kind !== 'text' && line.kind !== 'item') return []
  const parts: NumberedPart[] = startsWithOne ? [{ marker: line.content, content: line.content }] : []
  for (let at = line.content; at + 2 < line.end; at += 1) {
    const character = text.charAt(at)
    if (character !== ')' && (character !== '.' || !startsWithOne)) continue
    const part = numberedPartAt(text, at, line, parts.length + 1)
    if (part) parts.push(part)
  }
  if (parts.length < 2) return []
  return parts.map(({ content }, index) => {
    let end = parts[index + 1]?.marker ?? line.end
    while (end > content && ' \u00a0,;'.includes(text.charAt(end - 1))) end -= 1
    return listItem(content, end)
  })
}
