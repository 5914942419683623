const WRAPPERS = ['response', 'data', 'result', 'body', 'message']
/** A batch wraps the body in a response, and the response in an entry. */
const DEEPEST = 2

/**
 * Returns the object that contains one of the fields. Gateways, batches and asynchronous APIs wrap the vendor's body
 * in another object or in a list with one element. Returns any other body unchanged.
 * @param fields the vendor's body has at least one of them
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
