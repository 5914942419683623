import type { Page } from './page.ts'

/**
 * Returns the SQL for a page of rows that are ordered by a measure, highest first, and then by name. It selects one
 * extra row if there are more, and the measure as column `measure`.
 * @param input.parameter number of the first parameter; pass the values of {@link positionsOf} from there on
 */
export function pageOf({
  of,
  measure,
  name,
  parameter,
  page: { backward },
}: {
  of: string
  measure: string
  name: string
  parameter: number
  page: Page
}): string {
  const [after, afterName, before, beforeName, count] = [0, 1, 2, 3, 4].map(
    (index) => `$${parameter + index}`,
  )
  const [down, up] = backward ? ['ASC', 'DESC'] : ['DESC', 'ASC']
  return `SELECT * FROM (SELECT *, ${measure} AS measure FROM ${of}) AS measured
    WHERE (${after}::int IS NULL OR (-measure, ${name}) > (-${after}::int, ${afterName}::text COLLATE "C"))
      AND (${before}::int IS NULL OR (-measure, ${name}) < (-${before}::int, ${beforeName}::text COLLATE "C"))
    ORDER BY measure ${down}, ${name} ${up} LIMIT ${count}`
}

/** Returns the parameters of {@link pageOf}. */
export function positionsOf({ after, before, size }: Page): (string | number | null)[] {
  return [...positionOf(after), ...positionOf(before), size + 1]
}

/** Returns whether text has the form of an item's key: measure, `~` and name. */
export function isMeasuredKey(text: string): boolean {
  return /^(0|[1-9]\d{0,8})~[^\0]*$/.test(text)
}

function positionOf(key: string | null): [string | null, string | null] {
  if (key === null) return [null, null]
  const end = key.indexOf('~')
  return [key.slice(0, end), key.slice(end + 1)]
}
