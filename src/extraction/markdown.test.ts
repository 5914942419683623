import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scanMarkdown } from './markdown.ts'

const masked = (text: string) => scanMarkdown(text).masked.map(({ start, end }) => text.slice(start, end))
const links = (text: string) => scanMarkdown(text).links.map(({ url }) => url)
const kinds = (text: string) => scanMarkdown(text).lines.map(({ kind }) => kind)

describe('scanMarkdown', () => {
  it('tells headings, items, rows, rules and prose apart', () => {
    expect(kinds('# Title\n- a\n2) b\n| c | d |\n|---|---|\n---\n\nprose')).toEqual([
      'heading',
      'item',
      'item',
      'row',
      'divider',
      'divider',
      'blank',
      'text',
    ])
  })

  it('reads numbers of items and headings, also inside bold type', () => {
    const ordinals = scanMarkdown('3. x\n**4. Name**\n### 5) y\n2024 was good').lines.map(
      (line) => line.ordinal,
    )
    expect(ordinals).toEqual([3, 4, 5, null])
  })

  it('masks code, addresses, domains, footnote marks and link targets, but not the words of a link', () => {
    const text = 'See `code`, https://a.com/x?y=1, b.org, [words](https://c.com "t") and [1] or me@d.com.'
    expect(masked(text)).toEqual([
      '`code`',
      'https://a.com/x?y=1',
      'b.org',
      '](https://c.com "t")',
      '[1]',
      'me@d.com',
    ])
  })

  it('does not take figures, versions, abbreviations or a lost space for a domain', () => {
    expect(masked('It costs 3.50, runs v1.2, e.g. Node.js works fine.Next sentence')).toEqual([])
  })

  it('collects links of every spelling', () => {
    const text =
      'A [x](https://a.com/b_(c)) <https://b.com> https://c.com. Then [y][2] here.\n\n[2]: https://d.com "Title"'
    expect(links(text)).toEqual(['https://a.com/b_(c)', 'https://b.com', 'https://c.com', 'https://d.com'])
  })

  it('ignores images as links and masks all of them', () => {
    expect(links('![Acme](https://a.com/i.png)')).toEqual([])
    expect(masked('![Acme](https://a.com/i.png)')).toEqual(['![Acme](https://a.com/i.png)'])
  })

  it('lets a fence that is never closed run to the end', () => {
    expect(kinds('a\n```\nb\n# c')).toEqual(['text', 'code', 'code', 'code'])
  })

  it('covers every text with lines, and masks in ascending order without overlap', () => {
    const piece = fc.constantFrom(
      '`',
      '[',
      ']',
      '(',
      ')',
      '](',
      '<',
      '>',
      '://',
      'https://a.b',
      '.',
      'a.com',
      '|',
      '\n',
      '# ',
      '- ',
      '1. ',
      '**',
      ' ',
      '】',
      '【',
      'x',
      '\\',
      '[1]: https://q.de',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const text = pieces.join('')
        const document = scanMarkdown(text)
        expect(document.lines).toHaveLength(text.split('\n').length)
        let last = 0
        for (const { start, end } of document.masked) {
          expect(start).toBeGreaterThanOrEqual(last)
          expect(end).toBeGreaterThan(start)
          last = end
        }
        expect(last).toBeLessThanOrEqual(text.length)
      }),
    )
  })
})
