import { describe, expect, it } from 'vitest'
import { leavesOf, placesOfLeaf } from './leaves.ts'
import { piecesOf } from './marks.ts'
import { parseAnswer } from './parse.ts'

/** What is marked of an answer, node by node, when `words` are; they stand in its source once. */
function marked(answer: string, words: string): string[] {
  const start = answer.indexOf(words)
  const mark = { kind: 'added', id: 'mark', start, end: start + words.length } as const
  return leavesOf(parseAnswer(answer))
    .flatMap((leaf) => piecesOf(leaf.value, placesOfLeaf(leaf, answer), [mark]))
    .filter(({ marks }) => marks.length > 0)
    .map(({ text }) => text)
}

describe('a mark by offsets of the source', () => {
  it.each([
    ['in plain text', 'Try Acme now.', 'Acme', ['Acme']],
    ['that begins in bold and ends outside', 'Try **Acme** Board now', 'Acme** Board', ['Acme', ' Board']],
    ['behind a character reference', 'A &amp; B and &lt;Acme', 'Acme', ['Acme']],
    ['that holds a character reference', 'Try A&amp;B now', 'A&amp;B', ['A&B']],
    ['behind escapes', '\\*\\*Note\\*: Acme \\\\ x', 'Acme', ['Acme']],
    ['that holds an escape', 'Try A\\*B now', 'A\\*B', ['A*B']],
    ['behind a numeric reference outside the BMP', '&#x1F600; 😀 Acme', 'Acme', ['Acme']],
    ['on the second line of a quote', '> one\n> two &amp; Acme', 'Acme', ['Acme']],
    ['on an indented second line', '- one\n  two Acme', 'Acme', ['Acme']],
    ['over two lines of a quote', '> one\n> two', 'one\n> two', ['one\ntwo']],
    ['in a table', '| a | b |\n| - | - |\n| x \\| Acme | c |', 'Acme', ['Acme']],
    ['in the words of a link', 'See [Acme & Co](https://x.example/Acme)', 'Acme & Co', ['Acme & Co']],
    ['in code', 'Use `Acme --x` now', 'Acme', ['Acme']],
    ['in a block of code whose language has its letters', '```Acme\nlet Acme2 = 1\n```', 'Acme2', ['Acme2']],
    ['in HTML, which is text', 'a <b>Acme</b>', 'Acme', ['Acme']],
    ['behind a byte order mark', '\uFEFFTry Acme now', 'Acme', ['Acme']],
    ['with Windows line ends', 'one\r\ntwo **Acme**\r\n', 'Acme', ['Acme']],
    ['behind a tab', '1.\tTry\tAcme', 'Acme', ['Acme']],
    ['behind NUL', 'a\0b Acme', 'Acme', ['Acme']],
    ['behind a struck word', '~~old~~ Acme', 'Acme', ['Acme']],
    ['only over Markdown marks', 'a **b** c', '**', []],
  ])('%s', (_, answer, words, expected) => {
    expect(marked(answer, words)).toEqual(expected)
  })
})
