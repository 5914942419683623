import { expect, it } from 'vitest'
import { wordsOf } from './ledger.ts'

const entry = { kind: 'GRANT', credits: 24, amount: 24, cause: 'grant:1' } as const

it('describes each ledger entry', () => {
  expect(wordsOf(entry)).toBe('Added by the operator')
  const reserved = { ...entry, kind: 'RESERVE', amount: -24, cause: 'batch:1' } as const
  expect(wordsOf(reserved)).toBe('Reserved for a one-off analysis')
  expect(wordsOf({ ...reserved, kind: 'CHARGE', amount: 0 })).toBe('24 of the reserved credits used')
  expect(wordsOf({ ...reserved, kind: 'REFUND', amount: 24 })).toBe('Refunded for failed questions')
  expect(wordsOf({ ...entry, kind: 'CHARGE', amount: -40, cause: 'search-volume:a:b@c' })).toBe(
    'Search volume for a keyword',
  )
})
