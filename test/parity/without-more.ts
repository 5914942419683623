import type { Form } from './operation.ts'
import type { Outcome } from './outcome.ts'
import type { Shape } from './result-shape.ts'

/**
 * An outcome with the fields of its surface at the places of the others, and without those that it has beyond them: `more`, on any
 * level.
 * @throws {Error} for any other field that the shape does not have
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

/** The value at the end of a path of fields; undefined below null. */
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
      if (!shape) throw new Error(`the surface shows ${name}, which the others do not have`)
      return [[name, only(inner, shape, more)]]
    }),
  )
}
