import type { Figures } from '../../foundation/figures.ts'
import { plainQuote } from '../../foundation/plain-quote.ts'

/** Returns a Markdown table. Cells are Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** Returns a note that a table omits rows; empty if it is complete. `rows` is the number of omitted rows. */
export function omittedRows({ counted }: Figures, rows: number): string[] {
  return rows > 0 ? [`Not shown: ${counted(rows, 'row')} with smaller counts.`] : []
}

/**
 * Escapes text written by others, such as a name or a quotation from an answer. The result is a single line of at most
 * `maxLength` characters. It has no effect as Markdown or HTML, even if the renderer detects plain URLs as links (GFM),
 * and it contains no invisible characters.
 */
export function plain(text: string, maxLength: number): string {
  const line = text
    .replace(INVISIBLE, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  const characters = [...line]
  const short =
    characters.length > maxLength
      ? `${characters
          .slice(0, maxLength - 1)
          .join('')
          .trimEnd()}…`
      : line
  return short.replace(ACTIVE, '\\$&')
}

/**
 * Markdown punctuation, including the characters that URLs and character references are recognized by. An underscore
 * between letters or digits has no effect and is not escaped, because provider tokens contain underscores.
 */
const ACTIVE = /[\\`*[\]<>|#~@]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|:(?=\/\/)|(?<=www)\.|&(?=#?\w+;)/giu

/**
 * Characters that change the text direction or hide text: bidirectional controls, zero-width characters and tag
 * characters.
 */
const INVISIBLE = /[\u200B\u2060\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}]/gu

/**
 * Returns text written by others in quotation marks. Quotation marks in the text are replaced, so that it cannot close
 * them.
 */
export function quoted(text: string, maxLength: number): string {
  return `“${plain(text.replace(/[“„‟]/g, '‘').replace(/”/g, '’'), maxLength)}”`
}

/** Returns a quoted excerpt from the Markdown of an answer as plain text, without leading punctuation. */
export function excerpt(text: string, maxLength: number): string {
  return quoted(plainQuote(text).replace(/^[\s,;:.–—-]+/, ''), maxLength)
}

/** Maximum length of the name of a brand, site or provider in a report. */
export const MAX_NAME_LENGTH = 60

/** Escapes and shortens a name. */
export function name(text: string): string {
  return plain(text, MAX_NAME_LENGTH)
}
