/**
 * Returns a passage of an answer as plain text for a quote: without Markdown syntax for emphasis, code, links, lists,
 * headings and citations, with ` · ` between the cells of a table, and with single spaces.
 */
export function plainQuote(text: string): string {
  return text
    .replace(/\[\^?\d+\](?:\([^)]*\))?/g, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\*+|__|`/g, '')
    .replace(/^[\s|#>-]+|[\s|]+$/g, '')
    .replace(/\s*\|\s*/g, ' · ')
    .replace(/\s+/g, ' ')
    .replace(/ ([.,;:!?])/g, '$1')
    .trim()
}
