/** Maximum size of the comparison table, in cells of two bytes each. */
const LARGEST_TABLE = 9_000_000

/**
 * Finds the items that are not part of the longest common subsequence of two lists, using dynamic programming (Wagner
 * and Fischer, 1974). A common beginning and a common end are skipped.
 * @returns null if the comparison table would be too large
 */
export function uncommonOf(
  before: readonly string[],
  after: readonly string[],
): { removed: boolean[]; added: boolean[] } | null {
  const removed = before.map(() => false)
  const added = after.map(() => false)
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start += 1
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  const rows = before.length - start - end
  const columns = after.length - start - end
  const width = columns + 1
  if ((rows + 1) * width > LARGEST_TABLE) return null
  // Length of the longest common subsequence of the remaining items, for each pair of positions.
  const lengths = new Uint16Array((rows + 1) * width)
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0
  for (let row = rows - 1; row >= 0; row -= 1) {
    for (let column = columns - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        before[start + row] === after[start + column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1))
    }
  }
  let row = 0
  let column = 0
  while (row < rows || column < columns) {
    if (row < rows && column < columns && before[start + row] === after[start + column]) {
      row += 1
      column += 1
    } else if (column < columns && (row === rows || at(row, column + 1) >= at(row + 1, column))) {
      added[start + column] = true
      column += 1
    } else {
      removed[start + row] = true
      row += 1
    }
  }
  return { removed, added }
}
