import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { extract } from './extract.ts'
import type { Extraction } from './observation.ts'

// Many answers are read here; a slow machine takes its time.
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

describe('case', () => {
  it('of the whole text changes no mention of a name that is more than one plain word', () => {
    // "acme" among small letters only may be a word: what stands around it is asked.
    const tracked = named.filter(({ name }) => !/^[a-z]+$/i.test(name))
    fc.assert(
      fc.property(prose, (text) => {
        const found = places(extract({ text, entities: tracked }))
        expect(places(extract({ text: text.toLowerCase(), entities: tracked }))).toEqual(found)
      }),
    )
  })

  it('changes no mention and no sentiment where the whole text is in capitals', () => {
    const said = ({ mentions, entities: observed }: Extraction) => [
      mentions,
      observed.map(({ recommendation: _, ...entity }) => entity),
    ]
    fc.assert(
      fc.property(prose, (text) => {
        const found = extract({ text, entities: named })
        expect(said(extract({ text: text.toUpperCase(), entities: named }))).toEqual(said(found))
      }),
    )
  })

  it('changes no claim at all where the names are in capitals', () => {
    fc.assert(
      fc.property(prose, (text) => {
        let shouted = text
        for (const { name } of named) shouted = shouted.replaceAll(name, name.toUpperCase())
        expect(extract({ text: shouted, entities: named })).toEqual(extract({ text, entities: named }))
      }),
    )
  })

  it('of a tracked name changes nothing where it has any capital', () => {
    fc.assert(
      fc.property(prose, (text) => {
        const shouted = named.map(({ name }) => ({ name: name.toUpperCase() }))
        const found = places(extract({ text, entities: named }))
        expect(places(extract({ text, entities: shouted }))).toEqual(found)
      }),
    )
  })
})
