/** JSON with a line for each entry; lists of plain values stand on one line. */
export function formatJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(/\[\n\s+([^[\]{}]*?)\n\s+\]/g, (_, entries: string) => {
    return `[${entries.replace(/\n\s+/g, ' ')}]`
  })
}
