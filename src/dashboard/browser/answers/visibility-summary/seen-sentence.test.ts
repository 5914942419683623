import { expect, it } from 'vitest'
import type { Rate } from '../../charts/rate.tsx'
import type { AnswersSearch } from '../../routing/answer-search.ts'
import { seenSentence } from './seen-sentence.ts'

function rate(numerator: number, denominator: number): Rate {
  return { numerator, denominator, value: numerator / denominator, low: 0.37, high: 0.57 }
}

it.each<
  [AnswersSearch, object, { numerator: number; denominator: number | null; rate: Rate | null }, string]
>([
  [
    { named: 'yes', provider: 'perplexity' },
    { provider: 'Perplexity' },
    { numerator: 45, denominator: 96, rate: rate(45, 96) },
    '45 of 96 answers from Perplexity mention Taskfern: 47\u202f% (37–57).',
  ],
  [
    { recommended: 'no', location: 'DE' },
    { country: 'Germany' },
    { numerator: 1, denominator: 3, rate: rate(1, 3) },
    '1 of 3 answers in Germany do not recommend Taskfern – too few for a percentage.',
  ],
  [
    { sentiment: 'negative', q: 'price', domain: 'g2.example' },
    {},
    { numerator: 1, denominator: 1, rate: null },
    '1 of 1 answer that cite g2.example with “price” criticizes Taskfern.',
  ],
  [
    { sentiment: 'mixed', kind: 'comparison' },
    {},
    { numerator: 2, denominator: 9, rate: null },
    '2 of 9 answers that compare options both praise and criticize Taskfern.',
  ],
  [
    { absence: 'refused' },
    {},
    { numerator: 2, denominator: 99, rate: rate(2, 99) },
    '2 of 99 questions were refused: 2\u202f% (37–57).',
  ],
  [{ absence: 'failed' }, {}, { numerator: 1, denominator: null, rate: null }, '1 question failed.'],
  [
    { provider: 'x' },
    { provider: 'X' },
    { numerator: 0, denominator: 0, rate: null },
    'There are no answers from X.',
  ],
  [
    { absence: 'denied' },
    {},
    { numerator: 0, denominator: 12, rate: null },
    '0 of 12 answers say they do not know Taskfern.',
  ],
])('%j', (search, words, counted, expected) => {
  expect(seenSentence(search, { brand: 'Taskfern', ...words }, counted)).toBe(expected)
})
