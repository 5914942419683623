import { describe, expect, it } from 'vitest'
import { changesOf } from './changes.ts'
import { type Comparison, verdictsTogether } from './compare.ts'
import { holm } from './holm.ts'
import type { MetricsInput } from './metrics-input.ts'
import { seeded } from './random.ts'
import { answer, mention } from './sample-answers.ts'
import { flippedSums, signFlipTest } from './sign-flip.ts'

const PROVIDERS = ['chatgpt', 'gemini', 'grok']

/** Creates a random batch; `chances` are the mention rates of its prompts. */
function batchOf(chances: readonly number[], random: () => number, change = 0): MetricsInput {
  return {
    entities: [{ id: 'brand', name: 'Taskfern' }],
    prompts: chances.map((_, n) => ({ text: `Question ${n}?`, tags: [], branded: false })),
    answers: chances.flatMap((chance, prompt) =>
      PROVIDERS.map((provider) =>
        answer({
          prompt,
          provider,
          basis: 'model-1',
          entities: [mention({ mentioned: random() < chance + change })],
        }),
      ),
    ),
  }
}

/** Returns the change of the brand's mention rate. */
function compare(current: MetricsInput, previous: MetricsInput): Comparison {
  return changesOf(current, previous).mentionRate
}

/** Returns the share of simulated pairs of runs with the verdict `moved`. */
function movedShare({
  prompts,
  change,
  worlds,
}: {
  prompts: number
  change: number
  worlds: number
}): number {
  const random = seeded(prompts)
  let moved = 0
  for (let n = 0; n < worlds; n += 1) {
    const chances = Array.from({ length: prompts }, () => random() * 0.8)
    const verdict = compare(batchOf(chances, random, change), batchOf(chances, random)).verdict
    if (verdict === 'moved') moved += 1
  }
  return moved / worlds
}

describe('a comparison of two runs', () => {
  it.each([10, 15, 40])('of %i prompts reports a false change in at most 5 % of cases', (prompts) => {
    // 400 pairs distinguish 5 % from 8 %. The test is exact, so the expected share is below 5 %.
    expect(movedShare({ prompts, change: 0, worlds: 400 })).toBeLessThanOrEqual(0.05)
  })

  it('detects a large change', () => {
    expect(movedShare({ prompts: 50, change: 0.2, worlds: 60 })).toBeGreaterThan(0.8)
  })

  it('has the same result with the opposite sign if the runs are swapped', () => {
    const random = seeded(3)
    const chances = Array.from({ length: 20 }, () => random() * 0.5)
    const [first, second] = [batchOf(chances, random), batchOf(chances, random, 0.4)]
    const [up, down] = [compare(second, first), compare(first, second)]
    expect(up.verdict).toBe('moved')
    expect(down.verdict).toBe('moved')
    expect(down.difference).toBeCloseTo(-(up.difference ?? 0))
    expect(down.low).toBeCloseTo(-(up.high ?? 0))
  })

  it('is not_comparable if a provider used different models in the two runs', () => {
    const random = seeded(5)
    const chances = Array.from({ length: 20 }, () => 0.5)
    const batch = batchOf(chances, random)
    const changed = {
      ...batch,
      answers: batch.answers.map((answer) =>
        answer.provider === 'grok' ? { ...answer, basis: 'model-2' } : answer,
      ),
    }
    expect(compare(batch, batch).verdict).toBe('within_noise')
    expect(compare(changed, batch).verdict).toBe('not_comparable')
  })
})

describe('the sign-flip test', () => {
  it('approximates an enumeration of all flips', () => {
    // If five of five have the same direction, 2 of 32 flips are as far from 0.
    const pValue = (changes: number[]) => signFlipTest(flippedSums(changes))
    expect(pValue([1, 1, 1, 1, 1])).toBeCloseTo(2 / 32, 1)
    expect(pValue([1, 1, 1, 1, -1])).toBeCloseTo(12 / 32, 1)
    expect(pValue([0, 0])).toBe(1)
    expect(pValue([])).toBe(1)
    expect(pValue(Array(20).fill(1 / 3))).toBeLessThan(0.005)
  })
})

describe('several comparisons in one family', () => {
  it('are adjusted with Holm’s step-down method', () => {
    // The smallest of three p-values times 3, the next times 2, and each at least as large as the one before.
    expect(holm([0.04, 0.01, null, 0.03])).toEqual([0.06, 0.03, null, 0.06])
    expect(holm([])).toEqual([])
  })

  it('report any false change in at most 5 % of families', () => {
    const random = seeded(17)
    const worlds = 150
    let [alone, together] = [0, 0]
    for (let n = 0; n < worlds; n += 1) {
      const comparisons = Array.from({ length: 8 }, () => {
        const chances = Array.from({ length: 25 }, () => random() * 0.8)
        return compare(batchOf(chances, random), batchOf(chances, random))
      })
      if (comparisons.some(({ verdict }) => verdict === 'moved')) alone += 1
      if (verdictsTogether(comparisons).includes('moved')) together += 1
    }
    expect(together / worlds).toBeLessThanOrEqual(0.05)
    expect(alone / worlds).toBeGreaterThan(0.1)
  }, 60_000)

  it('only change verdicts that were "moved"', () => {
    const random = seeded(19)
    const chances = Array.from({ length: 40 }, () => 0.2)
    const large = compare(batchOf(chances, random, 0.5), batchOf(chances, random))
    const few = compare(batchOf([0.5], random), batchOf([0.5], random))
    expect(verdictsTogether([large, few])).toEqual(['moved', 'insufficient'])
  })
})
