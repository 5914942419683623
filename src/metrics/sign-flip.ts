import { LRUCache } from 'lru-cache'
import { seeded } from './random.ts'

const SEED = 19_350_101
const BITS = 10
const FLIPS = 2 ** BITS

/**
 * Flips of signs that form a group: combined, two of them are one of them. A test over all flips of a group is exact, as over
 * all there are, and not only on average over random ones (J. Hemerik & J. Goeman, TEST 27, 2018). Up to ten prompts it has all. Each
 * prompt has a number; a flip, which is a number too, turns its sign where both have an odd number of bits in common.
 */
function numbersOf(prompts: number): Uint16Array {
  const random = seeded(SEED)
  return Uint16Array.from({ length: prompts }, (_, prompt) =>
    prompt < BITS ? 1 << prompt : 1 + Math.floor(random() * (FLIPS - 1)),
  )
}

/** Those used last: tests over the same prompts share their flips, so that their sums can be compared flip by flip. */
const latest = new LRUCache<number, Uint16Array>({ max: 2, memoMethod: numbersOf })

/**
 * The sums of the changes under every flip, in place of the changes by the number of their prompt: the fast Walsh–Hadamard transform
 * (J. L. Shanks, IEEE Transactions on Computers 18, 1969), which adds a tenth as often as summing for each flip.
 */
function transform(sums: Float64Array): void {
  for (let half = 1; half < sums.length; half *= 2) {
    for (let start = 0; start < sums.length; start += 2 * half) {
      for (let at = start; at < start + half; at += 1) {
        const [one, other] = [sums[at] ?? 0, sums[at + half] ?? 0]
        sums[at] = one + other
        sums[at + half] = one - other
      }
    }
  }
}

/**
 * Sums of paired changes, one a prompt, under random flips of their signs, in units of their standard deviation and without sign;
 * the first is the observed one. All 0 where nothing changed.
 */
export function flippedSums(changes: ArrayLike<number>): Float64Array {
  let squares = 0
  for (let prompt = 0; prompt < changes.length; prompt += 1) squares += (changes[prompt] ?? 0) ** 2
  const sums = new Float64Array(FLIPS)
  if (squares === 0) return sums
  const unit = Math.sqrt(squares)
  for (const [prompt, number] of latest.memo(changes.length).entries())
    sums[number] = (sums[number] ?? 0) + (changes[prompt] ?? 0)
  transform(sums)
  for (let draw = 0; draw < FLIPS; draw += 1) sums[draw] = Math.abs(sums[draw] ?? 0) / unit
  return sums
}

/** Equal sums of fractions can differ by rounding. */
const EQUAL = 1e-9

/**
 * Two-sided p-value, 0…1, of {@link flippedSums} under the hypothesis that each change could as well have gone the other way:
 * the share of flips whose sum is at least as far from 0 (R. A. Fisher, The Design of Experiments, 1935, §21).
 */
export function signFlipTest(sums: Float64Array): number {
  return asFarAs(sums[0] ?? 0, sums)
}

/**
 * The p-values of tests that are read together, adjusted so that the chance of any false alarm among them is that of one test, in
 * their order: step-down by the largest sum of each flip (P. H. Westfall & S. S. Young, Resampling-Based Multiple Testing, 1993,
 * §2.8). All tests must be over the same prompts. As they depend on each other, such as a brand's rates do, it loses less
 * than Holm's method, whose smallest p-value over a hundred tests no sampled test could reach.
 */
export function signFlipTestsTogether(tests: readonly Float64Array[]): number[] {
  const order = [...tests.keys()].sort((one, other) => (tests[other]?.[0] ?? 0) - (tests[one]?.[0] ?? 0))
  const largest = new Float64Array(FLIPS)
  const adjusted = tests.map(() => 1)
  // From the weakest test on, so that each meets the largest sums of those that are not stronger.
  for (const index of order.toReversed()) {
    const sums = tests[index] ?? largest
    for (let draw = 0; draw < FLIPS; draw += 1) largest[draw] = Math.max(largest[draw] ?? 0, sums[draw] ?? 0)
    adjusted[index] = asFarAs(sums[0] ?? 0, largest)
  }
  let least = 0
  for (const index of order) {
    least = Math.max(least, adjusted[index] ?? 1)
    adjusted[index] = least
  }
  return adjusted
}

function asFarAs(observed: number, sums: Float64Array): number {
  let asFar = 0
  for (const sum of sums) if (sum >= observed - EQUAL) asFar += 1
  return asFar / sums.length
}
