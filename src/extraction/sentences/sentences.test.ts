import { describe, expect, it } from 'vitest'
import { scanMarkdown } from '../document/markdown.ts'
import { compileNames } from '../names/matcher.ts'
import { findNames } from '../names/mentions.ts'
import { lowerCase } from '../text/fold.ts'
import { readSentences } from './sentences.ts'

const matcher = compileNames([{ name: 'Acme' }, { name: 'iBrio' }])

function sentences(text: string): string[] {
  const document = scanMarkdown(text)
  const names = findNames(text, document.masked, matcher)
  const found = readSentences(text, lowerCase(text), document, names)
  return found.map(({ start, end }) => text.slice(start, end))
}

describe('readSentences', () => {
  it('does not end a sentence at an abbreviation, a decimal or a version number', () => {
    expect(sentences('Brug f.eks. Acme, der koster ca. 3.50.')).toHaveLength(1)
    expect(sentences('Nimm z.B. Acme 2.0 oder nr. 5.')).toHaveLength(1)
  })

  it('ends a sentence at the punctuation of any script, including closing brackets', () => {
    expect(sentences('Acmeは速い。Acmeは安い！')).toEqual(['Acmeは速い。', 'Acmeは安い！'])
    expect(sentences('Acme is quick.[1] Acme is cheap (really!). Acme.')).toEqual([
      ...['Acme is quick.', '[1] Acme is cheap (really!).', 'Acme.'],
    ])
  })

  it('excludes surrounding spaces and lines without a name', () => {
    expect(sentences('  Acme is quick.  \r\nIt works.\r\n')).toEqual(['Acme is quick.'])
  })

  it('continues across a line break within a sentence, but not into a line that starts with a name', () => {
    const long = 'Acme has been in this business for many years and its prices, which'
    expect(sentences(`${long}\nare low, please Acme`)).toHaveLength(1)
    expect(sentences(`${long}\niBrio – a rival`)).toEqual([long, 'iBrio – a rival'])
  })
})
