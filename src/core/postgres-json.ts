/** One escape sequence of a JSON text. Matching all of them keeps the second half of `\\\\` from being taken for a start. */
const ESCAPE = /\\(?:u([0-9a-f]{4})|.)/gi

/** Serialises a value as JSON that PostgreSQL accepts: NUL and unpaired surrogates, which it refuses, become U+FFFD. */
export function toPostgresJson(value: unknown): string {
  const json = JSON.stringify(value)
  if (!json.includes('\\u')) return json
  // JSON.stringify escapes a surrogate only where its other half is missing (ECMA-262 §25.5.2.3).
  return json.replace(ESCAPE, (sequence, code: string | undefined) =>
    code !== undefined && /^(0000|d[89a-f]..)$/i.test(code) ? '\\ufffd' : sequence,
  )
}
