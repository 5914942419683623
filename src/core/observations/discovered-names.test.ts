import { expect, it } from 'vitest'
import { discoveredIn } from './discovered-names.ts'

const TEXT = `${'x'.repeat(299)}\u{1f600}${'y'.repeat(100)}`
const discovered = (name: string, evidence = { start: 0, end: 5 }) => ({
  name,
  start: 0,
  end: 1,
  mentionCount: 1,
  strength: 'among' as const,
  rank: 2,
  evidence,
})

it('stores a discovered name with the quoted evidence', () => {
  const [first] = discoveredIn('Try Listwell.', {
    discovered: [discovered('Listwell', { start: 4, end: 12 })],
  })
  expect(first).toEqual({ ...discovered('Listwell'), evidence: { start: 4, end: 12, text: 'Listwell' } })
})

it('skips invalid competitor names and names after the first fifty, and truncates long quotes', () => {
  const names = [' ', 'n'.repeat(201), '\u202eevil', ...Array.from({ length: 60 }, (_, n) => `Brand ${n}`)]
  const stored = discoveredIn(TEXT, {
    discovered: names.map((name) => discovered(name, { start: 0, end: 400 })),
  })
  expect(stored.map(({ name }) => name)).toEqual(Array.from({ length: 50 }, (_, n) => `Brand ${n}`))
  // The surrogate pair at the cut is removed completely.
  expect(stored[0]?.evidence).toEqual({ start: 0, end: 299, text: 'x'.repeat(299) })
})
