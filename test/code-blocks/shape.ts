/**
 * Compares the shape of a value with a sample, and returns the differences: missing keys, additional keys and different
 * types. In the sample, `null` and `"…"` match any value, and `"…": "…"` allows additional keys. A null value matches any
 * sample. Every item of a list must match one of the sample's items.
 */
export function differences(sample: unknown, value: unknown, path = 'the response'): string[] {
  if (sample === '…' || sample === null) return []
  if (Array.isArray(sample)) {
    if (!Array.isArray(value)) return [`${path} is not a list`]
    if (sample.length > 0 && value.length === 0) return [`${path} is empty`]
    return value.flatMap((item, index) => {
      const found = sample.map((expected) => differences(expected, item, `${path}[${index}]`))
      return found.some((list) => list.length === 0) ? [] : (found[0] ?? [])
    })
  }
  if (isRecord(sample)) {
    if (!isRecord(value)) return [`${path} is not an object`]
    const missing = Object.keys(sample).filter((key) => key !== '…' && !(key in value))
    const more = '…' in sample ? [] : Object.keys(value).filter((key) => !(key in sample))
    return [
      ...missing.map((key) => `${path} has no ${key}`),
      ...more.map((key) => `${path} has ${key}, which is not in the sample`),
      ...Object.entries(sample).flatMap(([key, expected]) =>
        key in value ? differences(expected, value[key], `${path}.${key}`) : [],
      ),
    ]
  }
  return typeof sample === typeof value || value === null
    ? []
    : [`${path} has type ${typeof value}; the sample has type ${typeof sample}`]
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
