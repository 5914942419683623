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

  it('are none in a text without names', () => {
    expect(
      discovered('The best way is to ask a friend. Then try it for a week.\n\n## Key features\n\n- Easy'),
    ).toEqual([])
  })
})
