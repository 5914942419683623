import { isNarrowEnough } from './narrow-enough.ts'
import { seeded } from './random.ts'
import { rateInterval } from './rate-interval.ts'
import { chanceOf, countOf, type World } from './simulated-answers.ts'

/** Coverage of the intervals of simulated analyses with a stopping rule. */
export interface StoppedCoverage {
  /** Share of the intervals that contain the true rate, 0…1. */
  covered: number
  /** Average number of times each question was asked. */
  asked: number
}

/**
 * Test helper: measures the coverage of analyses that ask in rounds of `world.replicates`, up to `atMost` replicates.
 * Returns one result per half width at which analyses stop; a half width of 0 never stops them. The result is the
 * same for the same seed.
 */
export function coverageOfRounds(
  world: World,
  { halfWidths, atMost }: { halfWidths: readonly number[]; atMost: number },
  { analyses, seed }: { analyses: number; seed: number },
): StoppedCoverage[] {
  const random = seeded(seed)
  const results = halfWidths.map(() => ({ covered: 0, asked: 0 }))
  for (let analysis = 0; analysis < analyses; analysis += 1) {
    const chances = Array.from({ length: world.prompts }, () => chanceOf(world, random))
    let counts = chances.map(() => ({ present: 0, answers: 0 }))
    const running = new Set(halfWidths.keys())
    for (let asked = 0; running.size > 0; ) {
      const size = Math.min(world.replicates, atMost - asked)
      asked += size
      counts = counts.map(({ present, answers }, prompt) => ({
        present: present + countOf(chances[prompt] ?? 0, size, random),
        answers: answers + size,
      }))
      const { low, high } = rateInterval(counts)
      const isCovered = low !== null && high !== null && low <= world.rate && world.rate <= high
      for (const index of running) {
        const [sums, halfWidth] = [results[index], halfWidths[index] ?? 0]
        if (!sums || (asked < atMost && !isNarrowEnough(counts, halfWidth))) continue
        running.delete(index)
        sums.asked += asked / analyses
        if (isCovered) sums.covered += 1 / analyses
      }
    }
  }
  return results
}
