import { expect, it } from 'vitest'
import { discoveredIn } from './discovered-names.ts'

const TEXT = `${'x'.repeat(299)}\u{1f600}${'y'.repeat(100)}`
const found = (name: string, evidence = { start: 0, end: 5 }) => ({
  name,
  start: 0,
  end: 1,
  mentionCount: 1,
  strength: 'among' as const,
  rank: 2,
  evidence,
})

it('a discovered name is stored with the words that show it', () => {
  const [first] = discoveredIn('Try Listwell.', { discovered: [found('Listwell', { start: 4, end: 12 })] })
  expect(first).toEqual({ ...found('Listwell'), evidence: { start: 4, end: 12, text: 'Listwell' } })
})

it('names that no competitor can have, names beyond fifty and the rest of long quotes are not stored', () => {
  const names = [' ', 'n'.repeat(201), '\u202eevil', ...Array.from({ length: 60 }, (_, n) => `Brand ${n}`)]
  const stored = discoveredIn(TEXT, { discovered: names.map((name) => found(name, { start: 0, end: 400 })) })
  expect(stored.map(({ name }) => name)).toEqual(Array.from({ length: 50 }, (_, n) => `Brand ${n}`))
  // Not half of the character at the cut.
  expect(stored[0]?.evidence).toEqual({ start: 0, end: 299, text: 'x'.repeat(299) })
})
