import { describe, expect, it } from 'vitest'
import { extract } from '../extract.ts'

const names = ['Acme', 'Brio', 'Corvo', 'Delta Nine', 'Everly']

function strengths(text: string): (string | null)[] {
  const { entities } = extract({ text, entities: names.map((name) => ({ name })) })
  return entities.map(({ recommendation: { strength, rank, listSize } }) =>
    rank === null ? strength : `${strength} ${rank}/${listSize}`,
  )
}

describe('recommendation', () => {
  it('is ranked by the numbered list that answers, with prose and bullets between its numbers', () => {
    const text =
      '1. **Acme** – fast\n   - Pros: cheaper than Everly\n\n2. **Brio**\n\nFor teams.\n\n3. [Corvo](https://corvo.com)\n4. Delta Nine: cheap'
    expect(strengths(text)).toEqual([
      'primary 1/4',
      'strong 2/4',
      'strong 3/4',
      'among 4/4',
      'mentioned_only',
    ])
  })

  it('is ranked by numbered headings, bold paragraphs and tables', () => {
    expect(strengths('### 1. Acme\nx\n### 2. Brio\ny')).toEqual([
      'primary 1/2',
      'strong 2/2',
      null,
      null,
      null,
    ])
    expect(strengths('**Acme**\nFast.\n\n**Brio**\nSlow.')).toEqual([
      'primary 1/2',
      'strong 2/2',
      null,
      null,
      null,
    ])
    const table = '| Tool | Price |\n|---|---|\n| Acme | 5 |\n| Brio | 9 |'
    expect(strengths(table)).toEqual(['primary 1/2', 'strong 2/2', null, null, null])
  })

  it('is not ranked by items that only compare, nor by lists of drawbacks or about one entity', () => {
    expect(strengths('1. Xenia – cheaper than Acme\n2. Brio')).toEqual([
      'mentioned_only',
      'strong 2/2',
      null,
      null,
      null,
    ])
    expect(strengths('Drawbacks:\n- Acme: slow\n- Brio: dear')[0]).toBe('mentioned_only')
    expect(strengths('- Acme has an API\n- Acme has an app\n- Acme is old')[0]).toBe('mentioned_only')
  })

  it('is ranked by headings without numbers, leaving out those about how to choose', () => {
    const text = '# Best tools\n## What matters\nx\n## Acme\ny\n## Brio – cheap\nz\n## Conclusion\nw'
    expect(strengths(text).slice(0, 2)).toEqual(['primary 1/2', 'strong 2/2'])
  })

  it('is ranked by lists that lost their bullets and by product cards', () => {
    const plain = 'Acme – quick\nBrio – cheap\nCorvo – safe\nDelta Nine – old\nMost have free plans.'
    expect(strengths(plain).slice(0, 4)).toEqual(['primary 1/4', 'strong 2/4', 'strong 3/4', 'among 4/4'])
    const cards = strengths('Acme$4.00•Shop + moreDelta Nine$5.00•Shop + more')
    expect([cards[0], cards[3]]).toEqual(['primary 1/2', 'strong 2/2'])
    expect(strengths('Take 1) Acme or 2) Brio.').slice(0, 2)).toEqual(['primary 1/2', 'strong 2/2'])
  })

  it('counts a name that begins a cell of a flattened table as a choice without a rank', () => {
    const cells = [
      ...['ToolWhy it is good and for whomWhat it costs', 'AcmeQuick, works on every device and has an app'],
      ...[
        'Free for one personDelta NineOlder, but safe and cheaper than Acme or any otherFive a monthNobody knows',
      ],
    ]
    const found = strengths(`${cells.join('')}OthersThere are many more tools that could be named here.`)
    expect([found[0], found[3]]).toEqual(['mentioned_only', 'among'])
    expect(strengths('I like itDelta Nine is what I use.')[3]).toBe('mentioned_only')
  })

  it('prefers a list of answers to labels that name one entity for a purpose', () => {
    const text =
      '- **Brio** – cheap\n- **Acme** – quick\n\nIn short:\n- Best for teams: Acme\n- Best for one: Brio'
    expect(strengths(text).slice(0, 2)).toEqual(['strong 2/2', 'primary 1/2'])
  })

  it('is ranked below an introduction that promises pros and cons, but not in a list of them', () => {
    const list = '- Acme: slow\n- Brio: dear'
    expect(strengths(`Good options, along with their pros and cons:\n${list}`)[0]).toBe('primary 1/2')
    expect(strengths(`Pros and cons:\n${list}`)[0]).toBe('mentioned_only')
  })

  it('is not ranked by steps or by advice on how to choose', () => {
    expect(strengths('How to set up Acme:\n1. Open Acme\n2. Connect Brio').slice(0, 2)).toEqual([
      'mentioned_only',
      'mentioned_only',
    ])
    expect(strengths('### How to choose\n- Budget: Acme\n- Size: think')[0]).toBe('mentioned_only')
    expect(strengths('Best for pros:\n- Acme – deep\n- Brio – wide')[0]).toBe('primary 1/2')
  })

  it('is not given to sources that only report', () => {
    expect(strengths('Acme calls Brio the best choice overall.').slice(0, 2)).toEqual([
      'mentioned_only',
      'primary',
    ])
    expect(strengths("Acme's new guide lists it as best overall.")[0]).toBe('mentioned_only')
    expect(strengths('Acme was named best choice by critics.')[0]).toBe('primary')
    expect(strengths('I would lean toward Brio.')[1]).toBe('strong')
  })

  it('is read from prose', () => {
    expect(
      strengths('My top pick is Acme, but I also recommend Brio. I would avoid Corvo.').slice(0, 3),
    ).toEqual(['primary', 'strong', 'discouraged'])
    expect(strengths('Acme is the best choice overall.')[0]).toBe('primary')
    expect(strengths('Acme is the best choice for small teams.')[0]).toBe('strong')
    expect(strengths('Acme is one of the best options.')[0]).toBe('strong')
    expect(strengths('Best overall: Acme')[0]).toBe('primary')
    expect(strengths("I don't recommend Acme.")[0]).toBe('discouraged')
    expect(strengths('Acme is not a good choice.')[0]).toBe('discouraged')
    expect(strengths('Acme is worth considering.')[0]).toBe('among')
    expect(strengths('Is Acme the best choice?')[0]).toBe('mentioned_only')
  })

  it('applies a label to the item that it introduces', () => {
    expect(strengths('- Best for teams: Acme\n- Best value: Brio').slice(0, 2)).toEqual([
      'primary 1/2',
      'strong 2/2',
    ])
  })

  it('has the words that state it as evidence', () => {
    const text = 'There are many. I recommend Acme. Others exist.'
    const { entities } = extract({ text, entities: [{ name: 'Acme' }] })
    const evidence = entities[0]?.recommendation.evidence
    expect(evidence && text.slice(evidence.start, evidence.end)).toBe('I recommend Acme.')
  })

  it('is null for an entity that is absent or denied', () => {
    expect(strengths('Nothing here.')).toEqual([null, null, null, null, null])
    expect(strengths("I'm not aware of Acme.")[0]).toBeNull()
  })
})
