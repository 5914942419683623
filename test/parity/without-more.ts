import type { Form } from './operation.ts'
import type { Outcome } from './outcome.ts'
import type { Shape } from './result-shape.ts'

/**
 * Moves fields that the surface has at other paths (`places`) and removes fields that only this surface has (`more`, at
 * any level).
 * @throws {Error} if the result has any other field that is missing in the shape
 */
export function withoutMore(
  outcome: Outcome,
  shape: Shape,
  { places = {}, more = {} }: Pick<Form, 'places' | 'more'>,
): Outcome {
  if (!('result' in outcome)) return outcome
  const moved = Object.entries(places).map(([name, place]) => [
    name,
    valueAt(outcome.result, place.split('.')),
  ])
  const result =
    moved.length > 0 ? { ...(outcome.result as object), ...Object.fromEntries(moved) } : outcome.result
  return { result: only(result, shape, more) }
}

/** Returns the value at the end of a path of fields; undefined if a value on the path is null. */
export function valueAt(data: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, step) => (at as Record<string, unknown> | null)?.[step], data)
}

function only(value: unknown, { fields }: Shape, more: Readonly<Record<string, string>>): unknown {
  if (Array.isArray(value)) return value.map((item) => only(item, { fields }, more))
  if (typeof value !== 'object' || value === null || fields === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      if (Object.hasOwn(more, name)) return []
      const shape = fields[name]
      if (!shape) throw new Error(`the surface returns ${name}, which the other surfaces do not have`)
      return [[name, only(inner, shape, more)]]
    }),
  )
}
