import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scanMarkdown } from './markdown.ts'

const masked = (text: string) => scanMarkdown(text).masked.map(({ start, end }) => text.slice(start, end))
const links = (text: string) => scanMarkdown(text).links.map(({ url }) => url)
const kinds = (text: string) => scanMarkdown(text).lines.map(({ kind }) => kind)

describe('scanMarkdown', () => {
  it('distinguishes headings, items, table rows, thematic breaks and prose', () => {
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

  it('parses the numbers of items and headings, also in bold', () => {
    const ordinals = scanMarkdown('3. x\n**4. Name**\n### 5) y\n2024 was good').lines.map(
      (line) => line.ordinal,
    )
    expect(ordinals).toEqual([3, 4, 5, null])
  })

  it('masks code, URLs, domains, footnote marks and link destinations, but not link texts', () => {
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

  it('does not mistake numbers, versions, abbreviations or a missing space for a domain', () => {
    expect(masked('It costs 3.50, runs v1.2, e.g. Node.js works fine.Next sentence')).toEqual([])
  })

  it('collects links in all notations', () => {
    const text =
      'A [x](https://a.com/b_(c)) <https://b.com> https://c.com. Then [y][2] here.\n\n[2]: https://d.com "Title"'
    expect(links(text)).toEqual(['https://a.com/b_(c)', 'https://b.com', 'https://c.com', 'https://d.com'])
  })

  it('masks images and does not count them as links', () => {
    expect(links('![Acme](https://a.com/i.png)')).toEqual([])
    expect(masked('![Acme](https://a.com/i.png)')).toEqual(['![Acme](https://a.com/i.png)'])
  })

  it('extends an unclosed fence to the end of the text', () => {
    expect(kinds('a\n```\nb\n# c')).toEqual(['text', 'code', 'code', 'code'])
  })

  it('closes a fence only with a bare fence of at least the same length, and treats paired backticks on a line as inline code', () => {
    expect(kinds('````\n```\na\n````\nb')).toEqual(['code', 'code', 'code', 'code', 'text'])
    expect(kinds('```js\n```py\nx\n```\ny')).toEqual(['code', 'code', 'code', 'code', 'text'])
    expect(kinds('~~~\n```\n~~~\nb')).toEqual(['code', 'code', 'code', 'text'])
    expect(kinds('``` x ``` words\nb')).toEqual(['text', 'text'])
    expect(masked('a ``x ` y`` b `c')).toEqual(['``x ` y``'])
  })

  it('resolves shortcut and collapsed reference links', () => {
    const text =
      'A [Big Acme][] and [brio] and [c][Big  Acme].\n\n[big acme]: https://a.com\n[Brio]: <https://b.com> "B"'
    const document = scanMarkdown(text)
    expect(document.links.map(({ url, start, end }) => [url, text.slice(start, end)])).toEqual([
      ['https://a.com', '[Big Acme][]'],
      ['https://b.com', '[brio]'],
      ['https://a.com', '[c][Big  Acme]'],
    ])
    expect(links('No [reference] here')).toEqual([])
  })

  it('masks all citation mark notations and keeps the links inside them', () => {
    const text =
      'A [1][2] [3, 4] [5–7] [^n] [source: Acme] 【4†source】 \ue200cite\ue202x\ue201 (source: Acme) (Kilde: [B](https://b.com)) (open source)'
    expect(masked(text)).toEqual([
      ...[
        '[1]',
        '[2]',
        '[3, 4]',
        '[5–7]',
        '[^n]',
        '[source: Acme]',
        '【4†source】',
        '\ue200cite\ue202x\ue201',
      ],
      ...['(source: Acme)', '(Kilde: [B](https://b.com))'],
    ])
    expect(links(text)).toEqual(['https://b.com'])
  })

  it('masks comments and tags, but not a less-than sign', () => {
    expect(masked('a <b>c</b> <!-- <i>d --> e 3 < 4 > 2 <!-- f')).toEqual([
      '<b>',
      '</b>',
      '<!-- <i>d -->',
      '<!-- f',
    ])
  })

  it('treats a short underlined line as a heading and a line below a sentence as a thematic break', () => {
    expect(kinds('Acme\n====\nBrio\n---\nIt ends.\n---')).toEqual([
      ...['heading', 'divider', 'heading', 'divider', 'text', 'divider'],
    ])
  })

  it('accepts rows without outer pipes only within a table', () => {
    expect(kinds('a | b\n--|--\nc | d\n\ne | f')).toEqual(['row', 'divider', 'row', 'blank', 'text'])
  })

  it('does not interpret escaped characters', () => {
    expect(kinds('1\\. a\n\\- b\n\\# c')).toEqual(['text', 'text', 'text'])
  })

  it('ends lines before trailing spaces for all kinds of line breaks', () => {
    const text = 'a  \r\n\ufeff# b\u200b\n- c\t'
    expect(scanMarkdown(text).lines.map(({ content, end }) => text.slice(content, end))).toEqual([
      'a',
      'b',
      'c',
    ])
  })

  it('covers any text with lines and returns ascending masks without overlaps', () => {
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
      '[^',
      '(source: ',
      '<!--',
      '-->',
      '\ue200',
      '\ue201',
      '```',
      '---',
      '🥇',
      '\ufeff',
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
