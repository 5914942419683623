import { describe, expect, it } from 'vitest'
import { readCsv } from './csv.ts'

const fieldsOf = (text: string) => readCsv(text).map(({ fields }) => fields)

describe('readCsv', () => {
  it('reads fields, with and without a final line ending', () => {
    expect(fieldsOf('a,b\r\n1,2\r\n')).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ])
    expect(fieldsOf('a,b\n1,2')).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ])
  })

  it('keeps delimiters, quotes and line endings in quoted fields', () => {
    expect(fieldsOf('text,tags\n"Which tool, really?","a ""b"""\n"two\r\nlines",x')).toEqual([
      ['text', 'tags'],
      ['Which tool, really?', 'a "b"'],
      ['two\r\nlines', 'x'],
    ])
  })

  it('keeps quotes inside unquoted fields', () => {
    expect(fieldsOf('5" screens,b')).toEqual([['5" screens', 'b']])
  })

  it('skips a byte order mark', () => {
    expect(fieldsOf('\uFEFF"text",tags\nx,y')[0]).toEqual(['text', 'tags'])
  })

  it('accepts semicolons from spreadsheets and tabs from copied cells', () => {
    expect(fieldsOf('text;tags\nOne, two;x')).toEqual([
      ['text', 'tags'],
      ['One, two', 'x'],
    ])
    expect(fieldsOf('text\ttags\nOne, two; three\tx')).toEqual([
      ['text', 'tags'],
      ['One, two; three', 'x'],
    ])
  })

  it('ignores quoted delimiters when detecting the delimiter', () => {
    expect(fieldsOf('"a;b;c",text\n1,2')[0]).toEqual(['a;b;c', 'text'])
  })

  it('numbers lines like an editor, including empty lines and multi-line fields', () => {
    expect(readCsv('text\n\n"one\ntwo"\nthree').map(({ number }) => number)).toEqual([1, 3, 5])
    expect(readCsv('a\r\n\r\nb\r\n').map(({ number }) => number)).toEqual([1, 3])
  })

  it('keeps empty fields, and returns no lines for an empty text', () => {
    expect(fieldsOf('a,,c\n,,\n')).toEqual([['a', '', 'c']])
    expect(fieldsOf('')).toEqual([])
  })
})
