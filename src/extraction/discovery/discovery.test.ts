import { describe, expect, it } from 'vitest'
import { extract } from '../extract.ts'

function discovered(text: string, ...tracked: string[]) {
  return extract({ text, entities: tracked.map((name) => ({ name })) }).discovered
}

const LIST = `Here are good tools for teams:

1. **Trellowick** – fast, and the team likes it.
2. **NotaBase** – many templates.
3. **Basecamp Lite** – cheap.

## Key Features

- Easy to use
- Trellowick's price is low`

describe('discovered names', () => {
  it('are the names of a list that nobody tracks, with their ranks, in the order of their first mentions', () => {
    expect(discovered(LIST).map(({ name, rank }) => [name, rank])).toEqual([
      ['Trellowick', 1],
      ['NotaBase', 2],
      ['Basecamp Lite', 3],
      // The maker of the product, by its own name.
      ['Basecamp', 3],
    ])
  })

  it('count all mentions of a name, the genitive too, and begin at the first', () => {
    const [first] = discovered(LIST)
    expect(first).toMatchObject({ name: 'Trellowick', mentionCount: 2 })
    expect(LIST.slice(first?.start, first?.end)).toBe('Trellowick')
  })

  it('never overlap with a mention of a tracked entity', () => {
    expect(discovered(LIST, 'Basecamp', 'notabase').map(({ name }) => name)).toEqual(['Trellowick'])
  })

  it('are never written as a tracked entity is, even where that means a word', () => {
    const text =
      'Norvella and Java are compared:\n\n- **Norvella** is fast.\n- **Planloom** is slow.\n\nThey grow Java beans.'
    const { discovered } = extract({
      text,
      entities: [{ name: 'Java' }, { name: 'Taskfern', aliases: ['PLANLOOM'] }],
    })
    expect(discovered.map(({ name }) => name)).toEqual(['Norvella'])
  })

  it('are no hosts that stand as sources, and no names in the text of a footnote', () => {
    const text = `Good tools for teams:

1. **Trellowick** – fast. ([gearledger.example](https://www.gearledger.example/best))
2. [NotaBase.com](https://notabase.com/pricing) – many templates.[^1] [openverdict.example](https://openverdict.example)
3. **Kanbee** – for large teams.

[^1]: [The Best Tools, Tested | Review Harbor](https://reviewharbor.example/best)`
    const names = discovered(text).map(({ name }) => name)
    expect(names).toEqual(['Trellowick', 'NotaBase.com', 'Kanbee'])
  })

  it('are none in a text without names', () => {
    expect(
      discovered('The best way is to ask a friend. Then try it for a week.\n\n## Key features\n\n- Easy'),
    ).toEqual([])
  })

  it('are the maker too where a product is named with it', () => {
    const text =
      'Here are two good drones:\n\n1. **Volantis Air 3** – light.\n2. **Volantis Mini 4 Pro** – small.\n\nVolantis also has a shop.'
    const names = discovered(text)
    expect(names.map(({ name }) => name)).toEqual(['Volantis Air 3', 'Volantis', 'Volantis Mini 4 Pro'])
    expect(names.find(({ name }) => name === 'Volantis')?.mentionCount).toBe(3)
  })

  it('are found in product cards that have lost the spaces before prices', () => {
    const text =
      'Top picks:\nVolantis Quest 3499,00 $•Volantis + weitereBrenova XM5349,00 $•Elektrohof + weitereVolantis Air 31.549,00 $•Volantis + weitere'
    const names = discovered(text).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['Volantis Quest 3', 'Brenova XM5', 'Volantis Air 3']))
  })

  it('are one for spellings that differ by case, hyphen or genitive', () => {
    const text =
      "1. **Tre-Lowick** – fast.\n2. **NotaBase** – slow.\n\nWe prefer Trelowick's price, and TreLowick is easy to learn."
    expect(discovered(text).map(({ name, mentionCount }) => [name, mentionCount])).toEqual([
      ['Tre-Lowick', 3],
      ['NotaBase', 1],
    ])
  })
})
