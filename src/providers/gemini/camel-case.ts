/** Maximum depth, far beyond real bodies. Deeper values keep their names. */
const DEEPEST = 20

/**
 * Converts the field names of a JSON value to camel case. Google's APIs use camel case, but its Python libraries
 * write underscores.
 */
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
