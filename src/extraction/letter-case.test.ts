import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { extract } from './extract.ts'
import type { Extraction } from './foundation/observation.ts'

// Property tests with many answers: slow machines need more time.
vi.setConfig({ testTimeout: 60_000 })

const proper = fc.constantFrom(
  'Acme',
  'Acme Cloud',
  'Nestlé',
  'Coca-Cola',
  'Norvella',
  'Zeph-Yr 9',
  'Brio.com',
)
const words = fc.constantFrom(
  ...'is fast and cheap but not the best for teams we recommend it over than better slow than costs more acme.com'.split(
    ' ',
  ),
)
const sentence = fc
  .tuple(proper, fc.array(fc.oneof({ weight: 4, arbitrary: words }, proper), { maxLength: 12 }))
  .map(([first, rest]) => `${[first, ...rest].join(' ')}. `)
const prose = fc
  .array(fc.tuple(fc.constantFrom('', '\n\n', '\n- ', '\n1. ', '\n2. ', '\n## ', '\n| '), sentence), {
    maxLength: 12,
  })
  .map((parts) => parts.flat().join(''))
const named = ['Acme', 'Acme Cloud', 'Nestlé', 'Coca-Cola', 'Norvella', 'Zeph-Yr 9', 'Brio.com'].map(
  (name) => ({ name }),
)
const spansOf = ({ mentions }: Extraction) =>
  mentions.map(({ entity, start, end }) => ({ entity, start, end }))

describe('letter case', () => {
  it('does not affect mentions, except of names that are a single plain word', () => {
    // A lower-case "acme" may be an ordinary word; the words around it decide.
    const tracked = named.filter(({ name }) => !/^[a-z]+$/i.test(name))
    fc.assert(
      fc.property(prose, (text) => {
        const found = spansOf(extract({ text, entities: tracked }))
        expect(spansOf(extract({ text: text.toLowerCase(), entities: tracked }))).toEqual(found)
      }),
    )
  })

  it('does not affect mentions or sentiment if the whole text is in capitals and has no untracked names', () => {
    // Untracked names are recognized by their capitals and affect the analysis of a sentence.
    const claims = ({ mentions, entities: observed }: Extraction) => [
      mentions,
      observed.map(({ recommendation: _, ...entity }) => entity),
    ]
    fc.assert(
      fc.property(prose, (text) => {
        const found = extract({ text, entities: named })
        const shouted = extract({ text: text.toUpperCase(), entities: named })
        fc.pre(found.discovered.length === 0 && shouted.discovered.length === 0)
        expect(claims(shouted)).toEqual(claims(found))
      }),
    )
  })

  it('does not affect the extraction if only the tracked names are in capitals and there are no others', () => {
    fc.assert(
      fc.property(prose, (text) => {
        let shouted = text
        for (const { name } of named) shouted = shouted.replaceAll(name, name.toUpperCase())
        const [original, upper] = [text, shouted].map((variant) =>
          extract({ text: variant, entities: named }),
        )
        fc.pre(original?.discovered.length === 0 && upper?.discovered.length === 0)
        expect(upper).toEqual(original)
      }),
    )
  })

  it('of a tracked name does not affect its mentions if the name has a capital letter', () => {
    fc.assert(
      fc.property(prose, (text) => {
        const shouted = named.map(({ name }) => ({ name: name.toUpperCase() }))
        const found = spansOf(extract({ text, entities: named }))
        expect(spansOf(extract({ text, entities: shouted }))).toEqual(found)
      }),
    )
  })
})
