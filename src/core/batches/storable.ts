/** Every escape of a JSON text, one at a time, so that an escaped backslash never passes for the start of another. */
const ESCAPE = /\\(?:u([0-9a-f]{4})|.)/gi

/**
 * JSON that PostgreSQL takes whatever a provider sent: it refuses NUL and halves of surrogate pairs, which become U+FFFD.
 */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value)
  if (!json.includes('\\u')) return json
  // JSON.stringify escapes a surrogate only where its other half is missing (ECMA-262 §25.5.2.3).
  return json.replace(ESCAPE, (sequence, code: string | undefined) =>
    code !== undefined && /^(0000|d[89a-f]..)$/i.test(code) ? '\\ufffd' : sequence,
  )
}
