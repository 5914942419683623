/** A table; cells are Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** Says that a table has not all rows; nothing where none is missing. */
export function leftOut(rows: number): string[] {
  return rows > 0 ? [`${rows} more with smaller counts are left out.`] : []
}

/**
 * A text that others wrote, such as a name or words of an answer: on one line, of at most `longest` characters, without effect as
 * Markdown or HTML, also where addresses become links by themselves (GFM), and without characters that nobody sees.
 */
export function plain(text: string, longest: number): string {
  const line = text
    .replace(INVISIBLE, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
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

/**
 * Marks of Markdown, also those by which an address or a character reference is recognised. An underscore between letters or
 * digits is none, and stands in the tokens of providers.
 */
const ACTIVE = /[\\`*[\]<>|#~@]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|:(?=\/\/)|(?<=www)\.|&(?=#?\w+;)/giu

/** Characters that change the direction of a text or write a hidden one: bidirectional controls, zero widths and tags. */
const INVISIBLE = /[\u200B\u2060\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}]/gu

/** A text that others wrote, in quotation marks that none of its own can close. */
export function quoted(text: string, longest: number): string {
  return `“${plain(text.replace(/[“„‟]/g, '‘').replace(/”/g, '’'), longest)}”`
}

/** Words out of the Markdown of an answer, quoted without the marks that are cut off or have lost their partner. */
export function excerpt(text: string, longest: number): string {
  return quoted(text.replace(/[*`]+/g, '').replace(/^[\s,;:.–—-]+/, ''), longest)
}

/** The longest name of a brand, a site or a provider in a report. */
export const LONGEST_NAME = 60

/** A name that others gave. */
export function name(text: string): string {
  return plain(text, LONGEST_NAME)
}
