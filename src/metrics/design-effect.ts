import { correlationOfCounts, correlationOfValues } from './intraclass-correlation.ts'

/** With this many prompts or fewer, the observed variation between prompts is ignored. */
const FEW_PROMPTS = 5
/**
 * Weight of the expected design effect, as a variance of shares summed over prompts. For a share of 50 % over 50
 * prompts, it makes up a fifth.
 */
const EXPECTED = 3

/**
 * Estimates the design effect of a share from counts by prompt: how much the correlation of answers to the same
 * prompt inflates the variance compared with independent answers (L. Kish, Survey Sampling, 1965, §8.2). The result
 * is at least 1. It combines two estimates. The expected one follows from the correlation under the beta-binomial
 * distribution. The observed one is the variance of a ratio between prompts (W. G. Cochran, Sampling Techniques,
 * 1977, §6.3), which accounts for denominators that depend on numerators. The observed one weighs more the more
 * prompts there are and the closer the share is to 50 %.
 */
export function designEffectOfCounts(numerators: ArrayLike<number>, denominators: ArrayLike<number>): number {
  const expected = designEffect(denominators, correlationOfCounts(numerators, denominators))
  const { share, prompts, seen } = variationOf(numerators, denominators)
  const weight = Math.max(0, prompts - FEW_PROMPTS) * share * (1 - share)
  if (weight === 0) return expected
  return Math.max(1, (weight * seen + EXPECTED * expected) / (weight + EXPECTED))
}

/**
 * Estimates the design effect of a mean, from the sums of squares between and within prompts and the number of
 * answers per prompt.
 */
export function designEffectOfValues(
  squares: { between: number; within: number },
  sizes: ArrayLike<number>,
): number {
  return designEffect(sizes, correlationOfValues(squares, sizes))
}

/** Returns the design effect of answers with this correlation. */
function designEffect(sizes: ArrayLike<number>, correlation: number): number {
  let [total, pairs] = [0, 0]
  for (let prompt = 0; prompt < sizes.length; prompt += 1) {
    const size = sizes[prompt] ?? 0
    total += size
    pairs += size * Math.max(0, size - 1)
  }
  return 1 + (correlation * pairs) / total
}

/**
 * Returns the overall share, the number of prompts, and the variance between prompts relative to that many
 * independent answers.
 */
function variationOf(numerators: ArrayLike<number>, denominators: ArrayLike<number>) {
  let [above, below, prompts, squares] = [0, 0, 0, 0]
  for (let prompt = 0; prompt < denominators.length; prompt += 1) {
    above += numerators[prompt] ?? 0
    below += denominators[prompt] ?? 0
    if ((denominators[prompt] ?? 0) > 0) prompts += 1
  }
  const share = above / below
  for (let prompt = 0; prompt < denominators.length; prompt += 1)
    squares += ((numerators[prompt] ?? 0) - share * (denominators[prompt] ?? 0)) ** 2
  return { share, prompts, seen: (prompts * squares) / ((prompts - 1) * below * share * (1 - share)) }
}
