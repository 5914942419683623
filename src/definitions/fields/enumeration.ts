/** The values of an enumeration in order, with their descriptions. Defines zod schemas, GraphQL enums and messages. */
export type Enumeration<Value extends string = string> = Readonly<Record<Value, string>>

/** Returns the enumeration for a table that has a `description` and further columns for each value. */
export function toEnumeration<Value extends string>(
  table: Readonly<Record<Value, { description: string }>>,
): Enumeration<Value> {
  const entries = Object.entries<{ description: string }>(table)
  return Object.fromEntries(
    entries.map(([value, { description }]) => [value, description]),
  ) as Enumeration<Value>
}

/** Returns the values of an enumeration, or the keys of a table, in order. */
export function valuesOf<Value extends string>(
  enumeration: Readonly<Record<Value, unknown>>,
): [Value, ...Value[]] {
  // The cast is safe: Object.keys is typed as `string[]`, and no enumeration is empty.
  return Object.keys(enumeration) as [Value, ...Value[]]
}

/** Formats values for messages and help texts: `a, b or c`. */
export function inWords(values: readonly string[]): string {
  return values.length > 1 ? `${values.slice(0, -1).join(', ')} or ${values.at(-1)}` : values.join()
}
