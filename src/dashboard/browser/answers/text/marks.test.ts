import { describe, expect, it } from 'vitest'
import { leavesOf, placesOfLeaf } from './leaves.ts'
import { piecesOf } from './marks.ts'
import { parseAnswer } from './parse.ts'

/** Returns the marked texts, node by node, when `words` is marked. It must occur once in the source. */
function marked(answer: string, words: string): string[] {
  const start = answer.indexOf(words)
  const mark = { kind: 'added', id: 'mark', start, end: start + words.length } as const
  return leavesOf(parseAnswer(answer))
    .flatMap((leaf) => piecesOf(leaf.value, placesOfLeaf(leaf, answer), [mark]))
    .filter(({ marks }) => marks.length > 0)
    .map(({ text }) => text)
}

describe('a mark given by source offsets', () => {
  it.each([
    ['in plain text', 'Try Acme now.', 'Acme', ['Acme']],
    [
      'that starts in bold text and ends outside',
      'Try **Acme** Board now',
      'Acme** Board',
      ['Acme', ' Board'],
    ],
    ['after a character reference', 'A &amp; B and &lt;Acme', 'Acme', ['Acme']],
    ['containing a character reference', 'Try A&amp;B now', 'A&amp;B', ['A&B']],
    ['after escapes', '\\*\\*Note\\*: Acme \\\\ x', 'Acme', ['Acme']],
    ['containing an escape', 'Try A\\*B now', 'A\\*B', ['A*B']],
    ['after a numeric reference outside the BMP', '&#x1F600; 😀 Acme', 'Acme', ['Acme']],
    ['on the second line of a quote', '> one\n> two &amp; Acme', 'Acme', ['Acme']],
    ['on an indented second line', '- one\n  two Acme', 'Acme', ['Acme']],
    ['across two lines of a quote', '> one\n> two', 'one\n> two', ['one\ntwo']],
    ['in a table', '| a | b |\n| - | - |\n| x \\| Acme | c |', 'Acme', ['Acme']],
    ['in a link text', 'See [Acme & Co](https://x.example/Acme)', 'Acme & Co', ['Acme & Co']],
    ['in code', 'Use `Acme --x` now', 'Acme', ['Acme']],
    [
      'in a code block with the same letters in its language',
      '```Acme\nlet Acme2 = 1\n```',
      'Acme2',
      ['Acme2'],
    ],
    ['in HTML, which is shown as text', 'a <b>Acme</b>', 'Acme', ['Acme']],
    ['after a byte order mark', '\uFEFFTry Acme now', 'Acme', ['Acme']],
    ['with Windows line endings', 'one\r\ntwo **Acme**\r\n', 'Acme', ['Acme']],
    ['after a tab', '1.\tTry\tAcme', 'Acme', ['Acme']],
    ['after NUL', 'a\0b Acme', 'Acme', ['Acme']],
    ['after strikethrough', '~~old~~ Acme', 'Acme', ['Acme']],
    ['around Markdown syntax only', 'a **b** c', '**', []],
  ])('%s', (_, answer, words, expected) => {
    expect(marked(answer, words)).toEqual(expected)
  })
})
