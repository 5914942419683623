import { describe, expect, it } from 'vitest'
import { extract } from '../../extract.ts'

const entities = [{ name: 'Acme' }, { name: 'Globex' }]

function evidence(text: string): [name: string, sentiment: string | null, clause: string][] {
  return extract({ text, entities }).mentions.map(({ entity, sentiment, evidence: { start, end } }) => [
    entities[entity]?.name ?? '',
    sentiment,
    text.slice(start, end),
  ])
}

describe('evidence of a mention', () => {
  it('is its clause, not the whole sentence', () => {
    expect(evidence('Acme is excellent, but Globex is terrible.')).toEqual([
      ['Acme', 'positive', 'Acme is excellent,'],
      ['Globex', 'negative', 'but Globex is terrible.'],
    ])
  })

  it('stays within its list item', () => {
    expect(evidence('- **Acme**: excellent support\n- **Globex**: terrible support\n')).toEqual([
      ['Acme', 'positive', 'Acme**: excellent support'],
      ['Globex', 'negative', 'Globex**: terrible support'],
    ])
  })

  it('contains the name at any position in the clause', () => {
    const text = '# Acme\n\n| Acme | Globex |\n|---|---|\n| good | bad |\n\n> Globex 🎉\n\n*Acme*'
    for (const { start, end, evidence: clause } of extract({ text, entities }).mentions) {
      expect(clause.start).toBeLessThanOrEqual(start)
      expect(clause.end).toBeGreaterThanOrEqual(end)
    }
  })
})
