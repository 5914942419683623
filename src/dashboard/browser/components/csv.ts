/** A CSV record and its line number. */
export interface CsvLine {
  fields: string[]
  /** 1-based line on which the record starts. A quoted field may span several lines. */
  number: number
}

const DELIMITERS = [',', ';', '\t'] as const

/**
 * Parses CSV (RFC 4180), including delimiters, doubled quotes and line endings in quoted fields. Skips a byte order
 * mark and empty lines. The delimiter is the most frequent one of comma, semicolon and tab in the first line:
 * spreadsheets in many countries write semicolons, and copied cells are separated by tabs.
 */
export function readCsv(source: string): CsvLine[] {
  const text = source.replace(/^\uFEFF/, '')
  const delimiter = delimiterOf(text)
  const lines: CsvLine[] = []
  let line: CsvLine = { fields: [], number: 1 }
  let field = ''
  let quoted = false
  let number = 1
  const endLine = () => {
    line.fields.push(field)
    if (line.fields.some((value) => value.trim() !== '')) lines.push(line)
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
  return counts.reduce((best, candidate) => (candidate.count > best.count ? candidate : best)).delimiter
}
