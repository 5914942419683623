import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findLists } from './lists.ts'
import { scanMarkdown } from './markdown.ts'

function lists(text: string): string[][] {
  return findLists(text, scanMarkdown(text)).map((list) =>
    list.items.map(({ start, end }) => text.slice(start, end)),
  )
}

describe('findLists', () => {
  it('returns nested lists separately and includes them in their parent item', () => {
    expect(lists('- a\n  - b\n  - c\n- d')).toEqual([
      ['a\n  - b\n  - c', 'd'],
      ['b', 'c'],
    ])
  })

  it('includes unindented bullets below a number in the numbered item', () => {
    expect(lists('1. a\n- b\n2. c')).toEqual([['a\n- b', 'c'], ['b']])
  })

  it('continues a numbered list across paragraphs until the numbering breaks', () => {
    expect(lists('1. a\n\nwords\n\n2. b\n\nend\n\n1. c\n2. d')).toEqual([
      ['a\n\nwords', 'b'],
      ['c', 'd'],
    ])
  })

  it('ends a list at a heading', () => {
    expect(lists('- a\n# h\n- b')).toEqual([['a'], ['b']])
  })

  it('reads numbered headings as a list of sections', () => {
    expect(lists('## 1. A\nx\n### Sub\ny\n## 2. B\nz\n## End\nw')).toEqual([['A\nx\n### Sub\ny', 'B\nz']])
  })

  it('treats sibling headings as a list and leaves advice headings unranked', () => {
    const text = '# Top\n## A\nx\n## B\ny\n## How to choose\nz\n# Next\n## C\nw'
    const [top, names] = findLists(text, scanMarkdown(text))
    expect(top?.items).toHaveLength(2)
    expect(names?.kind).toBe('sections')
    expect(
      names?.items.map(({ start, end, unranked }) => [text.slice(start, end), unranked === true]),
    ).toEqual([
      ['A\nx', false],
      ['B\ny', false],
      ['How to choose\nz', true],
    ])
  })

  it('finds lists within a line that start with 1', () => {
    expect(lists('Take 1) A, 2) B or 3) C')).toEqual([['A', 'B or', 'C']])
    expect(lists('Try (1) A; (2) B')).toEqual([['A', 'B']])
    expect(lists('1. A – x. 2. B – y')).toEqual([['A – x. 2. B – y'], ['A – x.', 'B – y']])
    expect(lists('Version 3) is out, 4) is not. It costs 2. That is all.')).toEqual([])
  })

  it('accepts medals, circled digits, full-width digits and letters as item numbers', () => {
    expect(lists('🥇 A\n🥈 B\n🥉 C\n4. D')).toEqual([['A', 'B', 'C', 'D']])
    expect(lists('① a\n② b')).toEqual([['a', 'b']])
    expect(lists('1、甲\n2、乙')).toEqual([['甲', '乙']])
    expect(lists('a) x\nb) y\n\n1 . z\n2 . w')).toEqual([
      ['x', 'y'],
      ['z', 'w'],
    ])
    expect(lists('🥇 Which is best?\nIt depends.')).toEqual([])
  })

  it('excludes checkboxes, byte order marks and invisible spaces from items', () => {
    expect(lists('\ufeff- [ ] a  \r\n\u200b- [x] b\r\n- \u200bc')).toEqual([['a', 'b', 'c']])
  })

  it('treats a dash as a bullet only before a capital letter', () => {
    expect(lists('– A\n– B\n— and so on')).toEqual([['A', 'B\n— and so on']])
  })

  it('ends a bulleted list where an unmarked list starts', () => {
    expect(lists('- a\n- b\nC – one\nD – two\nE – three')).toEqual([
      ['a', 'b'],
      ['C – one', 'D – two', 'E – three'],
    ])
  })

  it('finds rows of tables without outer pipes', () => {
    expect(lists('Tool | Price\n--- | ---\nA | 5\nB \\| b | 9\n\nend | of it')).toEqual([
      ['A | 5', 'B \\| b | 9'],
    ])
  })

  it('uses the second table cell as the title when the first is a rank', () => {
    const text = '| # | Tool |\n|--|--|\n| 1 | A |\n| 2 | B |'
    const [table] = findLists(text, scanMarkdown(text))
    expect(table?.items.map(({ title }) => text.slice(title.start, title.end))).toEqual(['A', 'B'])
  })

  it('returns ordered spans within the text, and a title per item, for any text', () => {
    const piece = fc.constantFrom(
      ...['- ', '1. ', '2) ', '(3) ', '# ', '## 1. ', '**', '|', '|--|', 'A', 'Acme – fast', 'Name: words'],
      ...[
        '\n',
        '\n\n',
        '\n\n\n',
        '  ',
        '\t',
        '🥇 ',
        '✅ ',
        '•',
        '499,00 $•',
        ' + more',
        'Brio is good. It works.',
      ],
      ...['—', '\ufeff', '\u200b', '\r\n', '```', '① ', 'and so on', 'A title', '\ud83d'],
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const text = pieces.join('')
        for (const { items } of findLists(text, scanMarkdown(text))) {
          let last = 0
          for (const { start, end, title } of items) {
            expect(start).toBeGreaterThanOrEqual(last)
            expect(end).toBeGreaterThanOrEqual(start)
            expect(title.start).toBeGreaterThanOrEqual(start)
            expect(title.end).toBeLessThanOrEqual(end)
            last = end
          }
          expect(last).toBeLessThanOrEqual(text.length)
        }
      }),
    )
  })
})
