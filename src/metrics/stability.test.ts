import fc from 'fast-check'
import { expect, it } from 'vitest'
import { answer, source } from './sample-answers.ts'
import { stabilityOf } from './stability.ts'

const citing = (domains: readonly string[]) => [answer({ sources: domains.map((domain) => source(domain)) })]

it('citation stability is 1 − the Bray–Curtis dissimilarity of the shares', () => {
  // Shares of 3/4, 1/4, 0 and 1/2, 0, 1/2 differ by 1/4 + 1/4 + 1/2. Half of the sum is the dissimilarity.
  expect(stabilityOf(citing(['a', 'a', 'a', 'b']), citing(['a', 'c']))).toBe(0.5)
  expect(stabilityOf(citing(['a', 'b']), citing(['a', 'a', 'b', 'b']))).toBe(1)
  expect(stabilityOf(citing(['a']), citing(['b']))).toBe(0)
})

it('citation stability requires citations in both runs, and ignores sources that are only listed', () => {
  expect(stabilityOf(citing(['a']), citing([]))).toBeNull()
  const listed = [answer({ sources: [source('a', null, false)] })]
  expect(stabilityOf(listed, citing(['a']))).toBeNull()
})

it('citation stability is within 0…1 and symmetric', () => {
  const domains = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(domains, domains, (now, before) => {
      const stability = stabilityOf(citing(now), citing(before)) ?? -1
      expect(stability).toBeGreaterThanOrEqual(0)
      expect(stability).toBeLessThanOrEqual(1)
      expect(stability).toBeCloseTo(stabilityOf(citing(before), citing(now)) ?? -1, 12)
    }),
  )
})
