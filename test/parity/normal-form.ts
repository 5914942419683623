/** Patterns of ids and secrets, which differ between two organizations with the same contents. */
const VARYING: readonly [string, RegExp][] = [
  ['id', /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g],
  ['analysis', /aa_[0-9A-Z]{20,}/g],
  ['key', /svc_[0-9A-Z]{5,}/g],
  ['secret', /whsec_[A-Za-z0-9+/=]+/g],
  ['token', /token=[0-9A-Z]{52}/g],
  ['token', /share\/[0-9A-Z]{52}/g],
]

const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g

/**
 * Replaces ids and secrets by numbers, in order of first occurrence, and times by a placeholder. Results for two
 * tenants with the same contents then become equal.
 */
export function normalForm(result: unknown): unknown {
  const seen = new Map<string, string>()
  const named = (kind: string) => (text: string) => {
    const label = seen.get(text) ?? `${kind} ${seen.size + 1}`
    seen.set(text, label)
    return label
  }
  const convert = (value: unknown): unknown => {
    if (typeof value === 'string') {
      const timeless = value.replace(TIME, 'a time')
      return VARYING.reduce((text, [kind, pattern]) => text.replace(pattern, named(kind)), timeless)
    }
    if (value instanceof Date) return 'a time'
    if (value instanceof Uint8Array) return 'bytes'
    if (Array.isArray(value)) return value.map(convert)
    if (typeof value !== 'object' || value === null) return value
    const sorted = Object.keys(value).toSorted()
    return Object.fromEntries(sorted.map((name) => [name, convert((value as Record<string, unknown>)[name])]))
  }
  return convert(result)
}
