import { expect, it } from 'vitest'
import { DECIDABLE, MIN_PRECISION } from '../../src/extraction/facts/decidable.ts'
import { scoreFacts } from './facts.ts'

it('the rules decide exactly about kinds of facts with precise contradictions in held-out statements', () => {
  const scores = scoreFacts('held-out')
  const measured = Object.keys(DECIDABLE).map((kind) => {
    const { hits = 0, predicted = 0 } = scores.get(kind)?.verdicts.contradicts ?? {}
    // Too few contradictions would prove nothing.
    return [kind, predicted >= 5 && hits / predicted >= MIN_PRECISION]
  })
  expect(Object.fromEntries(measured)).toEqual(DECIDABLE)
})
