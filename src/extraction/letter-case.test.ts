import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { extract } from './extract.ts'
import type { Extraction } from './observation.ts'

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
const places = ({ mentions }: Extraction) =>
  mentions.map(({ entity, start, end }) => ({ entity, start, end }))

describe('letter case', () => {
  it('of the whole text does not change the mentions of names that are not one plain lower-case word', () => {
    // A lower-case "acme" may be a word: it is decided by the words around it.
    const tracked = named.filter(({ name }) => !/^[a-z]+$/i.test(name))
    fc.assert(
      fc.property(prose, (text) => {
        const found = places(extract({ text, entities: tracked }))
        expect(places(extract({ text: text.toLowerCase(), entities: tracked }))).toEqual(found)
      }),
    )
  })

  it('does not change mentions or sentiment when the whole text is in capitals and has no other names', () => {
    // Names that nobody tracks are told by their capitals, and sentences are read with them.
    const said = ({ mentions, entities: observed }: Extraction) => [
      mentions,
      observed.map(({ recommendation: _, ...entity }) => entity),
    ]
    fc.assert(
      fc.property(prose, (text) => {
        const found = extract({ text, entities: named })
        const shouted = extract({ text: text.toUpperCase(), entities: named })
        fc.pre(found.discovered.length === 0 && shouted.discovered.length === 0)
        expect(said(shouted)).toEqual(said(found))
      }),
    )
  })

  it('does not change the extraction when the tracked names in the text are in capitals and it has no others', () => {
    fc.assert(
      fc.property(prose, (text) => {
        let shouted = text
        for (const { name } of named) shouted = shouted.replaceAll(name, name.toUpperCase())
        const [found, other] = [text, shouted].map((one) => extract({ text: one, entities: named }))
        fc.pre(found?.discovered.length === 0 && other?.discovered.length === 0)
        expect(other).toEqual(found)
      }),
    )
  })

  it('of a tracked name does not change its mentions as long as it has a capital letter', () => {
    fc.assert(
      fc.property(prose, (text) => {
        const shouted = named.map(({ name }) => ({ name: name.toUpperCase() }))
        const found = places(extract({ text, entities: named }))
        expect(places(extract({ text, entities: shouted }))).toEqual(found)
      }),
    )
  })
})
