/**
 * How the shape of a value differs from that of a sample: keys that one of them lacks, and values of another type. In the sample
 * `null` and `"…"` stand for any value, `"…": "…"` for further keys; a value may be null where the sample's is not. Every item of a list has the shape of one of the sample's.
 */
export function differences(sample: unknown, value: unknown, path = 'the answer'): string[] {
  if (sample === '…' || sample === null) return []
  if (Array.isArray(sample)) {
    if (!Array.isArray(value)) return [`${path} is no list`]
    if (sample.length > 0 && value.length === 0) return [`${path} is empty`]
    return value.flatMap((item, index) => {
      const found = sample.map((one) => differences(one, item, `${path}[${index}]`))
      return found.some((one) => one.length === 0) ? [] : (found[0] ?? [])
    })
  }
  if (isRecord(sample)) {
    if (!isRecord(value)) return [`${path} is no object`]
    const missing = Object.keys(sample).filter((key) => key !== '…' && !(key in value))
    const more = '…' in sample ? [] : Object.keys(value).filter((key) => !(key in sample))
    return [
      ...missing.map((key) => `${path} has no ${key}`),
      ...more.map((key) => `${path} has ${key}, which is not in the sample`),
      ...Object.entries(sample).flatMap(([key, one]) =>
        key in value ? differences(one, value[key], `${path}.${key}`) : [],
      ),
    ]
  }
  return typeof sample === typeof value || value === null
    ? []
    : [`${path} is of type ${typeof value}, in the sample ${typeof sample}`]
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
