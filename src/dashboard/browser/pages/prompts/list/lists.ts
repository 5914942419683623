/**
 * Formats a list for one CSV field: `a; b`. Semicolons, commas and backslashes within names are escaped with a
 * backslash.
 */
export function writeList(names: readonly string[]): string {
  return names.map((name) => name.replace(/[\\;,]/g, '\\$&')).join('; ')
}

/** The inverse of {@link writeList}. A field without semicolons may use commas as separators, as people write them. */
export function readList(field: string): string[] {
  const bySemicolon = field.match(/(?:\\.|[^;])+/gs) ?? []
  const names = bySemicolon.length > 1 ? bySemicolon : (field.match(/(?:\\.|[^,])+/gs) ?? [])
  return names.map((name) => name.trim().replace(/\\([\\;,])/g, '$1')).filter((name) => name !== '')
}
