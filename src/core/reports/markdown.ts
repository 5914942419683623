/** A table; cells are Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/**
 * A text that others wrote, such as a name or words of an answer: on one line, of at most `longest` characters, without effect as
 * Markdown or HTML.
 */
export function plain(text: string, longest: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const characters = [...line]
  const short =
    characters.length > longest
      ? `${characters
          .slice(0, longest - 1)
          .join('')
          .trimEnd()}…`
      : line
  return short.replace(ACTIVE, '\\$&')
}

/** Marks of Markdown; an underscore between letters or digits is none, and stands in the tokens of providers. */
const ACTIVE = /[\\`*[\]<>|#~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu

/** Words out of the Markdown of an answer, without the marks that are cut off or have lost their partner. */
export function quoted(text: string, longest: number): string {
  return `“${plain(text.replace(/[*`]+/g, '').replace(/^[\s,;:.–—-]+/, ''), longest)}”`
}

/** The longest name of a brand, a site or a provider in a report. */
export const LONGEST_NAME = 60

/** A name that others gave. */
export function name(text: string): string {
  return plain(text, LONGEST_NAME)
}
