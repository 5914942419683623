/** Reads a query string: a name that repeats is a list. */
export function parseQuery(query: string): Record<string, string | string[]> {
  const read: Record<string, string | string[]> = {}
  for (const [name, value] of new URLSearchParams(query)) {
    const before = read[name]
    read[name] = before === undefined ? value : [before, value].flat()
  }
  return read
}

/** The inverse of {@link parseQuery}; absent values are left out. */
export function writeQuery(search: Readonly<Record<string, unknown>>): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    for (const one of [value].flat()) {
      if (one !== undefined && one !== null && one !== '') parameters.append(name, String(one))
    }
  }
  const query = parameters.toString()
  return query === '' ? '' : `?${query}`
}
