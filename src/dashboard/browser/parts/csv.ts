/** A line of a CSV text: its fields, and where it begins. */
export interface CsvLine {
  fields: string[]
  /** 1-based; a field in quotes may hold several lines of the text. */
  number: number
}

const DELIMITERS = [',', ';', '\t'] as const

/**
 * Reads CSV (RFC 4180): fields in quotes may hold delimiters, doubled quotes and line ends. A byte order mark is left out. The
 * delimiter is a comma, a semicolon or a tab, whichever the first line has most of, because spreadsheets of many countries
 * write semicolons and copied cells have tabs between them. Empty lines are left out.
 */
export function readCsv(given: string): CsvLine[] {
  const text = given.replace(/^\uFEFF/, '')
  const delimiter = delimiterOf(text)
  const lines: CsvLine[] = []
  let line: CsvLine = { fields: [], number: 1 }
  let field = ''
  let quoted = false
  let number = 1
  const endLine = () => {
    line.fields.push(field)
    if (line.fields.some((one) => one.trim() !== '')) lines.push(line)
    field = ''
    line = { fields: [], number }
  }
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at)
    const isEnd = char === '\n' || char === '\r'
    if (isEnd && text.charAt(at - 1) === '\r' && char === '\n') {
      if (quoted) field += char
      continue
    }
    if (isEnd) number += 1
    if (quoted) {
      if (char !== '"') field += char
      else if (text.charAt(at + 1) === '"') {
        field += '"'
        at += 1
      } else quoted = false
    } else if (char === '"' && field === '') quoted = true
    else if (char === delimiter) {
      line.fields.push(field)
      field = ''
    } else if (isEnd) endLine()
    else field += char
  }
  endLine()
  return lines
}

function delimiterOf(text: string): string {
  const [first = ''] = text.replace(/"(?:[^"]|"")*"/g, '').split(/\r?\n|\r/)
  const counts = DELIMITERS.map((delimiter) => ({ delimiter, count: first.split(delimiter).length }))
  return counts.reduce((most, one) => (one.count > most.count ? one : most)).delimiter
}
