import { describe, expect, test } from 'vitest'
import { type ListedSource, referencesOf } from './text-references.ts'

const A = { url: 'https://a.example/x', title: 'A' }
const B = { url: 'https://b.example/y', title: null }

function shown(
  text: string,
  {
    cited = [],
    listed = [],
    numbered = [],
  }: Partial<Record<'cited' | 'listed' | 'numbered', ListedSource[]>>,
) {
  return referencesOf(text, { cited, listed, numbered }).map(({ url, title, kind, spans }) => [
    url,
    title,
    kind,
    ...spans.map(({ start, end }) => text.slice(start, end)),
  ])
}

describe('a source is cited', () => {
  test.each<[string, string, string[]]>([
    ['a link', 'See [A](https://a.example/x).', ['[A](https://a.example/x)']],
    [
      'a link in parentheses',
      'Yes ([a.example](https://a.example/x)).',
      ['([a.example](https://a.example/x))'],
    ],
    ['a numbered link', '😀 Yes [[1]](https://a.example/x)', ['[[1]](https://a.example/x)']],
    ['a link with a title', '[A](https://a.example/x "The A")', ['[A](https://a.example/x "The A")']],
    ['a link in angle brackets', '[A](<https://a.example/x>)', ['[A](<https://a.example/x>)']],
    [
      'a link through a Google redirect',
      '[A](https://www.google.com/url?sa=E&q=https%3A%2F%2Fa.example%2Fx)',
      ['[A](https://www.google.com/url?sa=E&q=https%3A%2F%2Fa.example%2Fx)'],
    ],
    ['a mark', 'Yes [1]. Again [1]', ['[1]', '[1]']],
    ['an escaped mark', 'Yes \\[1\\]', ['\\[1\\]']],
    ['a link with an escaped bracket', '[A \\[ B](https://a.example/x)', ['[A \\[ B](https://a.example/x)']],
    ['marks in a row', 'Yes [3][1]', ['[1]']],
    ['a mark defined in the text', 'Yes [A][7]\n\n[7]: https://a.example/x "A"', ['[A][7]']],
  ])('by %s', (_, text, spans) => {
    expect(shown(text, { listed: [A], numbered: [A] })).toEqual([[A.url, 'A', 'cited', ...spans]])
  })

  test('with parentheses in its address', () => {
    const url = 'https://w.example/Pipe_(CRM)'
    expect(shown(`See [w](${url}).`, {})).toEqual([[url, 'w', 'cited', `[w](${url})`]])
  })

  test('despite different fragments and tracking parameters, with the title from the list', () => {
    const listed = [{ url: `${A.url}?utm_source=chatgpt.com`, title: 'A' }]
    const text = `Yes [here](${A.url}#:~:text=yes)`
    expect(shown(text, { listed })).toEqual([
      [`${A.url}#:~:text=yes`, 'A', 'cited', `[here](${A.url}#:~:text=yes)`],
    ])
  })
})

test('cites sources that the surface marks as used without a span, and lists the others, in order', () => {
  expect(
    shown('See [b](https://b.example/y).', {
      cited: [A],
      listed: [B, { url: 'https://c.example/', title: null }],
    }),
  ).toEqual([
    [B.url, 'b', 'cited', '[b](https://b.example/y)'],
    [A.url, 'A', 'cited'],
    ['https://c.example/', null, 'retrieved'],
  ])
})

test.each([
  ['an image', '![A](https://a.example/x)'],
  ['a mark without a source', 'Yes [2] and [0]'],
  ['a link that is not a web address', '[A](mailto:a@a.example)'],
  ['a truncated link', '[A](https://a.example/x'],
])('%s refers to nothing', (_, text) => {
  expect(shown(text, { listed: [A], numbered: [A] })).toEqual([[A.url, 'A', 'retrieved']])
})
