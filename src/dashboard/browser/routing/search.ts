/** Readers of search parameters: what a link holds is checked, and anything else counts as not given. */

/** A text of at most 500 characters; undefined when empty. */
export function text(value: unknown): string | undefined {
  const given = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
  return typeof given === 'string' && given.trim() !== '' ? given.slice(0, 500) : undefined
}

/** One of the values. */
export function oneOf<const Value extends string>(
  values: readonly Value[],
): (value: unknown) => Value | undefined {
  return (value) => values.find((one) => one === value)
}

/** Some of the texts, each once; undefined when there are none. */
export function texts(value: unknown): string[] | undefined {
  const given = Array.isArray(value) ? value : [value]
  const found = [...new Set(given.flatMap((one) => text(one) ?? []))]
  return found.length > 0 ? found : undefined
}

/** True or false. */
export function flag(value: unknown): boolean | undefined {
  return value === true || value === 'true' ? true : value === false || value === 'false' ? false : undefined
}

/** Builds the validator of a route's search parameters from a reader for each. Absent ones stay out of the URL. */
export function searchOf<Readers extends Record<string, (value: unknown) => unknown>>(readers: Readers) {
  type Search = { [Name in keyof Readers]?: Exclude<ReturnType<Readers[Name]>, undefined> }
  return (given: Record<string, unknown>): Search => {
    const read = Object.entries(readers).map(([name, reader]) => [name, reader(given[name])] as const)
    // The entries are those of Readers, each read by its own reader.
    return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as Search
  }
}
