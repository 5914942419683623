import { describe, expect, it } from 'vitest'
import { extract } from '../../extract.ts'

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
  it('include untracked names in a list with their ranks, in the order of first mention', () => {
    expect(discovered(LIST).map(({ name, rank }) => [name, rank])).toEqual([
      ['Trellowick', 1],
      ['NotaBase', 2],
      ['Basecamp Lite', 3],
      // The maker of the product as a separate name.
      ['Basecamp', 3],
    ])
  })

  it('count all mentions including genitives, and have the span of the first', () => {
    const [first] = discovered(LIST)
    expect(first).toMatchObject({ name: 'Trellowick', mentionCount: 2 })
    expect(LIST.slice(first?.start, first?.end)).toBe('Trellowick')
  })

  it('are not the nouns of phrases about a brand', () => {
    const text = `Both are good:

1. Opinions on Meridone are mixed: some point to clear charts.
2. Reviews of Quillstack praise its speed.
3. Alternatives to Trellowick are cheaper.
4. Questions about Norvella come up often.`
    const names = discovered(text).map(({ name }) => name)
    expect(names).toEqual(['Meridone', 'Quillstack', 'Trellowick', 'Norvella'])
  })

  it('never overlap with a mention of a tracked entity', () => {
    expect(discovered(LIST, 'Basecamp', 'notabase').map(({ name }) => name)).toEqual(['Trellowick'])
  })

  it('never have the spelling of a tracked entity, even if it means a word', () => {
    const text =
      'Norvella and Java are compared:\n\n- **Norvella** is fast.\n- **Planloom** is slow.\n\nThey grow Java beans.'
    const { discovered } = extract({
      text,
      entities: [{ name: 'Java' }, { name: 'Taskfern', aliases: ['PLANLOOM'] }],
    })
    expect(discovered.map(({ name }) => name)).toEqual(['Norvella'])
  })

  it('exclude hosts of sources and names in footnotes', () => {
    const text = `Good tools for teams:

1. **Trellowick** – fast. ([gearledger.example](https://www.gearledger.example/best))
2. [NotaBase.com](https://notabase.com/pricing) – many templates.[^1] [openverdict.example](https://openverdict.example)
3. **Kanbee** – for large teams.

[^1]: [The Best Tools, Tested | Review Harbor](https://reviewharbor.example/best)`
    const names = discovered(text).map(({ name }) => name)
    expect(names).toEqual(['Trellowick', 'NotaBase.com', 'Kanbee'])
  })

  it('are empty for a text without names', () => {
    expect(
      discovered('The best way is to ask a friend. Then try it for a week.\n\n## Key features\n\n- Easy'),
    ).toEqual([])
  })

  it('include the maker in a product name', () => {
    const text =
      'Here are two good drones:\n\n1. **Volantis Air 3** – light.\n2. **Volantis Mini 4 Pro** – small.\n\nVolantis also has a shop.'
    const names = discovered(text)
    expect(names.map(({ name }) => name)).toEqual(['Volantis Air 3', 'Volantis', 'Volantis Mini 4 Pro'])
    expect(names.find(({ name }) => name === 'Volantis')?.mentionCount).toBe(3)
  })

  it('are found in product cards without spaces before prices', () => {
    const text =
      'Top picks:\nVolantis Quest 3499,00 $•Volantis + weitereBrenova XM5349,00 $•Elektrohof + weitereVolantis Air 31.549,00 $•Volantis + weitere'
    const names = discovered(text).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['Volantis Quest 3', 'Brenova XM5', 'Volantis Air 3']))
  })

  it('merge spellings that differ by case, hyphen or genitive', () => {
    const text =
      "1. **Tre-Lowick** – fast.\n2. **NotaBase** – slow.\n\nWe prefer Trelowick's price, and TreLowick is easy to learn."
    expect(discovered(text).map(({ name, mentionCount }) => [name, mentionCount])).toEqual([
      ['Tre-Lowick', 3],
      ['NotaBase', 1],
    ])
  })
})
