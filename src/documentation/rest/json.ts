/** Formats JSON with one entry per line, except lists of plain values, which stay on one line. */
export function formatJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(/\[\n\s+([^[\]{}]*?)\n\s+\]/g, (_, entries: string) => {
    return `[${entries.replace(/\n\s+/g, ' ')}]`
  })
}
