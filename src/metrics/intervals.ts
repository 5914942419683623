/** 97.5 % quantile of the standard normal distribution. */
export const Z = 1.959963984540054

/**
 * The 95 % Wilson score interval of a share (E. B. Wilson, JASA 22, 1927, p. 209), 0…1.
 * Assumes independent answers; meant for one answer per prompt.
 */
export function wilson(numerator: number, denominator: number): { low: number; high: number } {
  const share = numerator / denominator
  const square = (Z * Z) / denominator
  const middle = (share + square / 2) / (1 + square)
  const half =
    (Z / (1 + square)) * Math.sqrt((share * (1 - share)) / denominator + square / (4 * denominator))
  // At 0 and at 1 rounding would leave the share outside.
  return {
    low: Math.max(0, Math.min(share, middle - half)),
    high: Math.min(1, Math.max(share, middle + half)),
  }
}
