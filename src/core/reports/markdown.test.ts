import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import { describe, expect, it } from 'vitest'
import { excerpt, plain, quoted, table } from './foundation/markdown.ts'

const MAX_LENGTH = 200

/** Returns the HTML tags of a rendered report with the text in a heading, a table and a list. */
function tagsWith(text: string): string[] {
  const page = [
    `# About ${plain(text, MAX_LENGTH)}`,
    table(['Site', 'Citations'], [[plain(text, MAX_LENGTH), '1']]),
    `- ${excerpt(text, MAX_LENGTH)} (chatgpt, asked: ${quoted(text, MAX_LENGTH)})`,
    'The end.',
  ].join('\n\n')
  // `linkify` detects plain URLs as links, as GFM renderers do.
  return new MarkdownIt({ html: true, linkify: true }).render(page).match(/<[^>]+>/g) ?? []
}

const TAGS = tagsWith('A name')

/** Texts with much Markdown punctuation. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(...'\\`*_[]()<>|#~!&;:/@.-+=1 \n\t“”"\'', 'http://', 'www.', 'mailto:'),
      fc.string(),
    ),
  )
  .map((parts) => parts.join(''))

describe('text written by others', () => {
  it.each([
    ['a link', '[here](http://evil.example)'],
    ['an image', '![x](https://evil.example/x.png)'],
    ['a URL', 'see https://evil.example/?a=1 now'],
    ['a URL without a protocol', 'see www.evil.example now'],
    ['an email address', 'write to mallory@evil.example.com'],
    ['HTML', '<img src=x onerror=alert(1)><!-- --></table>'],
    ['a table', 'a | b |\n| --- | --- |\n| c | d |'],
    ['a heading on its own line', 'x\n\n# Verdict\n\n**Moved.**'],
    ['a code fence', '```\ncode\n```'],
    ['a backslash at the end', 'x\\'],
  ])('such as %s does not change the markup of the report', (_, text) => {
    expect(tagsWith(text)).toEqual(TAGS)
  })

  it('never changes the markup of the report', () => {
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

  it('cannot close the surrounding quotation marks', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        for (const quote of [quoted(text, MAX_LENGTH), excerpt(text, MAX_LENGTH)])
          expect(quote).toMatch(/^“[^“”]*”$/)
      }),
    )
  })

  it('shows character references literally', () => {
    expect(new MarkdownIt().renderInline(plain('&lt; &#35; AT&T', MAX_LENGTH))).toBe(
      '&amp;lt; &amp;#35; AT&amp;T',
    )
  })

  it('loses its hidden characters', () => {
    const hidden = [...'ignore']
      .map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)))
      .join('')
    expect(plain(`a\u202Eb\u0007c\u200Bd${hidden}`, MAX_LENGTH)).toBe('ab cd')
  })
})
