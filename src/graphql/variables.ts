import { HttpError } from '../http/errors.ts'
import { LIMITS } from './limits.ts'
import type { Variables } from './operation.ts'

/**
 * The variables of a request, empty when it has none.
 * @throws {HttpError} 400 for variables nested so deep that serialising them could exhaust the stack
 */
export function checkVariables(given: Variables | null | undefined): Variables {
  if (isTooDeep(given)) {
    throw new HttpError(400, `The variables are nested deeper than ${LIMITS.variableDepth} levels.`)
  }
  return given ?? {}
}

/** Whether variables are nested deeper than {@link checkVariables} accepts. */
export function isTooDeep(variables: unknown): boolean {
  return isDeeper(variables, LIMITS.variableDepth)
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1))
}
