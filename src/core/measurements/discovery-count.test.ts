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

it('nothing is counted where no answer was searched, and answers without such a name count as searched', () => {
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

it('an answer that spells a brand in several ways counts once, and all of its mentions', () => {
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

it('the evidence is that of the best rank, then of the strongest recommendation, then of the first answer', () => {
  const evidenceOf = (...found: Partial<DiscoveredName>[]) => {
    const brand = count(found.map((one) => ({ discovered: [named('Listwell', one)] })))?.brands[0]
    return [brand?.resultId, brand?.bestRank]
  }
  expect(evidenceOf({ strength: 'primary' }, { rank: 3 }, { rank: 2 }, { rank: 2 })).toEqual(['result-2', 2])
  expect(evidenceOf({ rank: 1 }, { rank: 1, strength: 'strong' })).toEqual(['result-1', 1])
  expect(evidenceOf({ strength: 'mentioned_only' }, {}, {})).toEqual(['result-1', null])
})

it('brands come by the number of answers that name them, equal ones by name, and their number is bounded', () => {
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
