import { expect, it } from 'vitest'
import type { EntityChanges } from '../../charts/entity-metrics.ts'
import type { Parts } from './documents/parts.ts'
import { comparedOf, movesOf } from './moves.ts'

type Verdict = 'MOVED' | 'WITHIN_NOISE' | 'INSUFFICIENT'

function change(verdict: Verdict, adjustedVerdict = verdict) {
  return { verdict, adjustedVerdict, difference: 0.1, low: 0.02, high: 0.2 }
}

/** Creates changes of an entity with these verdicts for the mention rate; other metrics are within noise. */
function changes(name: string, ...verdicts: [Verdict, Verdict?]): EntityChanges {
  const still = change('WITHIN_NOISE')
  return {
    entityId: name === 'Taskfern' ? 'brand' : name,
    name,
    mentionRate: change(...verdicts),
    shareOfVoice: still,
    averagePosition: still,
    sentiment: still,
    recommendationRate: change('INSUFFICIENT'),
  }
}

const POINT = { changes: [changes('Taskfern', 'MOVED', 'WITHIN_NOISE'), changes('Globex', 'MOVED')] }
// The functions read no other fields of a run.
const PARTS = {
  providers: [{ id: '1', token: 'gemini', label: 'Gemini' }],
  metrics: [{ value: 'gemini', changes: [changes('Taskfern', 'MOVED')] }],
} as unknown as Parts

it('lists adjusted moves, overall and by provider', () => {
  expect(movesOf(POINT, PARTS)).toMatchObject([
    { where: 'all providers', provider: null, entity: 'Globex', metric: 'Mention rate' },
    { where: 'Gemini', provider: 'gemini', entityId: 'brand', metric: 'Mention rate' },
  ])
  expect(movesOf({ changes: null }, null)).toEqual([])
})

it('counts the comparable values', () => {
  expect(comparedOf(POINT, PARTS)).toBe(12)
  expect(comparedOf({ changes: null }, null)).toBe(0)
})
