import { z } from 'zod'

// Models write markup that only their vendor's interface understands. ChatGPT puts marks between private-use
// characters, as in U+E200 `cite` U+E202 `turn0search1` U+E201, and refers to opened pages as 【1†L5-L9】. Grok uses
// XML elements.

const FIELD = '\uE202'
const MARK = /([ \t]?)\uE200([^\uE200\uE201]{0,4000})(?:\uE201|$)/g
/** Matches marks that lost their private-use characters, marks for a page or a file, and remains of truncated marks. */
const REMAINS =
  /<grok:render\b[^>]{0,300}>[\s\S]{0,1000}?<\/grok:render>|[ \t]?(?:file)?cite(?:turn\d+[a-z]+\d+)+|[ \t]?【\d+(?::\d+)?†[^】\n]{0,200}】|[\uE200-\uE206]/g
/** The text is the second element, as in `["company","Acme"]`. */
const named = z.tuple([z.unknown(), z.string()], z.unknown())

/**
 * Removes the markup of vendors from a text. A mark that contains part of the sentence, such as a company name or a link, is
 * replaced with it.
 */
export function withoutPrivateMarks(text: string): string {
  if (!/[\uE200-\uE206†]|citeturn|<grok:render/.test(text)) return text
  return text
    .replace(MARK, (_, space: string, mark: string) => {
      const shown = shownBy(mark.split(FIELD))
      return shown === '' ? '' : `${space}${shown}`
    })
    .replace(REMAINS, '')
}

function shownBy([kind, first = '', address = '']: readonly string[]): string {
  if (kind === 'url') return /^https?:/.test(address) ? `[${first}](${address})` : first
  try {
    return named.parse(JSON.parse(first))[1]
  } catch {
    return ''
  }
}
