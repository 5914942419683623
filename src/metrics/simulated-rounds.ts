import { isNarrowEnough } from './narrow-enough.ts'
import { seeded } from './random.ts'
import { rateInterval } from './rate-interval.ts'
import { chanceOf, countOf, type World } from './simulated-answers.ts'

/** What intervals of simulated analyses did that stop once they are narrow enough, or that ask all. */
export interface StoppedCoverage {
  /** The share of them that held the true rate, 0…1. */
  covered: number
  /** How often each question was asked, on average. */
  asked: number
}

/**
 * For tests: the coverage of the intervals of so many analyses in rounds of `world.replicates`, up to `atMost` replicates, the same for
 * the same seed. They stop at each of the half widths; a half width of 0 never stops them.
 */
export function coverageOfRounds(
  world: World,
  { halfWidths, atMost }: { halfWidths: readonly number[]; atMost: number },
  { analyses, seed }: { analyses: number; seed: number },
): StoppedCoverage[] {
  const random = seeded(seed)
  const found = halfWidths.map(() => ({ covered: 0, asked: 0 }))
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
      for (const place of running) {
        const [sums, halfWidth] = [found[place], halfWidths[place] ?? 0]
        if (!sums || (asked < atMost && !isNarrowEnough(counts, halfWidth))) continue
        running.delete(place)
        sums.asked += asked / analyses
        if (isCovered) sums.covered += 1 / analyses
      }
    }
  }
  return found
}
