import { correlationOfCounts, correlationOfValues } from './intraclass-correlation.ts'

/** With so many prompts or fewer, how much their shares are seen to vary is not heeded. */
const FEW_PROMPTS = 5
/** What is expected counts as much as this variance of shares, summed over prompts: a fifth of it at 50 % over 50 prompts. */
const EXPECTED = 3

/**
 * By how much the correlation of answers to one prompt inflates the variance of a share over that of independent answers, at least 1, from counts by
 * prompt (L. Kish, Survey Sampling, 1965, §8.2). It is expected from their correlation under the beta-binomial distribution, and, the
 * more prompts there are and the less rare what is counted is, taken from how much the prompts are seen to vary: that of a ratio
 * (W. G. Cochran, Sampling Techniques, 1977, §6.3), which heeds how denominators depend on numerators.
 */
export function designEffectOfCounts(numerators: ArrayLike<number>, denominators: ArrayLike<number>): number {
  const expected = designEffect(denominators, correlationOfCounts(numerators, denominators))
  const { share, prompts, seen } = variationOf(numerators, denominators)
  const told = Math.max(0, prompts - FEW_PROMPTS) * share * (1 - share)
  if (told === 0) return expected
  return Math.max(1, (told * seen + EXPECTED * expected) / (told + EXPECTED))
}

/** The same of a mean, from the sums of squares of its values between prompts and within, and how many answers each prompt has. */
export function designEffectOfValues(
  squares: { between: number; within: number },
  sizes: ArrayLike<number>,
): number {
  return designEffect(sizes, correlationOfValues(squares, sizes))
}

/** That of answers that correlate so much. */
function designEffect(sizes: ArrayLike<number>, correlation: number): number {
  let [total, pairs] = [0, 0]
  for (let prompt = 0; prompt < sizes.length; prompt += 1) {
    const size = sizes[prompt] ?? 0
    total += size
    pairs += size * Math.max(0, size - 1)
  }
  return 1 + (correlation * pairs) / total
}

/** The share, over how many prompts, and its variance between them over that of as many independent answers. */
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
