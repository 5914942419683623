const WRAPPERS = ['response', 'data', 'result', 'body', 'message']
/** A batch wraps a body in a response, and that in an entry. */
const DEEPEST = 2

/**
 * The object that holds one of the fields, where a gateway, a batch or an asynchronous API wraps the body of a vendor in another, or
 * in a list of its own; anything else as it is.
 * @param fields of which the vendor's body has at least one
 */
export function unwrapped(body: unknown, fields: readonly string[]): unknown {
  return holderIn(body, fields, DEEPEST) ?? body
}

function holderIn(value: unknown, fields: readonly string[], depth: number): object | null {
  const object: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value
  if (typeof object !== 'object' || object === null) return null
  if (fields.some((field) => field in object)) return object
  if (depth === 0) return null
  for (const [name, inner] of Object.entries(object)) {
    const holder = WRAPPERS.includes(name) ? holderIn(inner, fields, depth - 1) : null
    if (holder) return holder
  }
  return null
}
