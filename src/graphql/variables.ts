import { HttpError } from '../http/errors.ts'
import { LIMITS } from './limits.ts'

/** Values of the variables, as the client sent them. */
export type Variables = Readonly<Record<string, unknown>>

/**
 * The variables of a request, empty when it has none.
 * @throws {HttpError} 400 for variables that are too large to be coerced: see {@link oversizeOf}
 */
export function checkVariables(given: Variables | null | undefined): Variables {
  const oversize = oversizeOf(given)
  if (oversize) throw new HttpError(400, oversize)
  return given ?? {}
}

/**
 * Why variables are not even looked at: they are nested so deep that serialising them could exhaust the stack, or a list is
 * longer than any field accepts, so that coercing it would only delay other requests. Null for variables of usual size.
 */
export function oversizeOf(variables: unknown): string | null {
  return oversizeIn(variables, LIMITS.variableDepth)
}

function oversizeIn(value: unknown, levels: number): string | null {
  if (typeof value !== 'object' || value === null) return null
  if (levels === 0) return `The variables are nested deeper than ${LIMITS.variableDepth} levels.`
  const inner = Object.values(value)
  if (Array.isArray(value) && inner.length > LIMITS.listItems)
    return `A list in the variables has ${inner.length} items; at most ${LIMITS.listItems} are accepted.`
  for (const one of inner) {
    const oversize = oversizeIn(one, levels - 1)
    if (oversize) return oversize
  }
  return null
}
