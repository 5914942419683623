/** The outcome of an operation on one surface, in the form that is the same for all of them. */
export type Outcome = { result: unknown } | { error: Failure }

/** What a surface says of an operation that it refused. */
export interface Failure {
  code: string
  /** The paths of the wrong fields, as in the input, sorted. */
  fields: string[]
  /** Whether it says how long to wait. */
  retryAfter: boolean
  message: string
}

/** The failure for an error in the form of REST, with the fields in the names of a surface. */
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

/** An input in the names of a surface, by path with `*` for an index. */
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
  return Object.fromEntries(Object.entries(names).map(([own, foreign]) => [foreign, own]))
}

/** A path in other names; the longest beginning that has another name is replaced. */
function renamed(path: string, names: Readonly<Record<string, string>>): string {
  const parts = path.split('.')
  for (let length = parts.length; length > 0; length -= 1) {
    const first = parts.slice(0, length)
    const other = names[first.map((part) => (/^\d+$/.test(part) ? '*' : part)).join('.')]
    if (other === undefined) continue
    const indexes = first.filter((part) => /^\d+$/.test(part))
    return [other.replaceAll('*', () => indexes.shift() ?? '*'), ...parts.slice(length)].join('.')
  }
  return path
}
