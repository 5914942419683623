import { RequestError } from './errors.ts'
import { LIMITS } from './limits.ts'
import type { Variables } from './operation.ts'

/**
 * The variables of a request, of which there may be none.
 * @throws {RequestError} 400 for those that are nested so deep that writing them down again could exhaust the stack
 */
export function checkVariables(given: Variables | null | undefined): Variables {
  const variables = given ?? {}
  if (isDeeper(variables, LIMITS.variableDepth)) {
    throw new RequestError(`The variables are nested deeper than ${LIMITS.variableDepth} levels.`, 400)
  }
  return variables
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1))
}
