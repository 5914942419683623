/** Output of JSON.stringify for NUL and for unpaired surrogates (ECMA-262 §25.5.2.3). */
const REJECTED = /\\u(?:0000|d[89a-f])/i

/** Serializes a value as JSON that PostgreSQL accepts. Replaces NUL and unpaired surrogates with U+FFFD. */
export function toPostgresJson(value: unknown): string {
  const json = JSON.stringify(value)
  // Answers can be megabytes. Visiting every string is slow, and so is the expression if no escape is in the text.
  return json.includes('\\u') && REJECTED.test(json) ? JSON.stringify(value, accepted) : json
}

function accepted(_: string, value: unknown): unknown {
  if (typeof value === 'string') return acceptedText(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const names = Object.keys(value)
  if (names.every((name) => acceptedText(name) === name)) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [acceptedText(name), part]))
}

function acceptedText(text: string): string {
  const wellFormed = text.toWellFormed()
  if (!wellFormed.includes('\0')) return wellFormed
  const units = new Uint16Array(wellFormed.length)
  for (let index = 0; index < units.length; index += 1) units[index] = wellFormed.charCodeAt(index) || 0xfffd
  return Buffer.from(units.buffer).toString('utf16le')
}
