import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import { describe, expect, it } from 'vitest'
import { excerpt, plain, quoted, table } from './markdown.ts'

const LONGEST = 200

/** The tags of a page with a text in a heading, a table and a list. */
function tagsWith(text: string): string[] {
  const page = [
    `# About ${plain(text, LONGEST)}`,
    table(['Site', 'Citations'], [[plain(text, LONGEST), '1']]),
    `- ${excerpt(text, LONGEST)} (chatgpt, asked: ${quoted(text, LONGEST)})`,
    'The end.',
  ].join('\n\n')
  // Links are what it finds in a text by itself, as readers of GFM do.
  return new MarkdownIt({ html: true, linkify: true }).render(page).match(/<[^>]+>/g) ?? []
}

const TAGS = tagsWith('A name')

/** Texts with many marks of Markdown. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(...'\\`*_[]()<>|#~!&;:/@.-+=1 \n\t“”"\'', 'http://', 'www.', 'mailto:'),
      fc.string(),
    ),
  )
  .map((parts) => parts.join(''))

describe('a text that others wrote', () => {
  it.each([
    ['a link', '[here](http://evil.example)'],
    ['a picture', '![x](https://evil.example/x.png)'],
    ['an address', 'see https://evil.example/?a=1 now'],
    ['an address without a protocol', 'see www.evil.example now'],
    ['an address of mail', 'write to mallory@evil.example.com'],
    ['HTML', '<img src=x onerror=alert(1)><!-- --></table>'],
    ['a table', 'a | b |\n| --- | --- |\n| c | d |'],
    ['a heading on a line of its own', 'x\n\n# Verdict\n\n**Moved.**'],
    ['a fence', '```\ncode\n```'],
    ['a backslash at the end', 'x\\'],
  ])('such as %s changes nothing about the report around it', (_, text) => {
    expect(tagsWith(text)).toEqual(TAGS)
  })

  it('changes nothing about the report around it, whatever it contains', () => {
    fc.assert(
      fc.property(
        hostile.filter((text) => /\w/.test(text)),
        (text) => {
          expect(tagsWith(text)).toEqual(TAGS)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('cannot close the quotation marks around it', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        for (const quote of [quoted(text, LONGEST), excerpt(text, LONGEST)])
          expect(quote).toMatch(/^“[^“”]*”$/)
      }),
    )
  })

  it('shows a character reference as it was written', () => {
    expect(new MarkdownIt().renderInline(plain('&lt; &#35; AT&T', LONGEST))).toBe(
      '&amp;lt; &amp;#35; AT&amp;T',
    )
  })

  it('has no hidden characters', () => {
    const hidden = [...'ignore']
      .map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)))
      .join('')
    expect(plain(`a\u202Eb\u0007c\u200Bd${hidden}`, LONGEST)).toBe('ab cd')
  })
})
