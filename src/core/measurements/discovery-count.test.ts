import { expect, it } from 'vitest'
import type { DiscoveredName } from '../observations/discovered-names.ts'
import { DiscoveryCounter, type SearchedAnswer } from './discovery-count.ts'

const named = (name: string, more: Partial<DiscoveredName> = {}): DiscoveredName => ({
  name,
  start: 0,
  end: name.length,
  mentionCount: 1,
  strength: 'among',
  rank: null,
  evidence: { start: 0, end: name.length, text: name },
  ...more,
})

function count(answers: readonly (Partial<SearchedAnswer> & Pick<SearchedAnswer, 'discovered'>)[]) {
  const counter = new DiscoveryCounter()
  for (const [index, answer] of answers.entries())
    counter.add({ resultId: `result-${index}`, promptOrdinal: 0, provider: 'chatgpt', ...answer })
  return counter.rows()
}

it('returns null without a searched answer, and counts answers without a new brand as searched', () => {
  expect(count([])).toBeNull()
  expect(count([{ discovered: [] }, { promptOrdinal: 3, discovered: [] }])).toEqual({
    answers: 2,
    prompts: [
      [0, 1],
      [3, 1],
    ],
    brands: [],
  })
})

it('counts an answer with several spellings of a brand once, and adds up its mentions', () => {
  const rows = count([
    {
      discovered: [named('ListWell', { mentionCount: 2, strength: 'mentioned_only' }), named('List-Well')],
    },
    { promptOrdinal: 1, provider: 'gemini', discovered: [named('List-Well', { strength: 'discouraged' })] },
  ])
  expect(rows?.brands).toMatchObject([
    {
      key: 'listwell',
      answers: 2,
      recommended: 1,
      mentions: 4,
      spellings: [
        ['List-Well', 2],
        ['ListWell', 1],
      ],
      providers: ['chatgpt', 'gemini'],
      prompts: [
        [0, 1],
        [1, 1],
      ],
    },
  ])
})

it('takes the evidence with the best rank, then the strongest recommendation, then the first answer', () => {
  const evidenceOf = (...mentions: Partial<DiscoveredName>[]) => {
    const brand = count(mentions.map((mention) => ({ discovered: [named('Listwell', mention)] })))?.brands[0]
    return [brand?.resultId, brand?.bestRank]
  }
  expect(evidenceOf({ strength: 'primary' }, { rank: 3 }, { rank: 2 }, { rank: 2 })).toEqual(['result-2', 2])
  expect(evidenceOf({ rank: 1 }, { rank: 1, strength: 'strong' })).toEqual(['result-1', 1])
  expect(evidenceOf({ strength: 'mentioned_only' }, {}, {})).toEqual(['result-1', null])
})

it('orders brands by number of answers, then by name, and limits their number', () => {
  const rows = count([
    { discovered: [named('Zeta'), named('Beta'), named('Alpha')] },
    { discovered: [named('Zeta')] },
    ...Array.from({ length: 120 }, (_, answer) => ({
      discovered: Array.from({ length: 50 }, (_, name) => named(`Name${answer}x${name}`)),
    })),
  ])
  expect(rows?.brands.slice(0, 3).map(({ key }) => key)).toEqual(['zeta', 'alpha', 'beta'])
  expect(rows?.brands).toHaveLength(5_000)
})
