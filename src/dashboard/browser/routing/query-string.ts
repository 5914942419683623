/** Parses a query string. A repeated name becomes a list. */
export function parseQuery(query: string): Record<string, string | string[]> {
  const parsed: Record<string, string | string[]> = {}
  for (const [name, value] of new URLSearchParams(query)) {
    const existing = parsed[name]
    parsed[name] = existing === undefined ? value : [existing, value].flat()
  }
  return parsed
}

/** The inverse of {@link parseQuery}. Missing values are omitted. */
export function writeQuery(search: Readonly<Record<string, unknown>>): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    for (const item of [value].flat()) {
      if (item !== undefined && item !== null && item !== '') parameters.append(name, String(item))
    }
  }
  const query = parameters.toString()
  return query === '' ? '' : `?${query}`
}
