import { describe, expect, it } from 'vitest'
import { readCsv } from './csv.ts'

const fieldsOf = (text: string) => readCsv(text).map(({ fields }) => fields)

describe('reading CSV', () => {
  it('reads fields, with and without a line end at the end', () => {
    expect(fieldsOf('a,b\r\n1,2\r\n')).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ])
    expect(fieldsOf('a,b\n1,2')).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ])
  })

  it('keeps delimiters, quotes and line ends of fields in quotes', () => {
    expect(fieldsOf('text,tags\n"Which tool, really?","a ""b"""\n"two\r\nlines",x')).toEqual([
      ['text', 'tags'],
      ['Which tool, really?', 'a "b"'],
      ['two\r\nlines', 'x'],
    ])
  })

  it('takes quotes inside of a field without quotes as they are', () => {
    expect(fieldsOf('5" screens,b')).toEqual([['5" screens', 'b']])
  })

  it('leaves out a byte order mark', () => {
    expect(fieldsOf('\uFEFF"text",tags\nx,y')[0]).toEqual(['text', 'tags'])
  })

  it('reads semicolons of spreadsheets, and tabs of copied cells', () => {
    expect(fieldsOf('text;tags\nOne, two;x')).toEqual([
      ['text', 'tags'],
      ['One, two', 'x'],
    ])
    expect(fieldsOf('text\ttags\nOne, two; three\tx')).toEqual([
      ['text', 'tags'],
      ['One, two; three', 'x'],
    ])
  })

  it('does not count delimiters in quotes of the first line', () => {
    expect(fieldsOf('"a;b;c",text\n1,2')[0]).toEqual(['a;b;c', 'text'])
  })

  it('counts lines as an editor does, also after empty lines and fields of several lines', () => {
    expect(readCsv('text\n\n"one\ntwo"\nthree').map(({ number }) => number)).toEqual([1, 3, 5])
    expect(readCsv('a\r\n\r\nb\r\n').map(({ number }) => number)).toEqual([1, 3])
  })

  it('has empty fields, and no line for an empty text', () => {
    expect(fieldsOf('a,,c\n,,\n')).toEqual([['a', '', 'c']])
    expect(fieldsOf('')).toEqual([])
  })
})
