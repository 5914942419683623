/**
 * Returns a passage of an answer as plain text for a quotation: its words without Markdown for emphasis, code, links, lists,
 * headings and citations, with ` · ` between the cells of a table, and with single spaces. The dashboard has the same rules
 * in `formatting/quote.ts`, because its pages import nothing from the server.
 */
export function plainQuote(markdown: string): string {
  return markdown
    .replace(/\[\^?\d+\](?:\([^)]*\))?/g, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\*+|__|`/g, '')
    .replace(/^[\s|#>-]+|[\s|]+$/g, '')
    .replace(/\s*\|\s*/g, ' · ')
    .replace(/\s+/g, ' ')
    .replace(/ ([.,;:!?])/g, '$1')
    .trim()
}
