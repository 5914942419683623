import { expect, it } from 'vitest'
import { discoveredKey } from './discovered-key.ts'

it('returns the same key for spellings that differ in case, accents, punctuation or spaces', () => {
  const same = [
    ['Coca-Cola', 'coca cola', 'CocaCola', 'Coca–Cola®'],
    ['Nestlé', 'NESTLE'],
    ['L’Oréal', "L'Oreal"],
    ['Straße', 'STRASSE'],
    ['monday.com', 'Monday.com'],
    ['Ｓｏｎｙ', 'Sony\u200b'],
  ]
  for (const spellings of same) expect(new Set(spellings.map(discoveredKey)).size, spellings[0]).toBe(1)
})

it('keeps signs and marks that distinguish brands', () => {
  const different = [
    ['C', 'C++', 'C#'],
    ['AT&T', 'ATT'],
    ['ハハ', 'パパ'],
    ['Notion', 'Notio'],
  ]
  for (const names of different) expect(new Set(names.map(discoveredKey)).size, names[0]).toBe(names.length)
})

it('returns a non-empty key that fits into a PostgreSQL index for every name', () => {
  for (const name of ['!!!', '…', '\u{1f600}'.repeat(100), '﷽'.repeat(200), '한'.repeat(200)]) {
    const key = discoveredKey(name)
    expect(key).not.toBe('')
    expect(key.isWellFormed()).toBe(true)
    expect(Buffer.byteLength(key)).toBeLessThan(2_700)
  }
})
