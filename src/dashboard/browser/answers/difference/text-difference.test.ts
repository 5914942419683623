import fc from 'fast-check'
import { expect, it } from 'vitest'
import { uncommonOf } from './common-parts.ts'
import { differenceOf } from './text-difference.ts'

/** The words that differ, as they stand in the sources. */
function words(before: string, after: string) {
  const { removed, added } = differenceOf(before, after)
  return {
    removed: removed.map(({ start, end }) => before.slice(start, end)),
    added: added.map(({ start, end }) => after.slice(start, end)),
  }
}

it('names the words that are only in one answer', () => {
  expect(words('Acme is **fast** and cheap.', 'Acme is *slow*, and very cheap.')).toEqual({
    removed: ['fast'],
    added: ['slow*,', 'very'],
  })
})

it('takes words as they are read: Markdown around them is no difference', () => {
  expect(words('1. **Acme** &amp; Co', '- Acme & Co')).toEqual({ removed: [], added: [] })
})

it('compares answers too long for words by their lines', () => {
  const line = (n: number) => `Line ${n} has some words.`
  const before = Array.from({ length: 900 }, (_, n) => line(n)).join('\n')
  const after = `New. ${before.replace(line(450), 'Other line.')}\nEnd.`
  expect(words(before, after).removed).toEqual([line(0), line(450)])
})

it('what is left of both lists without the uncommon items is the same, and as long as can be', () => {
  const list = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 8 })
  fc.assert(
    fc.property(list, list, (before, after) => {
      const { removed, added } = uncommonOf(before, after) ?? { removed: [], added: [] }
      const kept = before.filter((_, index) => !removed[index])
      expect(after.filter((_, index) => !added[index])).toEqual(kept)
      expect(kept.length).toBe(longest(before, after))
    }),
  )
})

function longest([first, ...rest]: readonly string[], after: readonly string[]): number {
  if (first === undefined) return 0
  const found = after.indexOf(first)
  return Math.max(longest(rest, after), found < 0 ? 0 : 1 + longest(rest, after.slice(found + 1)))
}
