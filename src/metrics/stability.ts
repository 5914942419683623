import type { MetricsAnswer } from './metrics-input.ts'

/**
 * Returns how similar the citations of two periods are, 0…1, or null if either period has no citations. The value is
 * 1 − the Bray–Curtis dissimilarity of the citation shares by domain (J. R. Bray & J. T. Curtis, Ecological
 * Monographs 27, 1957).
 */
export function stabilityOf(
  current: readonly MetricsAnswer[],
  previous: readonly MetricsAnswer[],
): number | null {
  const [now, before] = [citationsOf(current), citationsOf(previous)]
  if (now.total === 0 || before.total === 0) return null
  // The shares of each period add up to 1, so their overlap equals 1 − half the sum of their differences.
  let common = 0
  for (const [domain, citations] of now.byDomain) {
    common += Math.min(citations / now.total, (before.byDomain.get(domain) ?? 0) / before.total)
  }
  return Math.min(1, common)
}

function citationsOf(answers: readonly MetricsAnswer[]) {
  const byDomain = new Map<string, number>()
  let total = 0
  for (const { sources } of answers) {
    for (const { domain, cited } of sources) {
      if (!cited) continue
      total += 1
      byDomain.set(domain, (byDomain.get(domain) ?? 0) + 1)
    }
  }
  return { byDomain, total }
}
