import { Z } from './normal.ts'

/** Returns the 97.5 % quantile of Student's t-distribution (M. Abramowitz & I. Stegun, Handbook, 1964, 26.7.5). */
export function studentQuantile(freedom: number): number {
  const z = Z
  return (
    z +
    (z ** 3 + z) / (4 * freedom) +
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2) +
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * freedom ** 3)
  )
}
