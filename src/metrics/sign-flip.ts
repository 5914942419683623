import { seeded } from './random.ts'

const FLIPS = 999
const SEED = 19_350_101

/**
 * Two-sided p-value, 0…1, of a sum of paired changes under the hypothesis that each could as well have gone the other way:
 * the share of random sign flips whose sum is at least as far from 0 (R. A. Fisher, The Design of Experiments, 1935, §21).
 * Sampled with the observed signs among the flips, so that its level is exact (B. Phipson & G. K. Smyth, Stat. Appl. Genet.
 * Mol. Biol. 9, 2010).
 */
export function signFlipTest(changes: readonly number[]): number {
  const moving = changes.filter((change) => change !== 0)
  const observed = Math.abs(moving.reduce((total, change) => total + change, 0))
  const random = seeded(SEED)
  let asFar = 0
  for (let flip = 0; flip < FLIPS; flip += 1) {
    let total = 0
    for (const change of moving) total += random() < 0.5 ? change : -change
    // Equal sums of fractions can differ by rounding.
    if (Math.abs(total) >= observed - 1e-9) asFar += 1
  }
  return (asFar + 1) / (FLIPS + 1)
}
