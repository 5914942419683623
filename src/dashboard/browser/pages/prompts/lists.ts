/** How lists are written in one field of a CSV file: `a; b`; a semicolon, comma or backslash inside of a name as `\;`, `\,`, `\\`. */
export function writeList(names: readonly string[]): string {
  return names.map((name) => name.replace(/[\\;,]/g, '\\$&')).join('; ')
}

/** The inverse of {@link writeList}. A field without semicolons may have commas between the names, as people write them. */
export function readList(field: string): string[] {
  const bySemicolon = field.match(/(?:\\.|[^;])+/gs) ?? []
  const names = bySemicolon.length > 1 ? bySemicolon : (field.match(/(?:\\.|[^,])+/gs) ?? [])
  return names.map((name) => name.trim().replace(/\\([\\;,])/g, '$1')).filter((name) => name !== '')
}
