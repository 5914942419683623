import { HttpError } from '../../http/errors.ts'
import { LIMITS } from './limits.ts'

/** Variable values as the client sent them. */
export type Variables = Readonly<Record<string, unknown>>

/**
 * Returns the variables of a request; empty if it has none.
 * @throws {HttpError} 400 for variables that are too large to be coerced: see {@link oversizeOf}
 */
export function checkVariables(variables: Variables | null | undefined): Variables {
  const oversize = oversizeOf(variables)
  if (oversize) throw new HttpError(400, oversize)
  return variables ?? {}
}

/**
 * Returns why variables are rejected without coercing them, or null if their size is acceptable. Serializing deeply
 * nested variables could exhaust the stack. Coercing a list that is longer than any field accepts would only delay
 * other requests.
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
  for (const item of inner) {
    const oversize = oversizeIn(item, levels - 1)
    if (oversize) return oversize
  }
  return null
}
