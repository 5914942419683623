import { z } from 'zod'

/** The values of an enumeration in their order, each with its meaning. Schemas, GraphQL enums and messages are made from it. */
export type Enumeration<Value extends string = string> = Readonly<Record<Value, string>>

/** The enumeration in a table that says more of each value than its meaning. */
export function enumerationOf<Value extends string>(
  table: Readonly<Record<Value, { description: string }>>,
): Enumeration<Value> {
  const entries = Object.entries<{ description: string }>(table)
  return Object.fromEntries(
    entries.map(([value, { description }]) => [value, description]),
  ) as Enumeration<Value>
}

/** The values of an enumeration or of a table by its values, in their order. */
export function valuesOf<Value extends string>(
  enumeration: Readonly<Record<Value, unknown>>,
): [Value, ...Value[]] {
  // Object.keys knows no more than `string`; no enumeration is empty.
  return Object.keys(enumeration) as [Value, ...Value[]]
}

/** A schema that accepts the values of an enumeration. What each means goes into OpenAPI as `x-enumDescriptions`. */
export function enumSchema<Value extends string>(
  enumeration: Enumeration<Value>,
  description: string,
): z.ZodEnum<{ [Key in Value]: Key }> {
  const values = valuesOf(enumeration)
  return z.enum(values, `must be ${inWords(values)}`).meta({ description, 'x-enumDescriptions': enumeration })
}

/** Values as a message or a help text lists them: `a, b or c`. */
export function inWords(values: readonly string[]): string {
  return values.length > 1 ? `${values.slice(0, -1).join(', ')} or ${values.at(-1)}` : values.join()
}
