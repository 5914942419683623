import type { Line } from '../markdown/document.ts'
import type { FoundName } from '../names/mentions.ts'

const SHORTEST_TABLE = 200
const FEWEST_CELLS = 5

/** True where a capital follows the end of a word or sentence without a space. */
function lacksSpace(text: string, at: number): boolean {
  if (!/\p{Lu}/u.test(text.charAt(at))) return false
  const before = text.charAt(at - 1)
  if (/[\p{Ll})\].!?”"%*]/u.test(before)) return true
  // "+2" counts further sources and is followed by the next source without a space.
  return /\d/.test(before) && text.charAt(at - 2) !== '+'
}

function isCollapsedTable(text: string, line: Line): boolean {
  if (line.kind !== 'text' || line.end - line.content < SHORTEST_TABLE) return false
  let missing = 0
  for (let at = line.content + 1; at < line.end && missing < FEWEST_CELLS; at += 1)
    if (lacksSpace(text, at)) missing += 1
  return missing === FEWEST_CELLS
}

/**
 * Finds the names that begin a cell of a collapsed table: one whose rows a web page has run together into a single line, so
 * that the spaces between cells are missing. A line counts as one when it is 200 code units or longer and lacks five spaces
 * or more. Returns indices into `names`.
 */
export function namesInCollapsedTables(
  text: string,
  lines: readonly Line[],
  names: readonly FoundName[],
): number[] {
  const found: number[] = []
  let index = 0
  for (const line of lines) {
    let collapsed: boolean | null = null
    for (let name = names[index]; name && name.start < line.end; name = names[index]) {
      if (name.start > line.content && lacksSpace(text, name.start)) {
        collapsed ??= isCollapsedTable(text, line)
        if (collapsed) found.push(index)
      }
      index += 1
    }
  }
  return found
}
