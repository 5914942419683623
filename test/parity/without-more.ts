import type { Outcome } from './outcome.ts'
import type { Shape } from './result-shape.ts'

/**
 * An outcome without the fields that its surface has beyond the others.
 * @param more the names of these fields, on any level
 * @throws {Error} for a field that the shape does not have, unless it is one of them
 */
export function withoutMore(outcome: Outcome, shape: Shape, more: Readonly<Record<string, string>>): Outcome {
  return 'result' in outcome ? { result: only(outcome.result, shape, more) } : outcome
}

function only(value: unknown, { fields }: Shape, more: Readonly<Record<string, string>>): unknown {
  if (Array.isArray(value)) return value.map((item) => only(item, { fields }, more))
  if (typeof value !== 'object' || value === null || fields === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      if (Object.hasOwn(more, name)) return []
      const shape = fields[name]
      if (!shape) throw new Error(`the surface shows ${name}, which the others do not have`)
      return [[name, only(inner, shape, more)]]
    }),
  )
}
