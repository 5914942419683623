/** What JSON.stringify makes of NUL and of a surrogate whose other half is missing (ECMA-262 §25.5.2.3). */
const REFUSED = /\\u(?:0000|d[89a-f])/i

/** Serialises a value as JSON that PostgreSQL accepts: NUL and unpaired surrogates, which it refuses, become U+FFFD. */
export function toPostgresJson(value: unknown): string {
  const json = JSON.stringify(value)
  // An answer may have megabytes, with an escape sequence in every line: they are searched, and not visited one by one.
  return REFUSED.test(json) ? JSON.stringify(value, accepted) : json
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
  for (let at = 0; at < units.length; at += 1) units[at] = wellFormed.charCodeAt(at) || 0xfffd
  return Buffer.from(units.buffer).toString('utf16le')
}
