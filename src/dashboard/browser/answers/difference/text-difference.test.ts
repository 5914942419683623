import fc from 'fast-check'
import { expect, it } from 'vitest'
import { uncommonOf } from './common-parts.ts'
import { differenceOf } from './text-difference.ts'

/** Returns the differing words as they appear in the sources. */
function words(before: string, after: string) {
  const { removed, added } = differenceOf(before, after)
  return {
    removed: removed.map(({ start, end }) => before.slice(start, end)),
    added: added.map(({ start, end }) => after.slice(start, end)),
  }
}

it('finds the words that are only in one answer', () => {
  expect(words('Acme is **fast** and cheap.', 'Acme is *slow*, and very cheap.')).toEqual({
    removed: ['fast'],
    added: ['slow*,', 'very'],
  })
})

it('compares rendered words, so Markdown around them makes no difference', () => {
  expect(words('1. **Acme** &amp; Co', '- Acme & Co')).toEqual({ removed: [], added: [] })
})

it('compares very long answers line by line', () => {
  const line = (n: number) => `Line ${n} has some words.`
  const before = Array.from({ length: 900 }, (_, n) => line(n)).join('\n')
  const after = `New. ${before.replace(line(450), 'Other line.')}\nEnd.`
  expect(words(before, after).removed).toEqual([line(0), line(450)])
})

it('leaves the longest common subsequence of both lists', () => {
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
  const match = after.indexOf(first)
  return Math.max(longest(rest, after), match < 0 ? 0 : 1 + longest(rest, after.slice(match + 1)))
}
