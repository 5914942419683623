import { describe, expect, it } from 'vitest'
import { readLists } from './lists.ts'
import { scanMarkdown } from './markdown.ts'

function lists(text: string): string[][] {
  return readLists(text, scanMarkdown(text)).map((list) =>
    list.items.map(({ start, end }) => text.slice(start, end)),
  )
}

describe('readLists', () => {
  it('keeps nested lists apart and inside their item', () => {
    expect(lists('- a\n  - b\n  - c\n- d')).toEqual([
      ['a\n  - b\n  - c', 'd'],
      ['b', 'c'],
    ])
  })

  it('takes bullets at the margin under a number as part of it', () => {
    expect(lists('1. a\n- b\n2. c')).toEqual([['a\n- b', 'c'], ['b']])
  })

  it('carries a numbered list across paragraphs, and ends it where numbering does not go on', () => {
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

  it('reads plain lines of names and descriptions as a list', () => {
    expect(lists('A – one\nB – two\nC – three')).toEqual([['A – one', 'B – two', 'C – three']])
    expect(lists('A – one\nB – two')).toEqual([])
  })

  it('reads table rows, and the second cell as head where the first is a rank', () => {
    const text = '| # | Tool |\n|--|--|\n| 1 | A |\n| 2 | B |'
    const [table] = readLists(text, scanMarkdown(text))
    expect(table?.items.map(({ head }) => text.slice(head.start, head.end))).toEqual(['A', 'B'])
  })
})
