import type { Page } from './page.ts'

/**
 * A page of what is listed: ordered by a measure, the highest first, and then by name. It selects one more than the page holds,
 * and the measure as `measure`. The parameters from this number on are {@link positionsOf}.
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

/** The values of the parameters of {@link pageOf}. */
export function positionsOf({ after, before, size }: Page): (string | number | null)[] {
  return [...positionOf(after), ...positionOf(before), size + 1]
}

/** Whether text may be the key of an item: its measure, and its name. */
export function isMeasuredKey(text: string): boolean {
  return /^(0|[1-9]\d{0,8})~[^\0]*$/.test(text)
}

function positionOf(key: string | null): [string | null, string | null] {
  if (key === null) return [null, null]
  const end = key.indexOf('~')
  return [key.slice(0, end), key.slice(end + 1)]
}
