/** Parsers for search parameters. Invalid values count as missing. */

/** Parses a text and cuts it to 500 characters; undefined if empty. */
export function text(value: unknown): string | undefined {
  const parsed = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
  return typeof parsed === 'string' && parsed.trim() !== '' ? parsed.slice(0, 500) : undefined
}

/** Returns a parser that accepts only these values. */
export function oneOf<const Value extends string>(
  values: readonly Value[],
): (value: unknown) => Value | undefined {
  return (value) => values.find((accepted) => accepted === value)
}

/** Parses a list of texts without duplicates; undefined if empty. */
export function texts(value: unknown): string[] | undefined {
  const items = Array.isArray(value) ? value : [value]
  const unique = [...new Set(items.flatMap((item) => text(item) ?? []))]
  return unique.length > 0 ? unique : undefined
}

/** Parses a boolean. */
export function flag(value: unknown): boolean | undefined {
  return value === true || value === 'true' ? true : value === false || value === 'false' ? false : undefined
}

/** Creates a validator for a route's search parameters from one parser per parameter. Missing parameters are omitted. */
export function searchOf<Parsers extends Record<string, (value: unknown) => unknown>>(parsers: Parsers) {
  type Search = { [Name in keyof Parsers]?: Exclude<ReturnType<Parsers[Name]>, undefined> }
  return (given: Record<string, unknown>): Search => {
    const parsed = Object.entries(parsers).map(([name, parse]) => [name, parse(given[name])] as const)
    // Each entry was parsed by the parser of its name.
    return Object.fromEntries(parsed.filter(([, value]) => value !== undefined)) as Search
  }
}
