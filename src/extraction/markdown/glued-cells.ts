import type { FoundName } from '../names/mentions.ts'
import type { Line } from './document.ts'

const SHORTEST = 200
const FEWEST = 5

function isSeam(text: string, at: number): boolean {
  if (!/\p{Lu}/u.test(text.charAt(at))) return false
  const before = text.charAt(at - 1)
  if (/[\p{Ll})\].!?”"%*]/u.test(before)) return true
  // "+2" stands behind a source that is one of several, and the next source after it.
  return /\d/.test(before) && text.charAt(at - 2) !== '+'
}

function isGluedLine(text: string, line: Line): boolean {
  if (line.kind !== 'text' || line.end - line.content < SHORTEST) return false
  let seams = 0
  for (let at = line.content + 1; at < line.end && seams < FEWEST; at += 1) if (isSeam(text, at)) seams += 1
  return seams === FEWEST
}

/**
 * Indices of the names that begin a cell of a table that a page has run together into one line: where a space is
 * lost right before them, in a long line that has lost five or more.
 */
export function namesInGluedCells(
  text: string,
  lines: readonly Line[],
  names: readonly FoundName[],
): number[] {
  const found: number[] = []
  let index = 0
  for (const line of lines) {
    let glued: boolean | null = null
    for (let name = names[index]; name && name.start < line.end; name = names[index]) {
      if (name.start > line.content && isSeam(text, name.start)) {
        glued ??= isGluedLine(text, line)
        if (glued) found.push(index)
      }
      index += 1
    }
  }
  return found
}
