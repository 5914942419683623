/** The outcome of an operation on one surface, in a format that all surfaces share. */
export type Outcome = { result: unknown } | { error: Failure }

/** An error response of a surface. */
export interface Failure {
  code: string
  /** Paths of the invalid input fields, sorted. */
  fields: string[]
  /** Whether the response says how long to wait. */
  retryAfter: boolean
  message: string
}

/** Converts an error in the REST format, and renames its fields from the surface's names to the input's names. */
export function failureOf(
  {
    code,
    message,
    fieldErrors,
    retryAfter,
  }: { code: string; message: string; fieldErrors?: object; retryAfter?: unknown },
  names: Readonly<Record<string, string>> = {},
): Failure {
  const fields = Object.keys(fieldErrors ?? {}).map((path) => renamed(path, inverse(names)))
  return { code, fields: fields.sort(), retryAfter: retryAfter != null, message }
}

/** Renames input fields to the surface's names. `names` has paths, with `*` for an index. */
export function inNamesOf(
  names: Readonly<Record<string, string>>,
  input: unknown,
  above: string[] = [],
): unknown {
  if (Array.isArray(input))
    return input.map((item, index) => inNamesOf(names, item, [...above, String(index)]))
  if (typeof input !== 'object' || input === null) return input
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      const path = [...above, name]
      return [renamed(path.join('.'), names).split('.').at(-1), inNamesOf(names, value, path)]
    }),
  )
}

function inverse(names: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(names).map(([name, surfaceName]) => [surfaceName, name]))
}

/** Renames a path: replaces its longest prefix that has another name. */
function renamed(path: string, names: Readonly<Record<string, string>>): string {
  const parts = path.split('.')
  for (let length = parts.length; length > 0; length -= 1) {
    const first = parts.slice(0, length)
    const replacement = names[first.map((part) => (/^\d+$/.test(part) ? '*' : part)).join('.')]
    if (replacement === undefined) continue
    const indexes = first.filter((part) => /^\d+$/.test(part))
    return [replacement.replaceAll('*', () => indexes.shift() ?? '*'), ...parts.slice(length)].join('.')
  }
  return path
}
