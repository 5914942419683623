/** Far more than bodies have; what is nested deeper is left as it is. */
const DEEPEST = 20

/** A value of JSON with its fields in camel case: Google's APIs name them so, its libraries for Python with underscores. */
export function camelCased(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return value
  if (Array.isArray(value)) return value.map((element) => camelCased(element, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name.replace(/(?<=[a-z0-9])_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
      camelCased(field, depth + 1),
    ]),
  )
}
