import { z } from 'zod'

// What models write for the interface of their vendor, which no other shows: ChatGPT's marks stand between private-use characters, as
// in U+E200 `cite` U+E202 `turn0search1` U+E201, and pages that were opened are referred to as in 【1†L5-L9】;
// Grok's are elements.

const FIELD = '\uE202'
const MARK = /([ \t]?)\uE200([^\uE200\uE201]{0,4000})(?:\uE201|$)/g
/** A mark whose private-use characters were lost, one of a page or a file, and what is left of a mark that was cut off. */
const REMAINS =
  /<grok:render\b[^>]{0,300}>[\s\S]{0,1000}?<\/grok:render>|[ \t]?(?:file)?cite(?:turn\d+[a-z]+\d+)+|[ \t]?【\d+(?::\d+)?†[^】\n]{0,200}】|[\uE200-\uE206]/g
/** As the name in `["company","Acme"]`. */
const named = z.tuple([z.unknown(), z.string()], z.unknown())

/** The text without such marks. One that holds a part of the sentence, such as the name of a company or a link, is replaced by that. */
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
