import type { JsonValue } from '../../src/core/provider-port/driver.ts'
import type { SeededRandom } from '../../src/providers/simulated/seeded-random.ts'

const OTHER_VALUES: readonly JsonValue[] = [
  null,
  true,
  0,
  -1,
  1e300,
  '',
  'x',
  [],
  {},
  ['x'],
  { type: 'unheard_of' },
]

/**
 * Returns the body with one to five changes in random places: removes, repeats or replaces parts, or adds unknown
 * ones.
 */
export function mutateBody(body: JsonValue, random: SeededRandom): JsonValue {
  const mutated = structuredClone(body)
  const root = { body: mutated }
  const changes = 1 + random.below(5)
  for (let change = 0; change < changes; change += 1) mutateOnce(root, random)
  return root.body ?? null
}

function mutateOnce(root: { [key: string]: JsonValue }, random: SeededRandom): void {
  const places = placesIn(root)
  const place = places[random.below(places.length)]
  if (!place) return
  const { parent, key } = place
  const replacement = structuredClone(OTHER_VALUES[random.below(OTHER_VALUES.length)] ?? null)
  const kind = random.below(5)
  if (Array.isArray(parent)) {
    const index = Number(key)
    if (kind === 0) parent.splice(index, 1)
    else if (kind === 1) parent.splice(index, 0, structuredClone(parent[index] ?? null))
    else if (kind === 2) parent.splice(index, 0, replacement)
    else parent[index] = altered(parent[index] ?? null, replacement, kind)
  } else if (kind === 0) delete parent[key]
  else if (kind === 1) parent[`${key}_2`] = parent[key] ?? null
  else if (kind === 2) parent.unheard_of = replacement
  else parent[key] = altered(parent[key] ?? null, replacement, kind)
}

/** Slightly changes a number or a string. Replaces any other value. */
function altered(value: JsonValue, replacement: JsonValue, kind: number): JsonValue {
  if (kind === 3) return replacement
  if (typeof value === 'number') return value + 1
  return typeof value === 'string' ? `😀${value}` : replacement
}

interface Place {
  parent: JsonValue[] | { [key: string]: JsonValue }
  key: string
}

function placesIn(value: JsonValue): Place[] {
  if (typeof value !== 'object' || value === null) return []
  const parent = value
  return Object.entries(parent).flatMap(([key, part]) => [{ parent, key }, ...placesIn(part)])
}
