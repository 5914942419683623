import { LRUCache } from 'lru-cache'
import { seeded } from './random.ts'

const SEED = 19_350_101
const BITS = 10
const FLIPS = 2 ** BITS

/**
 * Returns a number for each prompt that defines its sign in every flip. A flip is a number too: it reverses the sign
 * of a prompt if the two numbers have an odd count of bits in common. The flips form a group, because combining two
 * of them yields a third. A test over all flips of a group is exact, not just exact on average over random flips (J.
 * Hemerik & J. Goeman, TEST 27, 2018). Up to ten prompts, the group contains all possible flips.
 */
function numbersOf(prompts: number): Uint16Array {
  const random = seeded(SEED)
  return Uint16Array.from({ length: prompts }, (_, prompt) =>
    prompt < BITS ? 1 << prompt : 1 + Math.floor(random() * (FLIPS - 1)),
  )
}

/**
 * The most recent numbers. Tests over the same prompts share their flips, so their sums can be compared flip by flip.
 */
const latest = new LRUCache<number, Uint16Array>({ max: 2, memoMethod: numbersOf })

/**
 * Replaces the changes, indexed by the number of their prompt, with the sums of changes under every flip. This fast
 * Walsh–Hadamard transform (J. L. Shanks, IEEE Transactions on Computers 18, 1969) needs a tenth of the additions of
 * summing for each flip.
 */
function transform(sums: Float64Array): void {
  for (let half = 1; half < sums.length; half *= 2) {
    for (let start = 0; start < sums.length; start += 2 * half) {
      for (let at = start; at < start + half; at += 1) {
        const [a, b] = [sums[at] ?? 0, sums[at + half] ?? 0]
        sums[at] = a + b
        sums[at + half] = a - b
      }
    }
  }
}

/**
 * Returns the absolute sums of paired changes (one per prompt) under random sign flips, in units of their standard
 * deviation. The first is the observed sum. All are 0 if there are no changes.
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
 * Returns the two-sided p-value, 0…1, of {@link flippedSums}. The null hypothesis is that each change could just as
 * well have gone the other way, so the p-value is the share of flips with a sum at least as far from 0 (R. A. Fisher,
 * The Design of Experiments, 1935, §21).
 */
export function signFlipTest(sums: Float64Array): number {
  return asFarAs(sums[0] ?? 0, sums)
}

/**
 * Adjusts the p-values of tests that are read together, so that the chance of at least one false alarm stays at the
 * level of a single test. Keeps the order. All tests must be over the same prompts. Uses the step-down method with
 * the largest sum of each flip (P. H. Westfall & S. S. Young, Resampling-Based Multiple Testing, 1993, §2.8). The
 * tests depend on each other, as the rates of one brand do, and this method then loses less power than Holm's. With a
 * hundred tests, Holm's would require a p-value that no sampled test can reach.
 */
export function signFlipTestsTogether(tests: readonly Float64Array[]): number[] {
  const order = [...tests.keys()].sort((a, b) => (tests[b]?.[0] ?? 0) - (tests[a]?.[0] ?? 0))
  const largest = new Float64Array(FLIPS)
  const adjusted = tests.map(() => 1)
  // Starts with the weakest test, so that each test is compared with the largest sums of all tests that are not
  // stronger.
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
